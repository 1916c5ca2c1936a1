"""Searches for an even seating by three goals, of which an earlier one outweighs all later ones.

First everybody meets everybody about as often, then everybody has each seat about as often, then each table.
"""

from collections.abc import Generator

from engine.dice import Dice
from engine.errors import BadRegistration
from engine.tournament.seating.meeting_search import MeetingSearch, Progress
from engine.tournament.seating.plan import ImpossibleSeating, Plan, Refusal, Seating, check_plan
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
    check_plan(plan)
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
