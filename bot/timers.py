"""Wakes us when a moment has come. Fixed names: setting a timer again moves it."""

import asyncio
import contextlib
import heapq
from collections.abc import Awaitable, Callable

import structlog

from bot.clock import Clock

log = structlog.get_logger()

Action = Callable[[], Awaitable[None]]


class Timers:
    """On the shell's own clock, so that a wall clock that is set does not skip or delay a step."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[str, tuple[int, Action]] = {}
        self._heap: list[tuple[int, str]] = []
        self._wake = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._runner = asyncio.create_task(self._run(), name="timers")

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)

    def set(self, name: str, moment: int, action: Action) -> None:
        self._set[name] = (moment, action)
        heapq.heappush(self._heap, (moment, name))
        self._wake.set()

    def cancel(self, name: str) -> None:
        self._set.pop(name, None)

    def has(self, name: str) -> bool:
        return name in self._set

    def __len__(self) -> int:
        return len(self._set)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                moment, name = heapq.heappop(self._heap)
                found = self._set.get(name)
                if found is not None and found[0] == moment:
                    del self._set[name]
                    self._fire(name, found[1])
            await self._wait()

    async def _wait(self) -> None:
        if not self._heap:
            await self._wake.wait()
            return
        sleeper = asyncio.ensure_future(self._clock.sleep_until(self._heap[0][0]))
        waker = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait((sleeper, waker), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeper.cancel()
            waker.cancel()

    def _fire(self, name: str, action: Action) -> None:
        async def run() -> None:
            try:
                await action()
            except Exception:  # one game's trouble must not stop the clock of the others
                log.exception("timer failed", timer=name)

        task = asyncio.create_task(run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
