"""Rate limits of restrictions in one chat: Telegram counts them apart from messages."""

from collections import deque
from dataclasses import dataclass

from bot.core.pace import Pace


@dataclass(frozen=True, slots=True)
class RestrictLimits:
    """Limits of restrictions in a chat. Telegram's are not published; 429 was seen after about twenty in a row."""

    in_five_seconds: int = 4
    in_a_minute: int = 20
    kept_for_speakers: int = 1
    """Calls that mutes leave free: a speaker does not wait until others are muted."""


class Window:
    """Counts the calls in one chat against the limits for five seconds and for a minute."""

    __slots__ = ("_limits", "_pace", "_taken")

    def __init__(self, limits: RestrictLimits, pace: Pace) -> None:
        self._limits = limits
        self._pace = pace
        self._taken: deque[int] = deque()

    def ready_at(self, now: int, *, mutes: bool) -> int:
        kept = self._limits.kept_for_speakers if mutes else 0
        short = self._free_at(now, max(1, self._limits.in_five_seconds - kept), 5_000)
        return max(short, self._free_at(now, max(1, self._limits.in_a_minute - kept), 60_000))

    def is_idle(self, now: int) -> bool:
        """Tells whether no past call counts for the limits any more."""
        return not self._taken or self._taken[-1] <= now - self._pace.scale(60_000)

    def take(self, now: int) -> None:
        self._taken.append(now)

    def _free_at(self, now: int, most: int, length_ms: int) -> int:
        length = self._pace.scale(length_ms)
        while self._taken and self._taken[0] <= now - self._pace.scale(60_000):
            self._taken.popleft()
        recent = [moment for moment in self._taken if moment > now - length]
        return now if len(recent) < most else recent[-most] + length
