"""The model by itself: a few scripted tables, each with the clause it shows."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.independent_model import city_night as city
from tests.independent_model import sport
from tests.independent_model.sport import (
    S0,
    S3,
    S4,
    BestMove,
    Check,
    Disqualify,
    Done,
    Foul,
    Game,
    Hands,
    Kind,
    Nominate,
    Outcome,
    Role,
    Rules,
    Shots,
)

# seats 8, 9 mafia, 10 don, 7 sheriff
ROLES = [Role.CIVILIAN] * 6 + [Role.SHERIFF] + [Role.MAFIA] * 2 + [Role.DON]


def table(rules: Rules) -> Game:
    game = Game(rules, list(ROLES))
    game.apply(Done())
    return game


def day(game: Game, nominations: dict[int, int]) -> None:
    """Everybody speaks; `nominations` is speaker -> target."""
    while game.step.kind is Kind.LAST_WORD:
        game.apply(Done())
    while game.step.kind is Kind.SPEECH:
        assert game.step.speaker is not None
        if game.step.speaker in nominations:
            game.apply(Nominate(nominations[game.step.speaker]))
        game.apply(Done())


def ballot(game: Game, *hands: set[int]) -> None:
    for seats in hands:
        game.apply(Hands(frozenset(seats)))


def respeeches(game: Game) -> list[int]:
    order: list[int] = []
    while game.step.kind is Kind.RESPEECH:
        assert game.step.speaker is not None
        order.append(game.step.speaker)
        game.apply(Done())
    return order


def night(game: Game, target: int | None, moves: tuple[int, ...] = ()) -> None:
    shots: dict[int, tuple[int, ...]] = {}
    if target is not None:
        for seat in game.blacks():
            shots[seat] = (target,)
    game.apply(Shots(shots))
    while game.step.kind in (Kind.DON_CHECK, Kind.SHERIFF_CHECK):
        game.apply(Check(None))
    if game.step.kind is Kind.BEST_MOVE:
        game.apply(BestMove(moves))


def test_the_model_draws_after_three_quiet_nights_or_days() -> None:
    game = table(S0)  # S0 7.8: after the third day
    for _ in range(2):
        day(game, {})
        night(game, None)
    day(game, {})
    assert (game.winner, game.number, game.phase.value) == (Outcome.DRAW, 3, "day")
    game = table(S3)  # S3 6.5.6: after the third night
    for _ in range(2):
        day(game, {})
        night(game, None)
    assert (game.winner, game.number, game.phase.value) == (Outcome.DRAW, 3, "night")
    game = table(replace(S3, first_night_counts_for_draw=False))
    for _ in range(3):
        assert game.winner is None
        day(game, {})
        night(game, None)
    assert game.winner is Outcome.DRAW
    game = table(S4)  # no such clause
    for _ in range(20):
        day(game, {})
        night(game, None)
    assert game.winner is None


def test_the_next_living_seat_opens_a_day() -> None:
    game = table(S3)  # S3 4.3.2
    day(game, {})
    night(game, 2, (8, 9, 10))
    assert game.best_move is not None
    assert game.best_move.names == (8, 9, 10)
    day(game, {})
    night(game, None)
    assert game.step.speaker == 4  # day 2: seat 3 in place of 2; day 3: seat 4
    assert game.openers == {1: 1, 2: 3, 3: 4}


def test_a_tie_leads_to_speeches_a_second_ballot_and_a_lift() -> None:
    for rules in sport.DOCUMENTS:
        game = table(rules)
        day(game, {1: 5, 2: 3, 3: 4})
        ballot(game, {1, 2, 6}, {3, 4, 5}, {7})  # 8, 9, 10 do not vote: 4 gets four
        assert [d.seat for d in game.departures] == [4]
        assert game.ballots[-1].uncast == (8, 9, 10)
        game = table(rules)
        day(game, {1: 5, 2: 3, 3: 4})
        ballot(game, {1, 2, 6, 7}, {3, 4, 5, 8}, set())  # 5 and 3 tied at four, two for 4
        assert respeeches(game) == [5, 3]
        ballot(game, {1, 2, 6, 7, 9}, set())
        assert respeeches(game) == []
        assert "lift" in game.step.kind.value  # five and five
        ballot(game, {1, 2, 6, 7, 9})  # half is not a majority
        assert game.step.kind is Kind.SHOTS
        assert not game.departures
        game = table(rules)  # a smaller tie: again thirty seconds
        day(game, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5})
        ballot(game, {1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10})
        assert respeeches(game) == [1, 2, 3, 4, 5]
        ballot(game, {1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, set(), set(), set())
        assert respeeches(game) == [1, 2]
        ballot(game, {1, 2, 3, 4, 5}, set())
        assert game.step.kind is Kind.LIFT
        ballot(game, {1, 2, 3, 4, 5, 6})
        assert [d.seat for d in game.departures] == [1, 2]
        game.apply(Done())
        assert game.step.speaker == 2
        game.apply(Done())
        night(game, 3)
        made = game.best_move is not None or "best_move" in game.options()
        assert made == (rules is S0)  # S3 6.5.9, S4 3.5.9: two left on day one


def test_a_lift_at_a_small_table_depends_on_the_document() -> None:
    for rules, wanted in ((S0, Kind.SHOTS), (S3, Kind.LIFT), (S4, Kind.LIFT)):
        game = table(rules)
        for voted, shot in ((8, 1), (9, 2), (3, 4)):  # leaves 5, 6, 7, 10
            day(game, {5: voted, 6: 6})
            if game.step.candidate == voted:
                ballot(game, set(game.living))
                ballot(game, set())
            assert game.step.speaker == voted
            game.apply(Done())
            night(game, shot)
        day(game, {5: 5, 6: 6})
        ballot(game, {5, 7}, {6, 10})
        assert respeeches(game) == [5, 6]
        ballot(game, {5, 7}, {6, 10})
        assert game.step.kind is wanted  # S0 7.6


def test_removals_cancel_ballots() -> None:
    game = table(S3)
    for _ in range(3):
        game.apply(Foul(2))
    game.apply(Done())
    assert (game.step.speaker, game.step.seconds) == (2, 0)  # S3 5.4
    game.apply(Foul(2))
    assert game.step.speaker == 3  # S3 5.5
    day(game, {3: 4, 4: 3})
    assert game.ballot_fate == {1: "cancelled"}  # S3 6.5.1
    night(game, 3)
    assert game.step == sport.Step(Kind.LAST_WORD, sport.Phase.DAY, 2, speaker=3, seconds=60)
    game.apply(Disqualify(3))  # shot at night: the ballot stands
    assert game.step.kind is Kind.SPEECH
    day(game, {4: 5})
    assert game.ballot_fate[2] == "automatic"  # S3 4.4.8
    game.apply(Disqualify(8))  # result known, not the one leaving: next day's ballot goes (S3 6.5.2)
    assert game.cancelled == {1, 3}


def test_doctor_of_the_city() -> None:
    roles = [city.Role.COMMISSIONER, city.Role.DOCTOR, city.Role.MISTRESS, city.Role.MANIAC, city.Role.DON]
    game = city.City([*roles, city.Role.MAFIA, *[city.Role.CIVILIAN] * 4])
    game.apply(city.Shots({5: (2,), 6: (2, 3)}))  # L70: the first shot counts
    assert game.remarks[6] == 1
    game.apply(city.Choose(1))
    game.apply(city.Choose(7))
    game.apply(city.Choose(4))
    assert [a.answer for a in game.answers] == ["commissioner", "red"]
    game.apply(city.Choose(2))  # himself
    game.apply(city.Choose(8))
    assert game.nights[0].killed == (7,)
    assert game.nights[0].saved == 2
    game.apply(city.LastWord((5, 6, 1)))
    assert game.best_moves[0].found == 2
    game.apply(city.DayOver())
    game.apply(city.Shots({}))
    for _ in range(3):
        game.apply(city.Choose(None))
    assert 2 not in game.options()["choose"]


@pytest.mark.parametrize("module", ["sport", "city_night"])
def test_the_model_knows_nothing_of_the_engine(module: str) -> None:
    tree = ast.parse((Path(__file__).parent / f"{module}.py").read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= {"__future__", "collections.abc", "dataclasses", "enum", "typing"}
