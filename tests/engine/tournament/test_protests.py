"""Protests, changed results and replays (S0 8.7, S3 9)."""

import json

import pytest

from bot.storage.tournament_entry_json import read_entry, write_entry
from engine import Winner
from engine.points import SeatPoints
from engine.tournament.protests import (
    Cut,
    Entry,
    Fate,
    Refusal,
    Ruling,
    Verdict,
    agree,
    answer,
    confirm,
    counted,
    cuts,
    grounds,
    propose,
    protest,
    protest_deadline,
    rule,
)
from engine.tournament.standings import KeptPenalty, count
from tests.kits.results_kit import played

RED, BLACK, DRAW = Winner.RED, Winner.BLACK, Winner.DRAW
MINUTE = 60_000


def entry(ruleset: str = "fiim-2025", winner: Winner = RED, **more: SeatPoints) -> Entry:
    points = {int(seat[1:]): value for seat, value in more.items()}
    return Entry(played(1, winner, ruleset=ruleset, points=points)._replace(ended_ms=MINUTE))


def protested(ruleset: str = "fiim-2025", winner: Winner = RED, **more: SeatPoints) -> Entry:
    made = protest(entry(ruleset, winner, **more), "e", "the wrong one was shot", 2 * MINUTE)
    assert isinstance(made, Entry)
    return made


def ruled(ruling: Ruling, ruleset: str = "fiim-2025", winner: Winner = RED, **more: SeatPoints) -> Entry:
    made = rule(protested(ruleset, winner, **more), ruling)
    assert isinstance(made, Entry)
    return made


@pytest.mark.parametrize(("ruleset", "minutes"), [("fiim", 10), ("fiim-2025", 15), ("phystech", 15)])
def test_a_protest_has_its_minutes_and_not_a_moment_more(ruleset: str, minutes: int) -> None:
    game, last = entry(ruleset), MINUTE + minutes * MINUTE
    assert protest_deadline(game.result) == last
    in_time = protest(game, "e", "why", last)
    assert isinstance(in_time, Entry)
    assert [each.verdict for each in in_time.protests] == [Verdict.OPEN]
    assert protest(game, "e", "why", last + 1) is Refusal.TOO_LATE


def test_who_may_protest() -> None:
    assert protest(entry(), "a stranger", "why", 0) is Refusal.NOT_IN_GAME
    assert protest(protested(), "e", "once more", 0) is Refusal.ALREADY
    second = protest(protested(), "f", "I too", 0)
    assert isinstance(second, Entry)
    assert len(second.open_protests) == 2
    assert protest(ruled(Ruling(Fate.ANNULLED)), "f", "why", 0) is Refusal.DECIDED


@pytest.mark.parametrize("verdict", [Verdict.ACCEPTED, Verdict.REJECTED])
def test_an_answer_is_final_and_leaves_the_result(verdict: Verdict) -> None:
    answered = answer(protested(), "e", verdict)
    assert isinstance(answered, Entry)
    assert answered.protests[0].verdict is verdict
    assert counted([answered]) == counted([entry()])
    assert answer(answered, "e", Verdict.ACCEPTED) is Refusal.DECIDED
    assert answer(answered, "f", Verdict.ACCEPTED) is Refusal.NO_PROTEST


def test_the_chief_judge_gives_the_game_to_the_others_and_the_guilty_player_pays() -> None:
    games, kept = counted([ruled(Ruling(Fate.CHANGED, BLACK, guilty="d"))])
    points = {player: tally.points for player, tally in count("fiim-2025", games, kept).tallies.items()}
    assert points == dict.fromkeys("abc", 750) | {"d": -750} | dict.fromkeys("efghij", 0)
    assert games[0].winner is BLACK
    assert [seat.player for seat in games[0].seats if seat.won] == ["a", "b", "c"]


def test_in_the_older_edition_the_guilty_player_pays_as_for_a_team_loss() -> None:
    games, _ = counted([ruled(Ruling(Fate.CHANGED, BLACK, guilty="d"), "fiim")])
    assert count("fiim", games).tallies["d"].points == -1000


