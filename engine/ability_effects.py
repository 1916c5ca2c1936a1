"""What abilities do: a few general effects, which `engine.night_resolution` carries out.

An ability combines effects; a new role is a new combination. A new mechanic is one more declaration here and one
more case in `engine.night_resolution.apply`.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from enum import StrEnum
from typing import NamedTuple

from engine.options import LoverAlibi, Options

__all__ = [
    "Agreement",
    "Alibi",
    "Asks",
    "Block",
    "CopyVote",
    "Disguise",
    "Effect",
    "Expose",
    "Guard",
    "Guess",
    "Inspect",
    "Jail",
    "Kill",
    "Protect",
    "Silence",
    "TeamKill",
]


class Asks(StrEnum):
    """The question that an inspection answers."""

    SIDE = "side"
    ROLE = "role"
    SHERIFF = "sheriff"
    COMMISSAR = "commissar"
    LEADER = "leader"


class Agreement(StrEnum):
    """How several shooters come to one shot."""

    ALL = "all"
    """Everyone at the same seat, or a miss (S0 4.5.4-4.5.5, S1)."""
    MOST = "most"
    """The seat with the most choices; in a tie the one that got there first (S2: they agree by signs)."""


class TeamKill(NamedTuple):
    """One shot of the whole team."""

    agreement: Agreement


class Kill(NamedTuple):
    """A shot of one's own."""

    spares: tuple[str, ...] = ()
    """Roles it does nothing to."""


class Protect(NamedTuple):
    """The target cannot die this night."""


class Guard(NamedTuple):
    """Whoever would kill the target kills the guard instead."""


class Block(NamedTuple):
    """The target's abilities come to nothing this night."""

    modes: tuple[LoverAlibi, ...] = ()


class Disguise(NamedTuple):
    """Every question about the target is answered as if it held this role."""

    role: str


class Inspect(NamedTuple):
    """The judge answers a question about the target."""

    asks: Asks


class Expose(NamedTuple):
    """The target learns who has come."""


class Jail(NamedTuple):
    """A target that looks like one of these sides goes to prison until the warden dies."""

    sides: tuple[str, ...]


class Silence(NamedTuple):
    """The target may not vote on the coming day."""


class CopyVote(NamedTuple):
    """The target votes on the coming day as the actor does."""


class Alibi(NamedTuple):
    """The target cannot be nominated on the coming day."""

    modes: tuple[LoverAlibi, ...] = ()


class Guess(NamedTuple):
    """No effect on the game; kept for the statistics after it."""


Effect = (
    TeamKill
    | Kill
    | Protect
    | Guard
    | Block
    | Disguise
    | Inspect
    | Expose
    | Jail
    | Silence
    | CopyVote
    | Alibi
    | Guess
)


def in_force(effect: Effect, options: Options) -> bool:
    """An effect may depend on how a table plays it."""
    return not isinstance(effect, Block | Alibi) or not effect.modes or options.lover_alibi in effect.modes
