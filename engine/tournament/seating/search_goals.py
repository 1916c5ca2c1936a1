"""Finds a seating: by search for an even one, or at random.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Generator, Sequence

from engine.dice import Dice
from engine.errors import BadRegistration
from engine.tournament.seating.meeting_search import MeetingSearch, Progress
from engine.tournament.seating.plan import TEN, ImpossibleSeating, Plan, Refusal, Seating, why_not
from engine.tournament.seating.seat_and_table_search import spread_seats, spread_tables


def find_seating(plan: Plan, dice: Dice) -> Generator[Progress, None, Seating]:
    """Searches for an even seating: a generator that yields `Progress` and returns the `Seating`.

    The same `dice` give the same seating. Raises `ImpossibleSeating` if the plan cannot be seated,
    `BadRegistration` if it keeps somebody apart who does not play.

    >>> from random import Random
    >>> search = find_seating(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=2), Random(1))
    >>> try:
    ...     while True:
    ...         progress = next(search)
    ... except StopIteration as found:
    ...     sorted(found.value.rounds[0][0]) == list("ABCDEFGHIJ")
    True
    """
    _check(plan)
    if strangers := sorted({one for pair in plan.apart for one in pair} - set(plan.players)):
        raise BadRegistration(f"kept apart, and not registered: {', '.join(strangers)}")
    search = MeetingSearch(plan, dice)
    yield from search.run()
    if search.meetings_of_apart():
        raise ImpossibleSeating(Refusal.APART, f"{len(plan.apart)} pairs to be kept apart")
    seated = spread_seats(plan, search.rounds, dice)
    spread_tables(plan, seated, dice)
    return Seating(
        tuple(tuple(tuple(plan.players[player] for player in table) for table in tables) for tables in seated)
    )


def _check(plan: Plan) -> None:
    refusal = why_not(plan)
    if refusal is not None:
        raise ImpossibleSeating(
            refusal,
            f"{len(plan.players)} players, {plan.rounds} rounds of {plan.tables} tables of {plan.per_table}",
        )


def seat_at_random(plan: Plan, dice: Dice) -> Seating:
    """Returns a random seating without a search; players for whom there is no seat pause in that round.

    Raises `ImpossibleSeating` if the plan cannot be seated.

    >>> from random import Random
    >>> len(seat_at_random(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3), Random(1)).rounds)
    3
    """
    _check(plan)
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
