"""A tournament without the host: registration, seating, schedule, reserves, replays."""

from dataclasses import replace
from random import Random

import pytest

from bot.language.display_names import FORGOTTEN
from bot.tournaments import disqualification, id_changes, registration, schedule, seating
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
    tournament = made(registration.open_registration(draft(**more)))
    for number in range(1, people + reserves + 1):
        tournament = made(registration.register(tournament, number, f"P{number}", reserve=number > people))
    return tournament


def seated(people: int = 12, reserves: int = 0, **more: object) -> Tournament:
    tournament = registered(people, reserves, **more)
    search = find_seating(tournament.plan, Random(1))
    while True:
        try:
            next(search)
        except StopIteration as end:
            return made(seating.seat(tournament, end.value))


def slot(found: "ScheduledGame | Refusal") -> ScheduledGame:
    assert isinstance(found, ScheduledGame), found
    return found


def test_nobody_registers_twice_before_or_after_registration() -> None:
    tournament = registered(3)
    assert registration.register(tournament, 1, "again") is Refusal.ALREADY
    assert registration.register(tournament, 1, "again", reserve=True) is Refusal.ALREADY
    assert registration.register(draft(), 9, "early") is Refusal.NOT_OPEN
    assert registration.register(seated(), 99, "late") is Refusal.NOT_OPEN
    assert made(registration.withdraw(tournament, 1)).person(1) is None
    assert registration.withdraw(tournament, 50) is Refusal.NOT_IN_IT


def test_dials_turn_in_the_draft_only_and_stay_in_their_bounds() -> None:
    tournament = draft()
    assert made(registration.change_setting(tournament, "stage", 1)).stage is Stage.QUARTER
    assert made(registration.change_setting(tournament, "tables", -5)).tables == 1
    assert made(registration.change_setting(tournament, "tables", 50)).tables == 8
    assert made(registration.change_setting(tournament, "rounds", -50)).rounds == 1
    seen = set()
    for _ in RULESETS_WITH_POINTS:
        tournament = made(registration.change_setting(tournament, "ruleset", 1))
        seen.add(tournament.ruleset)
    assert seen == {"fiim", "fiim-2025", "phystech"}
    assert registration.change_setting(registered(1), "tables", 1) is Refusal.NOT_DRAFT


@pytest.mark.parametrize(("people", "tables"), [(9, 1), (19, 2), (11, 2)])
def test_fewer_than_ten_for_a_table_cannot_be_seated(people: int, tables: int) -> None:
    assert seating.why_not_seat(registered(people, tables=tables)) is Refusal.TOO_FEW


def test_the_games_of_a_table_come_one_after_another() -> None:
    tournament = seated()
    first = slot(schedule.next_slot(tournament, 1, NOBODY))
    tournament = schedule.begin(tournament, first, "g1")
    assert schedule.next_slot(tournament, 1, frozenset({"g1"})) is Refusal.GAME_RUNS
    second = slot(schedule.next_slot(tournament, 1, NOBODY))
    assert (first.round, second.round) == (1, 2)
    assert schedule.next_slot(tournament, 2, NOBODY) is Refusal.NO_ROOM
    for number in range(2, 7):
        tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), f"g{number}")
    assert schedule.next_slot(tournament, 1, NOBODY) is Refusal.NO_GAMES_LEFT


def test_nobody_plays_at_two_tables_at_once() -> None:
    tournament = made(seating.assign_room(seated(20, tables=2, rounds=3), 2, Room(-200)))
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), "g1")
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 2, frozenset({"g1"}))), "g2")
    assert schedule.next_slot(tournament, 1, frozenset({"g2"})) is Refusal.PLAYERS_PLAY


def test_a_game_without_a_result_is_begun_again_with_other_cards() -> None:
    tournament = seated()
    first = slot(schedule.next_slot(tournament, 1, NOBODY))
    secret = tournament.secret_of(first)
    tournament = schedule.give_up(schedule.begin(tournament, first, "g1"), "g1", "another seed")
    again = slot(schedule.next_slot(tournament, 1, NOBODY))
    assert (again.round, again.seats) == (first.round, first.seats)
    assert tournament.secret_of(again) != secret


def test_a_disqualified_player_is_replaced_by_a_reserve_in_all_games_to_come() -> None:
    tournament = seated(10, 1, rounds=3)
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), "g1")
    tournament = made(disqualification.disqualify(tournament, "u4"))
    assert "u4" in tournament.slots[0].seats
    for old, new in zip(seated(10, 1, rounds=3).slots[1:], tournament.slots[1:], strict=True):
        assert new.seats == tuple("u11" if word == "u4" else word for word in old.seats)
    assert disqualification.disqualify(tournament, "u4") is Refusal.NOT_IN_IT
    assert tournament.reserves == ()


def test_without_a_reserve_somebody_who_rests_sits_down_and_with_nobody_left_the_game_waits() -> None:
    tournament = made(disqualification.disqualify(seated(12), "u3"))
    for each in tournament.slots:
        assert len(set(each.seats)) == 10
        assert "u3" not in each.seats
    short = made(disqualification.disqualify(seated(10), "u3"))
    assert schedule.next_slot(short, 1, NOBODY) is Refusal.SHORT