def test_a_result_changed_into_a_draw_takes_wins_and_bonuses() -> None:
    games, _ = counted([ruled(Ruling(Fate.CHANGED, DRAW), s5=SeatPoints(best_move=25, bonus=30))])
    tallies = count("fiim-2025", games).tallies
    assert {player: tally.points for player, tally in tallies.items() if tally.points} == {"e": 250}


@pytest.mark.parametrize(
    ("ruleset", "given", "cut"),
    [
        # S3 7.3.5: a loser has 0.5 at most; 0.9 was agreed to for a winner.
        ("fiim-2025", {"s4": 70, "s5": 90, "s6": 50, "s1": 30}, (Cut(4, 70, 50), Cut(5, 90, 50))),
        # S0 8.4: of two winners one keeps the place of the loser, the larger one.
        ("fiim", {"s5": 50, "s9": 100, "s1": 50}, (Cut(5, 50, 0), Cut(9, 100, 50))),
        ("fiim", {"s1": 50}, ()),
    ],
)
def test_bonuses_that_the_new_result_does_not_allow_are_cut(
    ruleset: str, given: dict[str, int], cut: tuple[Cut, ...]
) -> None:
    bonuses = {seat: SeatPoints(bonus=points) for seat, points in given.items()}
    done = ruled(Ruling(Fate.CHANGED, BLACK), ruleset, RED, **bonuses)
    assert cuts(done.result, done.ruling) == cut
    (game,), _ = counted([done])
    left = {seat.seat: seat.points.bonus for seat in game.seats if seat.points.bonus}
    was = {int(seat[1:]): points for seat, points in given.items()}
    assert left == {
        seat: points for seat, points in (was | {each.seat: each.left for each in cut}).items() if points
    }


def test_beside_a_best_move_the_whole_bonus_is_cut_and_not_its_column() -> None:
    """S3 7.3.7: 0.6 stands as 0.25 and 0.35; of it a loser keeps 0.5."""
    done = ruled(Ruling(Fate.CHANGED, BLACK), s7=SeatPoints(best_move=25, bonus=35))
    assert cuts(done.result, done.ruling) == (Cut(7, 35, 25),)


def test_a_draw_leaves_no_bonus_and_only_a_changed_result_cuts() -> None:
    done = ruled(Ruling(Fate.CHANGED, DRAW), s5=SeatPoints(bonus=10))
    assert cuts(done.result, done.ruling) == (Cut(5, 10, 0),)
    assert confirm(done) == done._replace(ruling=done.ruling._replace(confirmed=True))
    annulled = ruled(Ruling(Fate.ANNULLED), s5=SeatPoints(bonus=10))
    assert cuts(annulled.result, annulled.ruling) == ()
    assert confirm(annulled) is Refusal.DECIDED


@pytest.mark.parametrize(
    ("ruleset", "fate", "codes"),
    [
        ("fiim-2025", Fate.CHANGED, ["9.5", "9.6"]),
        ("fiim-2025", Fate.REPLAYED, ["9.7.1.1", "9.7.1.2"]),
        ("phystech", Fate.REPLAYED, ["9.7.1.1", "9.7.1.2"]),
        ("fiim", Fate.CHANGED, ["8.7.4"]),
        ("fiim", Fate.REPLAYED, ["as-protested", "judge-error", "force-majeure"]),
        ("fiim-2025", Fate.ANNULLED, ["as-protested", "judge-error", "force-majeure"]),
    ],
)
def test_a_ruling_has_a_reason_of_its_document(ruleset: str, fate: Fate, codes: list[str]) -> None:
    game = protested(ruleset)
    winner = BLACK if fate is Fate.CHANGED else None
    assert [*grounds(game.result, fate)] == codes
    assert propose(game, Ruling(fate, winner)) is Refusal.NO_REASON
    for code in codes:
        wanted = Ruling(fate, winner, why=code, by="chief")
        proposed = propose(game, wanted)
        assert isinstance(proposed, Entry)
        assert counted([proposed]) == counted([game]), "nobody has agreed yet"
        agreed = agree(proposed, wanted, "deputy", MINUTE)
        assert isinstance(agreed, Entry)
        assert agreed.ruling == wanted._replace(agreed="deputy", at_ms=MINUTE)
        assert agreed.proposed == Ruling()
        vouched = agree(proposed, wanted, "chief", MINUTE)
        assert isinstance(vouched, Entry)
        assert vouched.ruling.agreed == ""


