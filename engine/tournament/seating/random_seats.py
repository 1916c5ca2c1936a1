"""Seats by lot: a whole seating without a search, or new seats for a replay.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Sequence

from engine.dice import Dice
from engine.errors import BadRegistration
from engine.tournament.seating.plan import TEN, ImpossibleSeating, Plan, Refusal, Seating, check_plan


def seat_at_random(plan: Plan, dice: Dice) -> Seating:
    """Returns a random seating without a search; players for whom there is no seat pause in that round.

    Raises `ImpossibleSeating` if the plan cannot be seated.

    >>> from random import Random
    >>> len(seat_at_random(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3), Random(1)).rounds)
    3
    """
    check_plan(plan)
    rounds = []
    for _ in range(plan.rounds):
        drawn = list(plan.players)
        dice.shuffle(drawn)
        rounds.append(tuple(tuple(drawn[TEN * table : TEN * table + TEN]) for table in range(plan.tables)))
    return Seating(tuple(rounds))


def new_seats(seats: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """Returns random seats of the same players for a replay, nobody on the old seat (S3 9.7.4).

    Raises `BadRegistration` if a player sits on two seats, `ImpossibleSeating` if there is only one player.

    >>> from random import Random
    >>> any(old == new for old, new in zip("ABCDEFGHIJ", new_seats("ABCDEFGHIJ", Random(1))))
    False
    """
    if len(set(seats)) < len(seats):
        raise BadRegistration(f"on two seats: {', '.join(sorted({one for one in seats if seats.count(one) > 1}))}")
    if len(seats) == 1:
        raise ImpossibleSeating(Refusal.TOO_FEW, f"{seats[0]} alone has no other seat")
    drawn = list(seats)
    while any(old == new for old, new in zip(seats, drawn, strict=True)):
        dice.shuffle(drawn)
    return tuple(drawn)
