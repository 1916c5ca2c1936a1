"""How even a seating is: meetings of pairs, games on each seat."""

from itertools import combinations
from math import sqrt
from typing import NamedTuple

from engine.errors import BadRegistration
from engine.tournament.seating.plan import FAR, TEN, Plan, Seating


class Quality(NamedTuple):
    """How even a seating is."""

    target: float
    spread: float
    """Standard deviation of the meetings of pairs from the target."""
    chance: float
    """The spread to be expected of seats drawn by lot."""
    fewest: int
    most: int
    far: int
    """Pairs further than two from the target; those that are kept apart are not counted."""
    seat_off: float
    """The furthest that a player's number of games on a seat is from its share."""
    broken: int
    """Meetings of pairs that should have been kept apart."""


def quality(plan: Plan, seating: Seating) -> Quality:
    """How even a seating of this plan is; `BadRegistration` if it seats somebody whom the plan does not name.

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
    """In each round a pair meets with the same probability, whatever happened before."""
    size = len(plan.players)
    once = plan.tables * TEN * (TEN - 1) / (size * (size - 1))
    return sqrt(plan.rounds * once * (1 - once))
