"""Finds a seating: by a search for an even one, or by lot.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Generator, Sequence

from engine.dice import Dice
from engine.tournament.seating.plan import TEN, ImpossibleSeating, Plan, Refusal, Seating, why_not
from engine.tournament.seating.seat_search import spread_seats, spread_tables
from engine.tournament.seating.table_search import Progress, TableSearch


def find_seating(plan: Plan, dice: Dice) -> Generator[Progress, None, Seating]:
    """Search for an even seating: a generator that yields `Progress` and returns the `Seating`.

    The same `dice` give the same seating. `ImpossibleSeating` if the plan cannot be seated.

    >>> from random import Random
    >>> search = find_seating(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=2), Random(1))
    >>> try:
    ...     while True:
    ...         progress = next(search)
    ... except StopIteration as found:
    ...     sorted(found.value.rounds[0][0]) == list("ABCDEFGHIJ")
    True
    """
    refusal = why_not(plan)
    if refusal is not None:
        raise ImpossibleSeating(refusal)
    search = TableSearch(plan, dice)
    yield from search.run()
    if search.meetings_of_apart():
        raise ImpossibleSeating(Refusal.APART)
    seated = spread_seats(plan, search.rounds, dice)
    spread_tables(plan, seated, dice)
    return Seating(
        tuple(tuple(tuple(plan.players[player] for player in table) for table in tables) for tables in seated)
    )


def seat_at_random(plan: Plan, dice: Dice) -> Seating:
    """Seats drawn by lot, without a search; those for whom there is no seat rest.

    >>> from random import Random
    >>> len(seat_at_random(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3), Random(1)).rounds)
    3
    """
    rounds = []
    for _ in range(plan.rounds):
        drawn = list(plan.players)
        dice.shuffle(drawn)
        rounds.append(tuple(tuple(drawn[TEN * table : TEN * table + TEN]) for table in range(plan.tables)))
    return Seating(tuple(rounds))


def new_seats(seats: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """The same players for a replay, nobody on the old seat (S3 9.7.4).

    >>> from random import Random
    >>> any(old == new for old, new in zip("ABCDEFGHIJ", new_seats("ABCDEFGHIJ", Random(1))))
    False
    """
    drawn = list(seats)
    while any(old == new for old, new in zip(seats, drawn, strict=True)):
        dice.shuffle(drawn)
    return tuple(drawn)
