"""How long a step still lasts: a value that is stored, and how events change it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.events import Event, StepName
from engine.table import Table

WARN_BEFORE_MS = 10_000
"""A speaker is told when ten seconds are left."""


class StepClock(NamedTuple):
    """The time of one step. It stands until its prompts are delivered, while paused, and under a time-out."""

    step: int
    left_ms: int
    runs_since: int | None
    """When it was set going; None while it stands."""
    under_ms: int
    """What was left of the step that a time-out interrupts."""
    waits: bool
    """Its prompts are not delivered yet."""

    def deadline(self) -> int | None:
        return None if self.runs_since is None else self.runs_since + self.left_ms

    def left(self, now: int) -> int:
        if self.runs_since is None:
            return self.left_ms
        return max(0, self.left_ms - (now - self.runs_since))

    def stop(self, now: int) -> "StepClock":
        return self._replace(left_ms=self.left(now), runs_since=None)

    def run(self, now: int) -> "StepClock":
        return self if self.runs_since is not None else self._replace(runs_since=now)

    def credited(self, lost_ms: int, now: int) -> "StepClock":
        """As if it had not run for so long."""
        return self if self.runs_since is None else self._replace(runs_since=min(self.runs_since + lost_ms, now))

    def cut(self, at_most_ms: int, now: int) -> "StepClock":
        """No more than so much is left of the step, also under a time-out that interrupts it."""
        if self.under_ms:
            return self._replace(under_ms=min(self.under_ms, at_most_ms))
        since = None if self.runs_since is None else now
        return self._replace(left_ms=min(self.left(now), at_most_ms), runs_since=since)

    def lengthened(self, more_ms: int) -> "StepClock":
        return self._replace(left_ms=self.left_ms + more_ms)

    def asked_again(self, now: int) -> "StepClock":
        """Its prompts go out once more: it stands until everybody has them."""
        return self if self.runs_since is None else self.stop(now)._replace(waits=True)

    def delivered(self, now: int, *, stopped: bool) -> "StepClock":
        """Everybody has been asked: now the time counts."""
        asked = self._replace(waits=False)
        return asked if stopped else asked.run(now)


Pace = Callable[[int], int]
"""Seconds of the rules → milliseconds at this table."""


def next_clock(
    clock: StepClock | None, table: Table, happened: Sequence[Event], now: int, pace: Pace
) -> StepClock | None:
    """The clock after these events; None when the game is over."""
    if table.step is StepName.OVER:
        return None
    kinds = {type(event) for event in happened}
    if clock is not None and clock.step == table.number:
        if ev.StepReleased in kinds:
            # What was held begins now, when everybody has been asked.
            return clock._replace(runs_since=None, waits=True)
        if ev.MinuteCut in kinds:
            clock = clock.cut(pace(table.seconds), now)
        if clock.waits:
            return clock
        return clock.stop(now) if table.stopped else clock.run(now)
    if clock is not None and ev.TimeOutTaken in kinds:
        return StepClock(table.number, pace(table.length), None, clock.left(now), waits=True)
    if clock is not None and clock.under_ms and ev.StepBegan not in kinds:
        return StepClock(table.number, clock.under_ms, None if table.stopped else now, 0, waits=False)
    if clock is not None and ev.Extended in kinds:
        left = clock.left(now) + pace(table.seconds)
        return StepClock(table.number, left, None if table.stopped else now, 0, waits=False)
    return StepClock(table.number, pace(table.length), None, 0, waits=True)
