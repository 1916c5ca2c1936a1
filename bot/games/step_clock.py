"""The remaining time of a step as a stored value, and how events change it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.games.step_properties import VOTES
from bot.games.vote_announcement import ANNOUNCED_S
from engine import events as ev
from engine.events import Event, StepName
from engine.table import Table


class StepClock(NamedTuple):
    """The time of one step. It runs after the prompts are delivered, but not while paused or during a time-out."""

    step: int
    left_ms: int
    runs_since: int | None
    """When it was started; None while it does not run."""
    under_ms: int
    """The time that comes after this: of the step that a time-out interrupts, or of the vote that is announced;
    0 if neither."""
    waits: bool
    """True until its prompts are delivered."""

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
        """Returns the clock as if it had been started `lost_ms` later, at `now` at the latest."""
        return self if self.runs_since is None else self._replace(runs_since=min(self.runs_since + lost_ms, now))

    def cut(self, at_most_ms: int, now: int) -> "StepClock":
        """Returns the clock with at most `at_most_ms` left of the step, also of one that a time-out interrupts."""
        if self.under_ms:
            return self._replace(under_ms=min(self.under_ms, at_most_ms))
        since = None if self.runs_since is None else now
        return self._replace(left_ms=min(self.left(now), at_most_ms), runs_since=since)

    def prolonged(self, more_ms: int) -> "StepClock":
        return self._replace(left_ms=self.left_ms + more_ms)

    def opened(self) -> "StepClock":
        """Returns the clock of a vote whose announcement is over; it waits until the keys are delivered."""
        return StepClock(self.step, self.under_ms, None, 0, waits=True)

    def asked_again(self, now: int) -> "StepClock":
        """Returns the clock stopped until its prompts, which are sent once more, are delivered."""
        return self if self.runs_since is None else self.stop(now)._replace(waits=True)

    def delivered(self, now: int, *, stopped: bool) -> "StepClock":
        """Returns the clock after its prompts are delivered: running, unless the game is `stopped`."""
        asked = self._replace(waits=False)
        return asked if stopped else asked.run(now)


Pace = Callable[[int], int]
"""Converts seconds of the rules into milliseconds at this table."""


def next_clock(
    clock: StepClock | None,
    ended: Table | None,
    table: Table,
    happened: Sequence[Event],
    now: int,
    pace: Pace,
    *,
    announces: bool,
) -> StepClock | None:
    """Returns the clock after these events; None when the game is over. `ended` is the table before them.
    `announces`: votes of this game are announced."""
    if table.step is StepName.OVER:
        return None
    kinds = {type(event) for event in happened}
    if clock is not None and clock.step == table.number:
        if ev.StepReleased in kinds:
            # The released step begins when its prompts are delivered.
            return clock._replace(runs_since=None, waits=True)
        if ev.MinuteCut in kinds:
            clock = clock.cut(pace(table.seconds), now)
        if clock.waits:
            return clock
        return clock.stop(now) if table.stopped else clock.run(now)
    if clock is not None and ev.TimeOutTaken in kinds:
        under = clock.left(now) + clock.under_ms
        return StepClock(table.number, pace(table.length), None, under, waits=True)
    was_time_out = ended is not None and ended.time_out_by
    if clock is not None and was_time_out and clock.under_ms and ev.StepBegan not in kinds:
        return StepClock(table.number, clock.under_ms, None if table.stopped else now, 0, waits=False)
    if clock is not None and ev.Extended in kinds:
        left = clock.left(now) + pace(table.seconds)
        return StepClock(table.number, left, None if table.stopped else now, 0, waits=False)
    length = pace(table.length)
    if announces and ev.StepBegan in kinds and table.step in VOTES:
        return StepClock(table.number, pace(ANNOUNCED_S), None, length, waits=True)
    return StepClock(table.number, length, None, 0, waits=True)
