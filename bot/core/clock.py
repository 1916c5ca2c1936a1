"""The time, as a port: nothing else asks the system for it, so that tests run on a virtual clock."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970; never jumps while the program runs."""
        ...

    def ahead_of_wall(self) -> int:
        """Milliseconds by which `now` is ahead of the wall clock, for moments that are shown."""
        ...

    async def sleep_until(self, moment: int) -> None: ...


LOOK_MS = 1_000
"""Milliseconds after which a waiting task reads the clock again, at the latest."""
STOOD_MS = 10_000
"""Milliseconds between two readings after which the whole program is taken to have been stopped: the machine was
suspended or frozen."""
NOISE_MS = 100
"""Milliseconds below which a difference of two clocks is ignored: they are read one after the other."""

Nanoseconds = Callable[[], int]


class SteadyClock:
    """Starts at the wall clock's time and follows the monotonic clock: setting the wall clock, or suspending the
    machine, skips no step. Some monotonic clocks go on while the machine is suspended: that time is left out."""

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._now = self._wall_ms()
        self._looked = self._steady_ms()

    def now(self) -> int:
        reading = self._steady_ms()
        passed, self._looked = reading - self._looked, reading
        if passed < STOOD_MS:
            self._now += passed
        return self._now

    def not_before(self, moment: int) -> None:
        """Continues from this moment if it is later: stored moments may be ahead of the wall clock."""
        self._now = max(self.now(), moment)

    def follow(self, moment: int) -> None:
        """Takes over the time of another process, the leader."""
        self.now()
        self._now = moment

    def ahead_of_wall(self) -> int:
        ahead = self.now() - self._wall_ms()
        return ahead if abs(ahead) >= NOISE_MS else 0

    async def sleep_until(self, moment: int) -> None:
        await asyncio.sleep(0)
        while (left := moment - self.now()) > 0:
            await asyncio.sleep(min(left, LOOK_MS) / 1000)

    def _wall_ms(self) -> int:
        return self._wall() // 1_000_000

    def _steady_ms(self) -> int:
        return self._steady() // 1_000_000


async def sleep_until_or(clock: Clock, moment: int, event: asyncio.Event) -> None:
    """Sleeps until that moment, or until the event is set."""
    sleeper = asyncio.ensure_future(clock.sleep_until(moment))
    waker = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait((sleeper, waker), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeper.cancel()
        waker.cancel()
