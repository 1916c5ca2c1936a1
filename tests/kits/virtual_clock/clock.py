"""A clock that moves on only when no task has anything left to do."""

import asyncio
import heapq
from itertools import count

START = 1_800_000_000_000


class VirtualClock:
    def __init__(self, start: int = START) -> None:
        self._now = start
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()

        self.wall_behind = 0
        """Milliseconds by which the wall clock is behind this one, after somebody has set it."""

    def now(self) -> int:
        return self._now

    def ahead_of_wall(self) -> int:
        return self.wall_behind

    def set_to(self, moment: int) -> None:
        """Sets the time before anything waits: for a program that starts later than the one before."""
        self._now = max(self._now, moment)

    async def sleep_until(self, moment: int) -> None:
        if moment <= self._now:
            await asyncio.sleep(0)
            return
        waker: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (moment, next(self._order), waker))
        await waker

    async def settle(self) -> None:
        """Lets every task do what can be done now. Nothing here waits for threads or sockets."""
        loop = asyncio.get_running_loop()
        idle = 0
        while idle < 3:
            await asyncio.sleep(0)
            # The loop's own queue shows whether any other task is left to run.
            idle = idle + 1 if not loop._ready else 0  # type: ignore[attr-defined]

    async def step(self, limit: int) -> bool:
        """Moves on to the next moment that a task waits for; returns False if there is none up to the limit."""
        await self.settle()
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        if not self._sleepers or self._sleepers[0][0] > limit:
            return False
        moment = self._sleepers[0][0]
        self._now = max(self._now, moment)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            _, _, waker = heapq.heappop(self._sleepers)
            if not waker.done():
                waker.set_result(None)
        await self.settle()
        return True

    async def on_to(self, moment: int) -> None:
        """Moves on to this time, past every moment that a task waits for."""
        while await self.step(moment):
            pass
        self._now = max(self._now, moment)
