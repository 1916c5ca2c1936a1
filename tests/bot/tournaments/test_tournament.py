"""A tournament before the shell: registration, seating, schedule, reserves, replays."""

from dataclasses import replace
from random import Random

import pytest

from bot.games.lobby import FORGOTTEN
from bot.tournaments.tournament import (
    RULESETS_WITH_POINTS,
    Refusal,
    Room,
    ScheduledGame,
    Stage,
    Tournament,
    TournamentPhase,
    tournament_from_json,
)
from engine import Winner
from engine.tournament.seating import find_seating
from tests.kits.results_kit import played

NOBODY: frozenset[str] = frozenset()


def draft(**more: object) -> Tournament:
    tournament = Tournament("cup", -100, 0, 7, "Кубок", "seed", 0, rooms=(Room(-100),))
    return replace(tournament, **more)  # type: ignore[arg-type]


def made(wish: "Tournament | Refusal") -> Tournament:
    assert isinstance(wish, Tournament), wish
    return wish


def registered(people: int, reserves: int = 0, **more: object) -> Tournament:
    tournament = made(draft(**more).open())
    for number in range(1, people + reserves + 1):
        tournament = made(tournament.register(number, f"P{number}", reserve=number > people))
    return tournament


def seated(people: int = 12, reserves: int = 0, **more: object) -> Tournament:
    tournament = registered(people, reserves, **more)
    search = find_seating(tournament.plan, Random(1))
    while True:
        try:
            next(search)
        except StopIteration as end:
            return made(tournament.seat(end.value))


def slot(found: "ScheduledGame | Refusal") -> ScheduledGame:
    assert isinstance(found, ScheduledGame), found
    return found


def test_nobody_registers_twice_before_or_after_registration() -> None:
    tournament = registered(3)
    assert tournament.register(1, "again") is Refusal.ALREADY
    assert tournament.register(1, "again", reserve=True) is Refusal.ALREADY
    assert draft().register(9, "early") is Refusal.NOT_OPEN
    assert seated().register(99, "late") is Refusal.NOT_OPEN
    assert made(tournament.withdraw(1)).person(1) is None
    assert tournament.withdraw(50) is Refusal.NOT_IN_IT


def test_dials_turn_in_the_draft_only_and_stay_in_their_bounds() -> None:
    tournament = draft()
    assert made(tournament.turn("stage", 1)).stage is Stage.QUARTER
    assert made(tournament.turn("tables", -5)).tables == 1
    assert made(tournament.turn("tables", 50)).tables == 8
    assert made(tournament.turn("rounds", -50)).rounds == 1
    seen = set()
    for _ in RULESETS_WITH_POINTS:
        tournament = made(tournament.turn("ruleset", 1))
        seen.add(tournament.ruleset)
    assert seen == {"fiim", "fiim-2025", "phystech"}
    assert registered(1).turn("tables", 1) is Refusal.NOT_DRAFT


@pytest.mark.parametrize(("people", "tables"), [(9, 1), (19, 2), (11, 2)])
def test_fewer_than_ten_for_a_table_cannot_be_seated(people: int, tables: int) -> None:
    assert registered(people, tables=tables).why_not_seat() is Refusal.TOO_FEW


def test_the_games_of_a_table_come_one_after_another() -> None:
    tournament = seated()
    first = slot(tournament.next_slot(1, NOBODY))
    tournament = tournament.begin(first, "g1")
    assert tournament.next_slot(1, frozenset({"g1"})) is Refusal.GAME_RUNS
    second = slot(tournament.next_slot(1, NOBODY))
    assert (first.round, second.round) == (1, 2)
    assert tournament.next_slot(2, NOBODY) is Refusal.NO_ROOM
    for number in range(2, 7):
        tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), f"g{number}")
    assert tournament.next_slot(1, NOBODY) is Refusal.NO_GAMES_LEFT


def test_nobody_plays_at_two_tables_at_once() -> None:
    tournament = made(seated(20, tables=2, rounds=3).put_room(2, Room(-200)))
    tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), "g1")
    tournament = tournament.begin(slot(tournament.next_slot(2, frozenset({"g1"}))), "g2")
    assert tournament.next_slot(1, frozenset({"g2"})) is Refusal.PLAYERS_PLAY


def test_a_game_without_a_result_is_begun_again_with_other_cards() -> None:
    tournament = seated()
    first = slot(tournament.next_slot(1, NOBODY))
    secret = tournament.secret_of(first)
    tournament = tournament.begin(first, "g1").give_up("g1", "another seed")
    again = slot(tournament.next_slot(1, NOBODY))
    assert (again.round, again.seats) == (first.round, first.seats)
    assert tournament.secret_of(again) != secret


def test_a_disqualified_player_is_replaced_by_a_reserve_in_all_games_to_come() -> None:
    tournament = seated(10, 1, rounds=3)
    tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), "g1")
    tournament = made(tournament.disqualify("u4"))
    assert "u4" in tournament.slots[0].seats
    for old, new in zip(seated(10, 1, rounds=3).slots[1:], tournament.slots[1:], strict=True):
        assert new.seats == tuple("u11" if word == "u4" else word for word in old.seats)
    assert tournament.disqualify("u4") is Refusal.NOT_IN_IT
    assert tournament.reserves == ()


