"""Limits actions of one person that a whole group is told of: opening tables, leaving, handing over a seat.
Telegram reports some of these at any pace. The limits are wide enough for everybody who plays."""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit


class GroupAction(StrEnum):
    OPEN_TABLE = "open-table"
    """A person opens a table; counted by group and person."""
    CHANGE_HANDS = "change-hands"
    """A seat gets another holder; counted by person."""
    INVITE = "invite"
    """Tell a person who has asked for it that a table is open; counted by person and group."""
    TELL_OF_TABLE = "tell-of-table"
    """Tell a person who wants to hear of each table; counted by person and group."""
    SEEK = "seek"
    """Ask the group for a new holder of a seat; limited because the question is on the screen already."""
    GO = "go"
    """Leave the group. Coming back is not announced, so the last announcement stays true."""
    CLOSE_CHAT = "close-chat"
    """Close the private chat with the bot. Opening it again is not announced, so the last announcement stays
    true."""
    START = "start"
    """Start a table; limited because Telegram is asked about every guest and the group."""
    PAUSE = "pause"
    """Pause a game, or resume it."""


class _Limit(NamedTuple):
    at_once: int
    gap_ms: int


LIMITS: Mapping[GroupAction, _Limit] = {
    GroupAction.OPEN_TABLE: _Limit(4, 30_000),
    GroupAction.CHANGE_HANDS: _Limit(4, 60_000),
    GroupAction.INVITE: _Limit(1, 600_000),
    GroupAction.TELL_OF_TABLE: _Limit(4, 600_000),
    GroupAction.SEEK: _Limit(1, 60_000),
    GroupAction.GO: _Limit(1, 120_000),
    GroupAction.CLOSE_CHAT: _Limit(1, 120_000),
    GroupAction.START: _Limit(2, 5_000),
    GroupAction.PAUSE: _Limit(6, 15_000),
}


class ActionLimits:
    """Counts the actions. Counts per process: each of several processes allows the full number."""

    def __init__(self, pace: Pace) -> None:
        self._limits = {
            action: RateLimit(limit.at_once, pace.scale(limit.gap_ms)) for action, limit in LIMITS.items()
        }

    def allows(self, action: GroupAction, key: Hashable, now: int) -> bool:
        """Returns True if the action is allowed, and counts it then. `key`: whose action it is, or what it
        concerns."""
        return self._limits[action].allows(key, now)
