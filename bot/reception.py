"""Whether updates can be fetched. While they cannot, nobody's time runs out: a tap could not be heard."""

from bot.clockwork.clock import Clock

OVERDUE_MS = 40_000
"""A long poll ends after 25 seconds at the latest: one that takes so much longer hangs."""
NOTICED_MS = 5_000
"""A hiccup shorter than this costs nobody anything."""


class Reception:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: int | None = None
        """When updates were last fetched; None while nobody fetches here (another process does, or Telegram brings
        them)."""
        self._fails = False

    def begin(self) -> None:
        self._last, self._fails = self._clock.now(), False

    def take_over(self) -> None:
        """From another process, or from an earlier run: what was missed until now is counted as their downtime."""
        if self._last is not None:
            self.begin()

    def end(self) -> None:
        self._last, self._fails = None, False

    def fail(self) -> None:
        self._fails = True

    def gap_ms(self) -> int:
        """Updates are there: for how long before that could they not be fetched?"""
        deaf_ms = self.deaf_ms
        return deaf_ms if deaf_ms >= NOTICED_MS else 0

    def hear(self) -> None:
        """Updates were fetched."""
        self.begin()

    @property
    def deaf(self) -> bool:
        """Whoever taps or writes now is not heard."""
        return self.deaf_ms > 0

    @property
    def deaf_ms(self) -> int:
        """For so long; 0 if updates come in."""
        if self._last is None:
            return 0
        silent = max(1, self._clock.now() - self._last)
        return silent if self._fails or silent > OVERDUE_MS else 0
