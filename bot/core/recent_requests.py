"""What was asked for a moment ago: a paper, a picture, a look at a group. It is not made anew for every tap."""

from collections.abc import Hashable
from typing import Any

from bot.core.rate_limit import MOST_REMEMBERED

FORGOTTEN_MS = 10 * 60_000
"""Nobody asks about what is older."""


class RecentRequests:
    def __init__(self) -> None:
        self._asked: dict[Hashable, tuple[int, Any]] = {}

    def has(self, key: Hashable, now: int, within_ms: int) -> bool:
        return key in self._asked and now - self._asked[key][0] < within_ms

    def found(self, key: Hashable, now: int, within_ms: int) -> Any:
        """What came of it; None if it is too long ago."""
        return self._asked[key][1] if self.has(key, now, within_ms) else None

    def note(self, key: Hashable, now: int, found: Any = None) -> None:
        if len(self._asked) >= MOST_REMEMBERED:
            self._asked = {known: one for known, one in self._asked.items() if now - one[0] < FORGOTTEN_MS}
        self._asked[key] = (now, found)
