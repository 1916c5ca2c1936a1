"""Alarms that call the timers: date jobs of APScheduler, one per name.

APScheduler counts on the wall clock, the program on a clock that never jumps. So a job is only an alarm: the
listener looks at the program's clock and sets the alarm again if it came too early. When the wall clock was set,
or the machine was suspended, the distance between the two clocks changes, and every alarm is set again.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from bot.core.clock import LOOK_MS, NOISE_MS, Clock

Ring = Callable[[str], None]
"""Called with the name of an alarm, at its moment or a little earlier or later."""
WATCH = "watch-the-wall-clock"
DAY_MS = 24 * 60 * 60_000


class Alarms(Protocol):
    @property
    def is_running(self) -> bool: ...

    def start(self, ring: Ring) -> None: ...

    async def stop(self) -> None: ...

    def set(self, name: str, moment: int) -> None:
        """Sets an alarm for this moment of the program's clock; an earlier alarm of this name is replaced."""
        ...

    def cancel(self, name: str) -> None: ...

    def clear(self) -> None: ...


class ScheduledAlarms:
    """Alarms as jobs of an asyncio scheduler."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moments: dict[str, int] = {}
        self._ring: Ring = _ignore
        self._scheduler: _WatchingScheduler | None = None
        self._ahead = 0
        """How far the program's clock was ahead of the wall clock when the alarms were set."""

    @property
    def is_running(self) -> bool:
        return self._scheduler is not None and bool(self._scheduler.running)

    def start(self, ring: Ring) -> None:
        self._ring = ring
        self._ahead = self._clock.ahead_of_wall()
        self._scheduler = _WatchingScheduler(
            self._look,
            timezone=UTC,
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 100},
        )
        self._scheduler.start()
        self._watch_again()

    async def stop(self) -> None:
        self._moments.clear()
        if self._scheduler is not None and self._scheduler.running:
            self._scheduler.pause()
            await asyncio.sleep(0)  # a call that has begun ends; cancelled, it would be logged as an error
            self._scheduler.shutdown(wait=False)
        self._scheduler = None

    def set(self, name: str, moment: int) -> None:
        is_pending = name in self._moments
        self._moments[name] = moment
        in_ms = min(moment - self._clock.now(), DAY_MS)
        if not (is_pending and self._move(name, in_ms)):
            self._add(self._due, name, in_ms)

    def cancel(self, name: str) -> None:
        if self._moments.pop(name, None) is not None:
            self._remove(name)

    def clear(self) -> None:
        for name in self._moments:
            self._remove(name)
        self._moments.clear()

    def _add(self, job: Callable[[str], Any], name: str, in_ms: int) -> None:
        if self._scheduler is not None:
            with self._scheduler.awake_within(in_ms):
                trigger = DateTrigger(_wall_time(in_ms), UTC)
                self._scheduler.add_job(job, trigger, args=(name,), id=name, replace_existing=True)

    def _move(self, name: str, in_ms: int) -> bool:
        """Moves a job, which is cheaper than adding it again. Returns False if there is no such job, or not any
        more."""
        if self._scheduler is None:
            return False
        try:
            with self._scheduler.awake_within(in_ms):
                self._scheduler.modify_job(name, next_run_time=_wall_time(in_ms))
        except JobLookupError:
            return False
        return True

    def _remove(self, name: str) -> None:
        if self._scheduler is not None:
            try:
                self._scheduler.remove_job(name)
            except JobLookupError:
                return  # it was due, and its call has begun

    async def _due(self, name: str) -> None:
        if self._moments.pop(name, None) is not None:
            self._ring(name)

    async def _watch(self, _: str) -> None:
        """Compares the clocks once a second: a clock that was not read for long takes that for a suspended
        machine."""
        self._look()
        self._watch_again()

    def _watch_again(self) -> None:
        self._add(self._watch, WATCH, LOOK_MS)

    def _look(self) -> None:
        """Sets all alarms again if the wall clock has jumped against the program's clock."""
        ahead = self._clock.ahead_of_wall()
        if abs(ahead - self._ahead) < NOISE_MS:
            return
        self._ahead = ahead
        self._watch_again()
        for name, moment in self._moments.items():
            self.set(name, moment)


class _WatchingScheduler(AsyncIOScheduler):  # type: ignore[misc]  # APScheduler ships no types
    """Compares the clocks before it decides which jobs are due. It waits by the loop's clock, which does not jump,
    so it wakes in time; by a wall clock that was set back it would find that nothing is due yet."""

    def __init__(self, look: Callable[[], None], **options: Any) -> None:
        super().__init__(**options)
        self._look = look
        self._stays_asleep = False

    @contextmanager
    def awake_within(self, in_ms: int) -> Iterator[None]:
        """Surrounds a change of a job that is due in `in_ms`: the scheduler is woken only if it would otherwise
        wait longer. It wakes once a second anyway, to compare the clocks."""
        self._stays_asleep = in_ms > LOOK_MS
        try:
            yield
        finally:
            self._stays_asleep = False

    def wakeup(self) -> None:
        if not self._stays_asleep:
            self._look()
            super().wakeup()


def _wall_time(in_ms: int) -> datetime:
    return datetime.now(UTC) + timedelta(milliseconds=max(in_ms, 0))


def _ignore(_: str) -> None:
    """Ignores an alarm; used until the alarms are started."""
