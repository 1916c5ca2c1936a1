"""Remembers results of recent requests (a report, a picture, a check of a group), so that not every tap repeats
the work."""

from collections.abc import Hashable
from typing import Any

from bot.core.rate_limit import MOST_REMEMBERED

FORGOTTEN_MS = 10 * 60_000
"""Age in milliseconds after which entries may be dropped."""


class RecentRequests:
    def __init__(self) -> None:
        self._asked: dict[Hashable, tuple[int, Any]] = {}

    def has(self, key: Hashable, now: int, within_ms: int) -> bool:
        return key in self._asked and now - self._asked[key][0] < within_ms

    def found(self, key: Hashable, now: int, within_ms: int) -> Any:
        """Returns the noted result; None if there is none within that time."""
        return self._asked[key][1] if self.has(key, now, within_ms) else None

    def note(self, key: Hashable, now: int, found: Any = None) -> None:
        if len(self._asked) >= MOST_REMEMBERED:
            self._asked = {known: one for known, one in self._asked.items() if now - one[0] < FORGOTTEN_MS}
        self._asked[key] = (now, found)
