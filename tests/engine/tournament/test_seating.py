"""Seating: how good it is, that it is the same for the same seed, and what cannot be seated."""

from itertools import combinations
from math import sqrt
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.seating import (
    ImpossibleSeating,
    Plan,
    Progress,
    Refusal,
    Seating,
    find_seating,
    new_seats,
    quality,
    seat_at_random,
)
from engine.tournament.seating.known_designs import times, two_tables


def plan(players: int, rounds: int, tables: int = 0, apart: tuple[tuple[str, str], ...] = ()) -> Plan:
    return Plan(tuple(f"p{n}" for n in range(players)), tables or players // 10, rounds, apart)


def found(wanted: Plan, seed: int = 7) -> tuple[Seating, list[Progress]]:
    search = find_seating(wanted, Random(seed))
    told = []
    while True:
        try:
            told.append(next(search))
        except StopIteration as end:
            return end.value, told


def check_shape(wanted: Plan, seating: Seating) -> None:
    """Ten at every table, nobody twice in a round, everybody about as often."""
    assert len(seating.rounds) == wanted.rounds
    games = dict.fromkeys(wanted.players, 0)
    for tables in seating.rounds:
        assert [len(table) for table in tables] == [10] * wanted.tables
        seated = [player for table in tables for player in table]
        assert len(set(seated)) == len(seated)
        for player in seated:
            games[player] += 1
    assert max(games.values()) - min(games.values()) <= 1


@pytest.mark.parametrize(("players", "rounds"), [(10, 5), (40, 14), (80, 14)])
def test_half_the_spread_of_chance_nobody_far_everybody_on_each_seat(players: int, rounds: int) -> None:
    wanted = plan(players, rounds)
    began = process_time()
    seating, told = found(wanted)
    assert process_time() - began < 30
    check_shape(wanted, seating)
    reached = quality(wanted, seating)
    by_lot = [quality(wanted, seat_at_random(wanted, Random(seed))).spread for seed in range(20)]
    assert reached.spread <= 0.5 * sum(by_lot) / len(by_lot)
    assert reached.spread <= 0.5 * reached.chance
    assert reached.far == 0
    assert reached.seat_off <= 1
    assert [step.done for step in told] == sorted(step.done for step in told)
    assert told[-1].done == told[-1].of


def test_two_tables_of_twenty_reach_what_is_possible() -> None:
    """Half of chance is out of reach for 20 x 10: a bound, and a seating that attains it.

    Write a round as a vector of 20 signs that add up to nought, one sign per table. With X the 20 x 10 matrix of
    the rounds, two players meet (10 + ip)/2 times, where ip is the product of their rows. The squares of all
    products of rows have the same sum as those of columns, and that is at least ten times 20², of the columns with
    themselves: 4000. The rows with themselves take 20 times 10², so 2000 are left for the 380 pairs of rows.
    """
    wanted = plan(20, 10)
    least_square = (10 * 20**2 - 20 * 10**2) / 380 / 4
    mean_off_five = 5 - float(wanted.target)
    bound = sqrt(least_square - mean_off_five**2)
    seating, _ = found(wanted)
    check_shape(wanted, seating)
    reached = quality(wanted, seating)
    assert reached.spread == pytest.approx(bound, abs=1e-9)
    assert bound / reached.chance == pytest.approx(0.707, abs=0.001)
    assert (reached.fewest, reached.most) == (3, 7)
    assert reached.seat_off <= 1


def test_any_two_rounds_of_the_two_tables_split_the_players_independently() -> None:
    rounds = two_tables(19, Random(1))
    for one, other in combinations(rounds, 2):
        assert len(set(one[0]) & set(other[0])) == 5


def test_the_field_of_sixteen_is_a_field() -> None:
    for a in range(1, 16):
        assert sorted(times(a, b) for b in range(16)) == list(range(16))
        for b in range(16):
            assert times(a, b) == times(b, a)
            assert times(a, b ^ 5) == times(a, b) ^ times(a, 5)
            assert times(times(a, b), 7) == times(a, times(b, 7))


@pytest.mark.parametrize(("players", "rounds", "tables"), [(12, 6, 1), (20, 10, 2), (23, 4, 2)])
def test_same_seed_same_seating(players: int, rounds: int, tables: int) -> None:
    wanted = plan(players, rounds, tables)
    assert found(wanted, 3)[0] == found(wanted, 3)[0]
    assert found(wanted, 3)[0] != found(wanted, 4)[0]


def test_pairs_that_are_kept_apart_never_meet() -> None:
    apart = (("p0", "p1"), ("p2", "p3"), ("p0", "p2"))
    wanted = plan(30, 9, apart=apart)
    seating, _ = found(wanted)
    check_shape(wanted, seating)
    reached = quality(wanted, seating)
    assert reached.broken == 0
    assert reached.spread < 0.75 * reached.chance
    for tables in seating.rounds:
        for table in tables:
            assert not any({*pair} <= {*table} for pair in apart)


def test_twelve_players_at_one_table_rest_in_turn() -> None:
    """Six games of twelve: everybody plays five, and whoever rests together has met once more."""
    wanted = plan(12, 6, tables=1, apart=())
    seating, _ = found(wanted)
    check_shape(wanted, seating)
    reached = quality(wanted, seating)
    assert (reached.fewest, reached.most) == (4, 5)
    assert reached.seat_off <= 1


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (plan(9, 3, tables=1), Refusal.TOO_FEW),
        (plan(39, 3, tables=4), Refusal.TOO_FEW),
        (plan(18, 3, tables=2)._replace(per_table=9), Refusal.NOT_TEN),
        (plan(22, 3, tables=2)._replace(per_table=11), Refusal.NOT_TEN),
        (plan(10, 0), Refusal.NO_ROUNDS),
        (plan(10, 3)._replace(tables=0), Refusal.NO_ROUNDS),
        (plan(10, 3)._replace(players=("a",) * 10), Refusal.TWICE),
        (plan(10, 3, apart=(("p0", "p1"),)), Refusal.APART),
        (plan(20, 3, apart=(("p0", "p1"), ("p1", "p2"), ("p0", "p2"))), Refusal.APART),
    ],
)
def test_what_cannot_be_seated_is_refused(wanted: Plan, why: Refusal) -> None:
    with pytest.raises(ImpossibleSeating) as refused:
        found(wanted)
    assert refused.value.why is why


@settings(max_examples=12, deadline=None)
@given(st.integers(10, 34), st.integers(1, 4), st.integers(0, 1000))
def test_every_plan_has_its_shape(players: int, rounds: int, seed: int) -> None:
    wanted = plan(players, rounds, max(players // 10, 1))
    seating, _ = found(wanted, seed)
    check_shape(wanted, seating)
    assert quality(wanted, seating).seat_off <= 1


@given(st.integers(0, 1000))
def test_in_a_replay_nobody_keeps_the_seat(seed: int) -> None:
    old = tuple("abcdefghij")
    new = new_seats(old, Random(seed))
    assert sorted(new) == sorted(old)
    assert all(one != other for one, other in zip(old, new, strict=True))
