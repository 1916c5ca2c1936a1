"""The input of a seating search and its result."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.errors import EngineError

TEN = 10
"""Players at a table; only a table of ten is official."""
FAR = 2
"""Largest acceptable difference between a pair's meetings and the target."""


class Refusal(StrEnum):
    """Why a plan cannot be seated."""

    NOT_TEN = "not-ten"
    TOO_FEW = "too-few"
    """There are fewer than ten players for each table."""
    TWICE = "twice"
    NO_ROUNDS = "no-rounds"
    APART = "apart"
    """No seating was found in which all pairs of `apart` stay apart."""


class ImpossibleSeating(EngineError):
    """Raised for a plan that cannot be seated; `why` is the reason."""

    def __init__(self, why: Refusal, what: str = "") -> None:
        super().__init__(f"{why.value}: {what}" if what else why.value)
        self.why = why


class Plan(NamedTuple):
    """The players, tables and rounds for which a seating is wanted.

    >>> Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=4).games
    Fraction(4, 1)
    """

    players: tuple[str, ...]
    tables: int
    """Number of games that are played at the same time."""
    rounds: int
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs that must never meet."""
    per_table: int = TEN

    @property
    def games(self) -> Fraction:
        """Average number of games per player; if there are more players than seats, they pause in turn."""
        return Fraction(self.rounds * self.tables * TEN, len(self.players))

    @property
    def target(self) -> Fraction:
        """Average number of meetings of a pair."""
        return self.games * (TEN - 1) / (len(self.players) - 1)


class Seating(NamedTuple):
    """The players of every seat in every round."""

    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    """The player by round, table and seat, each index from 0 on."""


def why_not(plan: Plan) -> Refusal | None:
    """Returns why a plan cannot be seated at all; None if a search may begin.

    >>> why_not(Plan(("Ann", "Bob"), tables=1, rounds=4)).value
    'too-few'
    """
    if plan.per_table != TEN:
        return Refusal.NOT_TEN
    if plan.rounds < 1 or plan.tables < 1:
        return Refusal.NO_ROUNDS
    if len(plan.players) < plan.tables * TEN:
        return Refusal.TOO_FEW
    if len(set(plan.players)) < len(plan.players):
        return Refusal.TWICE
    return None


def check_plan(plan: Plan) -> None:
    """Raises `ImpossibleSeating` if a plan cannot be seated at all."""
    refusal = why_not(plan)
    if refusal is not None:
        raise ImpossibleSeating(
            refusal,
            f"{len(plan.players)} players, {plan.rounds} rounds of {plan.tables} tables of {plan.per_table}",
        )
