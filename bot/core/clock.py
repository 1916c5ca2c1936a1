"""The time, as a port: the shell never asks the system for it, so that all of it runs on a virtual clock too."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970 on a line that never jumps while the program runs."""
        ...

    def ahead_of_wall(self) -> int:
        """How far this line is ahead of the clock on the wall, for moments that people see."""
        ...

    async def sleep_until(self, moment: int) -> None: ...


LOOK_MS = 1_000
"""Whoever sleeps looks at the clock at least so often."""
STOOD_MS = 10_000
"""Nobody has looked for so long: the whole program stood (a machine that was suspended or frozen)."""
NOISE_MS = 100
"""Two clocks read one after the other are never quite the same."""

Nanoseconds = Callable[[], int]


class SteadyClock:
    """The wall clock at the start, and the monotonic one from there on: a corrected or sleeping machine skips
    no step. Some machines let the monotonic clock run while they sleep: what nobody was awake for is left out."""

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._line = self._wall_ms()
        self._looked = self._steady_ms()

    def now(self) -> int:
        reading = self._steady_ms()
        passed, self._looked = reading - self._looked, reading
        if passed < STOOD_MS:
            self._line += passed
        return self._line

    def not_before(self, moment: int) -> None:
        """The stored past may lie ahead of a wall clock that was set back: go on from there."""
        self._line = max(self.now(), moment)

    def follow(self, moment: int) -> None:
        """Another process keeps the time for all, and its clock shows this."""
        self.now()
        self._line = moment

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
    """Until that moment, or until the event is set before."""
    sleeper = asyncio.ensure_future(clock.sleep_until(moment))
    waker = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait((sleeper, waker), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeper.cancel()
        waker.cancel()
