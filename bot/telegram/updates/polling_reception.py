"""Notes whether updates can be fetched. While they cannot, no step's time runs out: taps would not be received."""

from bot.core.clock import Clock

OVERDUE_MS = 40_000
"""Milliseconds after which a long poll is taken to hang: it ends after 25 seconds at the latest."""
NOTICED_MS = 5_000
"""Milliseconds below which gaps are ignored."""


class Reception:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: int | None = None
        """When updates were last fetched; None while this process does not poll (another one does, or there is a
        webhook)."""
        self._fails = False

    def begin(self) -> None:
        self._last, self._fails = self._clock.now(), False

    def take_over(self) -> None:
        """Starts counting anew after another process or an earlier run: the gap until now is counted as their
        downtime."""
        if self._last is not None:
            self.begin()

    def end(self) -> None:
        self._last, self._fails = None, False

    def fail(self) -> None:
        self._fails = True

    def gap_ms(self) -> int:
        """Returns for how many milliseconds updates could not be fetched; 0 if that is too short to matter."""
        interrupted_ms = self.interrupted_ms
        return interrupted_ms if interrupted_ms >= NOTICED_MS else 0

    def fetched(self) -> None:
        """Notes that updates were fetched now."""
        self.begin()

    @property
    def is_interrupted(self) -> bool:
        """Whether taps and messages are not received now."""
        return self.interrupted_ms > 0

    @property
    def interrupted_ms(self) -> int:
        """For how many milliseconds updates have not been received; 0 if they are received."""
        if self._last is None:
            return 0
        silent = max(1, self._clock.now() - self._last)
        return silent if self._fails or silent > OVERDUE_MS else 0
