"""How often one person does what a whole group is told of: opening tables, going and coming, handing a seat over.

Telegram tells of some of these whether or not they are wanted, and at any pace; and nobody who plays needs more.
"""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit


class GroupAction(StrEnum):
    OPEN_TABLE = "open-table"
    """By a person, in a group."""
    CHANGE_HANDS = "change-hands"
    """A seat, by a person."""
    INVITE = "invite"
    """A person to a group's next table."""
    SEEK = "seek"
    """Somebody for a seat: the message that seeks stands there already."""
    GO = "go"
    """Out of the group. That somebody is back is not told, so what was said last stays right."""
    CLOSE_CHAT = "close-chat"
    """The private chat with the bot; as above."""
    START = "start"
    """A table: Telegram is asked about every guest and the group."""
    PAUSE = "pause"
    """A game, or let it go on."""


class _Measure(NamedTuple):
    at_once: int
    gap_ms: int


MEASURES: Mapping[GroupAction, _Measure] = {
    GroupAction.OPEN_TABLE: _Measure(4, 30_000),
    GroupAction.CHANGE_HANDS: _Measure(4, 60_000),
    GroupAction.INVITE: _Measure(1, 600_000),
    GroupAction.SEEK: _Measure(1, 60_000),
    GroupAction.GO: _Measure(1, 120_000),
    GroupAction.CLOSE_CHAT: _Measure(1, 120_000),
    GroupAction.START: _Measure(2, 5_000),
    GroupAction.PAUSE: _Measure(6, 15_000),
}


class ActionLimits:
    """In one process: of several each allows as much."""

    def __init__(self, pace: Pace) -> None:
        self._limits = {
            deed: RateLimit(measure.at_once, pace.scale(measure.gap_ms)) for deed, measure in MEASURES.items()
        }

    def allows(self, deed: GroupAction, key: Hashable, now: int) -> bool:
        """True: it is counted. `key`: whose deed, or what becomes of."""
        return self._limits[deed].allows(key, now)
