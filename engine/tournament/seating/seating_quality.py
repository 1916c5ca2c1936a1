"""Measures how even a seating is: by meetings of pairs and games on each seat."""

from itertools import combinations
from math import sqrt
from typing import NamedTuple

from engine.errors import BadRegistration
from engine.tournament.seating.plan import FAR, TEN, Plan, Seating


class Quality(NamedTuple):
    """Measures of a seating; zero deviations mean a perfectly even one."""

    target: float
    spread: float
    """Standard deviation of the meetings of pairs from the target."""
    chance: float
    """The spread that a random seating has on average."""
    fewest: int
    most: int
    far: int
    """Number of pairs whose meetings differ by more than two from the target, without pairs kept apart."""
    seat_off: float
    """Largest difference between a player's games on one seat and a tenth of the games per player."""
    broken: int
    """Number of meetings of pairs that should have been kept apart."""


def quality(plan: Plan, seating: Seating) -> Quality:
    """Measures a seating of this plan; raises `BadRegistration` if it seats somebody whom the plan does not name.

    >>> from random import Random
    >>> from engine.tournament.seating import seat_at_random
    >>> plan = Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3)
    >>> quality(plan, seat_at_random(plan, Random(1))).spread
    0.0
    """
    seated = {player for tables in seating.rounds for table in tables for player in table}
    if strangers := sorted(seated - set(plan.players)):
        raise BadRegistration(f"seated, and not registered: {', '.join(strangers)}")
    apart = {frozenset(pair) for pair in plan.apart}
    met = dict.fromkeys(map(frozenset, combinations(plan.players, 2)), 0)
    sat: dict[tuple[str, int], int] = {(player, seat): 0 for player in plan.players for seat in range(TEN)}
    for tables in seating.rounds:
        for table in tables:
            for pair in combinations(table, 2):
                met[frozenset(pair)] += 1
            for seat, player in enumerate(table):
                sat[player, seat] += 1
    counts = [number for pair, number in met.items() if pair not in apart]
    target, share = float(plan.target), float(plan.games / TEN)
    return Quality(
        target,
        sqrt(sum((number - target) ** 2 for number in counts) / len(counts)),
        _chance(plan),
        min(counts),
        max(counts),
        sum(1 for number in counts if abs(number - target) > FAR),
        max(abs(number - share) for number in sat.values()),
        sum(met[pair] for pair in apart),
    )


def _chance(plan: Plan) -> float:
    """Returns the spread of a random seating, in which a pair meets with the same probability in each round."""
    size = len(plan.players)
    once = plan.tables * TEN * (TEN - 1) / (size * (size - 1))
    return sqrt(plan.rounds * once * (1 - once))