def test_without_a_reserve_somebody_who_rests_sits_down_and_with_nobody_left_the_game_waits() -> None:
    tournament = made(seated(12).disqualify("u3"))
    for each in tournament.slots:
        assert len(set(each.seats)) == 10
        assert "u3" not in each.seats
    short = made(seated(10).disqualify("u3"))
    assert short.next_slot(1, NOBODY) is Refusal.SHORT


def test_a_replay_comes_at_the_end_with_the_seats_it_is_given() -> None:
    tournament = seated(rounds=1)
    tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), "g1")
    seats = tournament.slots[0].seats
    tournament = tournament.replay("g1", (*seats[1:], seats[0]), "another seed")
    again = slot(tournament.next_slot(1, NOBODY))
    assert (again.replay_of, again.seats) == ("g1", (*seats[1:], seats[0]))
    assert tournament.secret_of(again) != tournament.secret_of(tournament.slots[0])


def test_a_game_beyond_the_schedule_is_dealt_from_a_seed_of_its_own() -> None:
    tournament = seated(rounds=1)
    tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), "g1")
    replayed = tournament.finish().replay("g1", tournament.slots[0].seats, "fresh")
    for ordered in (replayed, tournament.give_up("g1", "fresh")):
        extra = slot(ordered.next_slot(1, NOBODY))
        assert ordered.secret_of(extra) != ordered.secret_of(replace(extra, seed=""))
        assert replace(ordered, seed="other").secret_of(extra) == ordered.secret_of(extra)


def test_pairs_to_be_kept_apart_are_named_by_their_numbers() -> None:
    tournament = made(registered(5).keep_apart(1, 3))
    assert tournament.apart == (("u1", "u3"),)
    assert tournament.plan.apart == (("u1", "u3"),)
    assert made(tournament.keep_apart(3, 1)).apart == ()
    assert tournament.keep_apart(2, 2) is Refusal.NOT_IN_IT
    assert tournament.keep_apart(2, 9) is Refusal.NOT_IN_IT
    assert made(tournament.withdraw(3)).apart == ()


def test_a_game_of_another_table_is_counted_only_if_it_could_have_been_of_the_schedule() -> None:
    tournament = made(seated(20, tables=2, rounds=2).put_room(2, Room(-200)))
    here, ten = Room(-200), tournament.slots[1].seats
    assert tournament.slots[1].table == 2

    def wish(room: Room = here, **more: object) -> "Tournament | Refusal":
        return tournament.count_in(played(1, Winner.RED, **({"players": ten} | more)), room)  # type: ignore[arg-type]

    assert wish(official=False) is Refusal.UNOFFICIAL
    assert wish(ruleset="fiim") is Refusal.OTHER_RULES
    assert wish(room=Room(-300)) is Refusal.OTHER_ROOM
    assert wish(room=Room(-100)) is Refusal.OTHER_PLAYERS, "another table of the same tournament"
    assert wish(players=(*ten[:9], "stranger")) is Refusal.OTHER_PLAYERS
    assert registered(10).count_in(played(1, Winner.RED, ten), here) is Refusal.NOT_SEATED

    counted = made(wish(players=ten[::-1]))
    found = counted.slot_of("g001")
    assert found is not None
    assert (found.round, found.table, found.seats) == (1, 2, ten[::-1])
    assert counted.count_in(played(1, Winner.RED, ten), here) is Refusal.COUNTED


def test_a_group_that_moves_takes_its_tables_along() -> None:
    tournament = made(seated(20, tables=2).put_room(2, Room(-200, 5)))
    assert tournament.moved(-100, -1001).chat_id == -1001
    assert tournament.moved(-100, -1001).rooms == (Room(-1001), Room(-200, 5))
    assert tournament.moved(-200, -1001).rooms == (Room(-100), Room(-1001, 5))
    assert tournament.moved(-5, -1001) == tournament


def test_who_is_forgotten_has_played_as_somebody_and_plays_no_more() -> None:
    tournament = seated(10, 1, rounds=3)
    tournament = tournament.begin(slot(tournament.next_slot(1, NOBODY)), "g1")
    place = tournament.slots[0].seats.index("u4")
    gone = tournament.without_person(4, "x1")
    assert gone.slots[0].seats[place] == "x1"
    assert gone.named("x1") == FORGOTTEN
    assert all("x1" not in each.seats and "u11" in each.seats for each in gone.slots[1:])
    assert "u4" not in gone.to_json()
    assert gone.without_person(4, "x2") == gone
    assert draft().without_person(7, "x1").chief == 0
    assert made(registered(5).keep_apart(4, 5)).without_person(4, "x1").apart == ()
    assert registered(5).without_person(4, "x1") == registered(5).withdraw(4)


def test_a_tournament_survives_json() -> None:
    tournament = made(seated(11, 2).disqualify("u2"))
    assert tournament_from_json(tournament.to_json()) == tournament
    assert tournament.phase is TournamentPhase.SEATED
