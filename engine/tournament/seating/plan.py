"""What a tournament wants to be seated, and the seating it gets."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.errors import EngineError

TEN = 10
"""Only a table of ten is official."""
FAR = 2
"""No pair shall be further from the target than this."""


class Refusal(StrEnum):
    """Why a plan cannot be seated."""

    NOT_TEN = "not-ten"
    TOO_FEW = "too-few"
    """Fewer than ten for each table."""
    TWICE = "twice"
    NO_ROUNDS = "no-rounds"
    APART = "apart"
    """Pairs that are to be kept apart would have to meet."""


class ImpossibleSeating(EngineError):
    """A plan that cannot be seated; `why` says for what reason."""

    def __init__(self, why: Refusal, what: str = "") -> None:
        super().__init__(f"{why.value}: {what}" if what else why.value)
        self.why = why


class Plan(NamedTuple):
    """What is to be seated: so many rounds of so many tables of ten.

    >>> Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=4).games
    Fraction(4, 1)
    """

    players: tuple[str, ...]
    tables: int
    """Games at the same time."""
    rounds: int
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs that never meet."""
    per_table: int = TEN

    @property
    def games(self) -> Fraction:
        """How many games each plays; those for whom there is no seat rest in turn."""
        return Fraction(self.rounds * self.tables * TEN, len(self.players))

    @property
    def target(self) -> Fraction:
        """How often a pair should meet."""
        return self.games * (TEN - 1) / (len(self.players) - 1)


class Seating(NamedTuple):
    """Who sits where in every round."""

    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    """Round, table, seat."""


def why_not(plan: Plan) -> Refusal | None:
    """Why a plan cannot be seated at all; None if a search may begin.

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
