"""The time, as a port: the shell never asks the system for it, so that all of it runs on a virtual clock too."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970 on a line that never jumps while the program runs."""
        ...

    async def sleep_until(self, moment: int) -> None: ...


class SteadyClock:
    """The wall clock at the start, and the monotonic one from there on: a corrected or sleeping machine skips
    no step (`time.monotonic` stands still while the machine sleeps)."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self._offset

    def not_before(self, moment: int) -> None:
        """The stored past may lie ahead of a wall clock that was set back: go on from there."""
        self._offset += max(0, moment - self.now())

    def ahead_of_wall(self) -> int:
        """How far this line is ahead of the wall clock, for moments that people's devices count down to."""
        return self.now() - time.time_ns() // 1_000_000

    async def sleep_until(self, moment: int) -> None:
        await asyncio.sleep(max(0, moment - self.now()) / 1000)