def test_a_replay_comes_at_the_end_with_the_seats_it_is_given() -> None:
    tournament = seated(rounds=1)
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), "g1")
    seats = tournament.slots[0].seats
    tournament = schedule.replay(tournament, "g1", (*seats[1:], seats[0]), "another seed")
    again = slot(schedule.next_slot(tournament, 1, NOBODY))
    assert (again.replay_of, again.seats) == ("g1", (*seats[1:], seats[0]))
    assert tournament.secret_of(again) != tournament.secret_of(tournament.slots[0])


def test_a_game_beyond_the_schedule_is_dealt_from_a_seed_of_its_own() -> None:
    tournament = seated(rounds=1)
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), "g1")
    replayed = schedule.replay(tournament.finish(), "g1", tournament.slots[0].seats, "fresh")
    for ordered in (replayed, schedule.give_up(tournament, "g1", "fresh")):
        extra = slot(schedule.next_slot(ordered, 1, NOBODY))
        assert ordered.secret_of(extra) != ordered.secret_of(replace(extra, seed=""))
        assert replace(ordered, seed="other").secret_of(extra) == ordered.secret_of(extra)


def test_pairs_to_be_kept_apart_are_named_by_their_numbers() -> None:
    tournament = made(registration.keep_apart(registered(5), 1, 3))
    assert tournament.apart == (("u1", "u3"),)
    assert tournament.plan.apart == (("u1", "u3"),)
    assert made(registration.keep_apart(tournament, 3, 1)).apart == ()
    assert registration.keep_apart(tournament, 2, 2) is Refusal.NOT_IN_IT
    assert registration.keep_apart(tournament, 2, 9) is Refusal.NOT_IN_IT
    assert made(registration.withdraw(tournament, 3)).apart == ()


def test_a_game_of_another_table_is_counted_only_if_it_could_have_been_of_the_schedule() -> None:
    tournament = made(seating.assign_room(seated(20, tables=2, rounds=2), 2, Room(-200)))
    here, ten = Room(-200), tournament.slots[1].seats
    assert tournament.slots[1].table == 2

    def wish(room: Room = here, **more: object) -> "Tournament | Refusal":
        return schedule.count_in(tournament, played(1, Winner.RED, **({"players": ten} | more)), room)  # type: ignore[arg-type]

    assert wish(official=False) is Refusal.UNOFFICIAL
    assert wish(ruleset="fiim") is Refusal.OTHER_RULES
    assert wish(room=Room(-300)) is Refusal.OTHER_ROOM
    assert wish(room=Room(-100)) is Refusal.OTHER_PLAYERS, "another table of the same tournament"
    assert wish(players=(*ten[:9], "stranger")) is Refusal.OTHER_PLAYERS
    assert schedule.count_in(registered(10), played(1, Winner.RED, ten), here) is Refusal.NOT_SEATED

    counted = made(wish(players=ten[::-1]))
    found = counted.slot_of("g001")
    assert found is not None
    assert (found.round, found.table, found.seats) == (1, 2, ten[::-1])
    assert schedule.count_in(counted, played(1, Winner.RED, ten), here) is Refusal.COUNTED


def test_a_group_that_moves_takes_its_tables_along() -> None:
    tournament = made(seating.assign_room(seated(20, tables=2), 2, Room(-200, 5)))
    assert id_changes.moved(tournament, -100, -1001).chat_id == -1001
    assert id_changes.moved(tournament, -100, -1001).rooms == (Room(-1001), Room(-200, 5))
    assert id_changes.moved(tournament, -200, -1001).rooms == (Room(-100), Room(-1001, 5))
    assert id_changes.moved(tournament, -5, -1001) == tournament


def test_who_is_forgotten_has_played_as_somebody_and_plays_no_more() -> None:
    tournament = seated(10, 1, rounds=3)
    tournament = schedule.begin(tournament, slot(schedule.next_slot(tournament, 1, NOBODY)), "g1")
    place = tournament.slots[0].seats.index("u4")
    gone = id_changes.without_person(tournament, 4, "x1")
    assert gone.slots[0].seats[place] == "x1"
    assert gone.named("x1") == FORGOTTEN
    assert all("x1" not in each.seats and "u11" in each.seats for each in gone.slots[1:])
    assert "u4" not in gone.to_json()
    assert id_changes.without_person(gone, 4, "x2") == gone
    assert id_changes.without_person(draft(), 7, "x1").chief == 0
    assert id_changes.without_person(made(registration.keep_apart(registered(5), 4, 5)), 4, "x1").apart == ()
    assert id_changes.without_person(registered(5), 4, "x1") == registration.withdraw(registered(5), 4)


def test_a_tournament_survives_json() -> None:
    tournament = made(disqualification.disqualify(seated(11, 2), "u2"))
    assert tournament_from_json(tournament.to_json()) == tournament
    assert tournament.phase is TournamentPhase.SEATED
