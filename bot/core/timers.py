"""Named timers on the program's clock: set, moved, cancelled, and tried again when their action fails."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.core import shutdown_limits
from bot.core.apscheduler_alarms import Alarms
from bot.core.clock import Clock
from bot.core.error_reports import ReportError, ignore_error

log = structlog.get_logger()

Action = Callable[[], Awaitable[None]]
SHORTEST_MS, LONGEST_MS = 1_000, 60_000
"""Delay before an action that failed is tried again: doubles from the first to the second."""


def _ignore(_: int) -> None:
    pass


class Timers:
    """A timer fires when the program's clock has reached its moment, whatever the wall clock shows.

    Setting a timer again moves it.
    """

    def __init__(
        self,
        clock: Clock,
        alarms: Alarms,
        report_error: ReportError = ignore_error,
        on_late: Callable[[int], None] = _ignore,
    ) -> None:
        """`on_late` is called with the milliseconds by which each timer was late."""
        self._clock = clock
        self._alarms = alarms
        self._set: dict[str, tuple[int, Action]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._failures: dict[str, int] = {}
        """How often each action has failed that has begun and was not set anew, by name."""
        self._held = False
        self._started = False
        self.resting = False
        """Whether another process is the leader and runs the timers: none is set here."""
        self._on_late = on_late
        self._report_error = report_error

    def start(self) -> None:
        self._started = True
        self._alarms.start(self._ring)
        self._arm_all()

    async def stop(self) -> None:
        self._started = False
        await self._alarms.stop()
        if self._running:
            _, late = await asyncio.wait(tuple(self._running), timeout=shutdown_limits.TIMERS_S)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    @property
    def is_running(self) -> bool:
        return self._started and self._alarms.is_running

    def hold(self) -> None:
        """Keeps all timers from firing until `release`."""
        self._held = True

    def release(self) -> None:
        self._held = False
        self._arm_all()

    def clear(self) -> None:
        self._set.clear()
        self._failures.clear()
        self._alarms.clear()

    def set(self, name: str, moment: int, action: Action) -> None:
        if self.resting:
            return
        self._failures.pop(name, None)
        self._put(name, moment, action)

    def _put(self, name: str, moment: int, action: Action) -> None:
        old = self._set.get(name)
        self._set[name] = (moment, action)
        if self._started and (old is None or old[0] != moment):
            self._alarms.set(name, moment)

    def cancel(self, name: str) -> None:
        if self._set.pop(name, None) is not None and self._started:
            self._alarms.cancel(name)
        self._failures.pop(name, None)

    def has(self, name: str) -> bool:
        return name in self._set

    def __len__(self) -> int:
        return len(self._set)

    def _arm_all(self) -> None:
        if self._started:
            for name, (moment, _) in self._set.items():
                self._alarms.set(name, moment)

    def _ring(self, name: str) -> None:
        found = self._set.get(name)
        if found is None or self._held:
            return
        moment, action = found
        now = self._clock.now()
        if now < moment:
            self._alarms.set(name, moment)
            return
        del self._set[name]
        self._on_late(now - moment)
        self._fire(name, action)

    def _fire(self, name: str, action: Action) -> None:
        failed = self._failures.setdefault(name, 0)

        async def run() -> None:
            try:
                await action()
            except Exception as error:  # an error in one game must not stop the clocks of the others
                log.exception("timer_failed", timer=name)
                self._report_error("timer", error)
                self._again(name, action, failed)
            else:
                if name not in self._set:
                    self._failures.pop(name, None)

        task = asyncio.create_task(run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _again(self, name: str, action: Action, failed: int) -> None:
        """Schedules a failed action again, unless it was set or cancelled since: a step must not last for ever."""
        if name in self._failures and name not in self._set:
            self._failures[name] = failed + 1
            self._put(name, self._clock.now() + min(SHORTEST_MS << min(failed, 8), LONGEST_MS), action)
