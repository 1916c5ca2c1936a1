"""Roles as declarations: a side, and what its holder may do at night."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.commands import Verb


class Side(StrEnum):
    RED = "red"
    BLACK = "black"


class Asks(StrEnum):
    """The question that an inspection answers."""

    SIDE = "side"
    SHERIFF = "sheriff"


class Targets(StrEnum):
    """Whom an ability may be aimed at."""

    ANY_LIVING = "any-living"
    OTHERS_LIVING = "others-living"


class TeamShot(NamedTuple):
    """All living members aim at one seat, or the team misses (S0 4.5.4-4.5.5)."""


class Inspect(NamedTuple):
    """The judge answers a question about one seat."""

    asks: Asks


class Guess(NamedTuple):
    """No effect on the game; kept for the statistics after it."""


Effect = TeamShot | Inspect | Guess


@dataclass(frozen=True, slots=True)
class Ability:
    """One thing a holder is asked at night."""

    id: str
    verb: Verb
    decline: Verb
    targets: Targets
    effect: Effect
    after: str = ""
    """Another ability of the same holder that must have been answered before."""


@dataclass(frozen=True, slots=True)
class Role:
    id: str
    side: Side
    abilities: tuple[Ability, ...] = ()
    leads: bool = False
    """Appoints the order of shots and is known to the team as its head."""
    at_most: int = 0
    """How many of it one table may have; 0: any number."""


SHOT = Ability("shot", Verb.SHOOT, Verb.HOLD, Targets.ANY_LIVING, TeamShot())
FIND_SHERIFF = Ability(
    "find-sheriff", Verb.CHECK, Verb.SLEEP, Targets.OTHERS_LIVING, Inspect(Asks.SHERIFF), after=SHOT.id
)
FIND_BLACK = Ability("find-black", Verb.CHECK, Verb.SLEEP, Targets.OTHERS_LIVING, Inspect(Asks.SIDE))
SUSPECT = Ability("suspect", Verb.SUSPECT, Verb.SLEEP, Targets.OTHERS_LIVING, Guess())
"""The harmless prompt of everybody without an ability: nobody is idle, so nothing shows (no leak by traffic)."""

CIVILIAN = Role("civilian", Side.RED)
SHERIFF = Role("sheriff", Side.RED, abilities=(FIND_BLACK,), at_most=1)
MAFIA = Role("mafia", Side.BLACK, abilities=(SHOT,))
DON = Role("don", Side.BLACK, abilities=(SHOT, FIND_SHERIFF), leads=True, at_most=1)