def test_nobody_agrees_to_what_is_not_proposed() -> None:
    replay, annul = Ruling(Fate.REPLAYED, why="9.7.1.1"), Ruling(Fate.ANNULLED, why="judge-error")
    assert agree(protested(), replay, "x", 0) is Refusal.NOT_PROPOSED
    proposed = propose(protested(), replay)
    assert isinstance(proposed, Entry)
    assert agree(proposed, annul, "x", 0) is Refusal.NOT_PROPOSED
    answered = answer(proposed, "e", Verdict.REJECTED)
    assert isinstance(answered, Entry)
    assert agree(answered, replay, "x", 0) is Refusal.NOT_PROPOSED
    assert agree(ruled(Ruling(Fate.ANNULLED)), annul, "x", 0) is Refusal.DECIDED


def test_a_changed_result_may_bring_a_compensation() -> None:
    game = protested()
    victim = Entry(played(1, RED, victim=10)._replace(ended_ms=MINUTE), game.protests)
    changed = rule(victim, Ruling(Fate.CHANGED, BLACK))
    assert isinstance(changed, Entry)
    assert count("fiim-2025", counted([changed])[0]).tallies["j"].points == 400


def test_of_a_replayed_game_only_the_disciplinary_penalties_stay() -> None:
    fifth = SeatPoints(bonus=30, penalty=-20, discipline=-50)
    games, kept = counted([ruled(Ruling(Fate.REPLAYED), s5=fifth, s6=SeatPoints(discipline=-75))])
    assert games == []
    assert kept == [KeptPenalty("e", -50), KeptPenalty("f", -75)]
    again = played(2, BLACK)
    tallies = count("fiim-2025", [again], kept).tallies
    assert {player: tally.points for player, tally in tallies.items() if tally.points} == {
        "a": 750,
        "b": 750,
        "c": 750,
        "e": -500,
        "f": -750,
    }
    assert tallies["e"].games == 1


def test_an_annulled_game_leaves_nothing() -> None:
    assert counted([ruled(Ruling(Fate.ANNULLED), s5=SeatPoints(discipline=-50))]) == ([], [])


def test_a_ruling_settles_open_protests_and_is_final() -> None:
    done = ruled(Ruling(Fate.CHANGED, BLACK))
    assert [each.verdict for each in done.protests] == [Verdict.ACCEPTED]
    assert rule(done, Ruling(Fate.ANNULLED)) is Refusal.DECIDED


def test_rulings_that_make_no_sense_are_refused() -> None:
    assert rule(entry(), Ruling(Fate.REPLAYED)) is Refusal.NO_PROTEST
    rejected = answer(protested(), "e", Verdict.REJECTED)
    assert isinstance(rejected, Entry)
    assert rule(rejected, Ruling(Fate.REPLAYED)) is Refusal.NO_PROTEST
    assert rule(protested(), Ruling(Fate.CHANGED, RED)) is Refusal.SAME_RESULT
    assert rule(protested(), Ruling(Fate.CHANGED)) is Refusal.BAD_WINNER
    assert rule(protested(), Ruling(Fate.CHANGED, Winner.TOWN)) is Refusal.BAD_WINNER
    assert rule(protested(), Ruling(Fate.CHANGED, BLACK, guilty="a stranger")) is Refusal.NOT_IN_GAME


def test_what_an_older_release_has_stored_of_a_ruling_is_read() -> None:
    """It knew neither who ruled nor proposals; a tournament's list outlives it."""
    done = ruled(Ruling(Fate.CHANGED, BLACK, guilty="d"))
    stored = json.loads(write_entry(done))
    assert read_entry(json.dumps(stored)) == done
    del stored["proposed"]
    for new in ("by", "agreed", "confirmed"):
        del stored["ruling"][new]
    assert read_entry(json.dumps(stored)) == done
