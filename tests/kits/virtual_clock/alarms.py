"""Alarms on a clock that only tests move: nothing here looks at the system's time."""

import asyncio
import contextlib
import heapq

from bot.core.apscheduler_alarms import Ring
from bot.core.clock import Clock, sleep_until_or


class SleepingAlarms:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moments: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._wake = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._runner is not None and not self._runner.done()

    def start(self, ring: Ring) -> None:
        self._runner = asyncio.create_task(self._run(ring), name="alarms")

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    def set(self, name: str, moment: int) -> None:
        self._moments[name] = moment
        heapq.heappush(self._heap, (moment, name))
        if self._heap[0] == (moment, name):
            self._wake.set()

    def cancel(self, name: str) -> None:
        self._moments.pop(name, None)

    def clear(self) -> None:
        self._moments.clear()
        self._heap.clear()

    async def _run(self, ring: Ring) -> None:
        while True:
            self._wake.clear()
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                moment, name = heapq.heappop(self._heap)
                if self._moments.get(name) == moment:
                    del self._moments[name]
                    ring(name)
            if self._heap:
                await sleep_until_or(self._clock, self._heap[0][0], self._wake)
            else:
                await self._wake.wait()
