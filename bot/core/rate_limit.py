"""A token bucket by key: a burst at once, then one per gap."""

from collections.abc import Hashable

MOST_REMEMBERED = 10_000


class RateLimit:
    """Limits a burst of actions by key. Counts per process: each of several processes allows the full number."""

    __slots__ = ("_burst", "_full_at", "_gap_ms")

    def __init__(self, burst: int, gap_ms: float) -> None:
        self._burst = burst
        self._gap_ms = gap_ms
        self._full_at: dict[Hashable, float] = {}
        """When the whole burst is allowed again, by key."""

    def allows(self, key: Hashable, now: float) -> bool:
        """Returns True if the action is allowed, and counts it then."""
        full_at = max(self._full_at.get(key, now), now)
        if full_at - now > (self._burst - 1) * self._gap_ms:
            return False
        if len(self._full_at) >= MOST_REMEMBERED:
            self._full_at = {known: moment for known, moment in self._full_at.items() if moment > now}
        self._full_at[key] = full_at + self._gap_ms
        return True

    def is_calm(self, key: Hashable, now: float) -> bool:
        """Tells whether the whole burst is allowed."""
        return self._full_at.get(key, now) <= now

    def give_back(self, key: Hashable) -> None:
        if key in self._full_at:
            self._full_at[key] -= self._gap_ms
