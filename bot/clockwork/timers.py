"""Wakes us when a moment has come. Fixed names: setting a timer again moves it."""

import asyncio
import contextlib
import heapq
from collections.abc import Awaitable, Callable

import structlog

from bot.clockwork.clock import Clock, sleep_until_or
from bot.operation.trouble import OnTrouble, unheard

log = structlog.get_logger()

Action = Callable[[], Awaitable[None]]
SHORTEST_MS, LONGEST_MS = 1_000, 60_000
"""After how long an action that failed is tried again."""
FEW = 64
"""So many moments that have been put off or called off are left where they are."""
LAST_DEEDS = 5
"""Seconds for what is under way when the program ends."""


class Timers:
    """On the shell's own clock, so that a wall clock that is set does not skip or delay a step."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[str, tuple[int, Action]] = {}
        self._heap: list[tuple[int, str]] = []
        self._wake = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._fired: dict[str, int] = {}
        """Actions under way, and how often each of them has failed."""
        self._held = False
        self.resting = False
        """Another process keeps the time: nothing is set."""
        self.on_late: Callable[[int], None] = _never_mind
        """Told by how many milliseconds a timer came too late."""
        self.on_trouble: OnTrouble = unheard

    def start(self) -> None:
        self._runner = asyncio.create_task(self._run(), name="timers")

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner
        if self._running:
            # What has begun is brought to its end, with everything that follows from it.
            _, late = await asyncio.wait(tuple(self._running), timeout=LAST_DEEDS)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    @property
    def runner(self) -> "asyncio.Task[None] | None":
        return self._runner

    def hold(self) -> None:
        """Nothing fires until `release`: the time stands."""
        self._held = True

    def release(self) -> None:
        self._held = False
        self._wake.set()

    def clear(self) -> None:
        for kept in (self._set, self._heap, self._fired):
            kept.clear()

    def set(self, name: str, moment: int, action: Action) -> None:
        if self.resting:
            return
        self._fired.pop(name, None)
        self._put(name, moment, action)

    def _put(self, name: str, moment: int, action: Action) -> None:
        old = self._set.get(name)
        self._set[name] = (moment, action)
        if old is not None and old[0] == moment:
            return  # it is in the heap already: taps of one step do not move its end
        heapq.heappush(self._heap, (moment, name))
        self._sweep()
        if self._heap[0] == (moment, name):
            self._wake.set()

    def cancel(self, name: str) -> None:
        self._set.pop(name, None)
        self._fired.pop(name, None)
        self._sweep()

    def _sweep(self) -> None:
        """A timer that is moved or cancelled leaves its moment in the heap, and that may be a day away: the heap
        is made anew before most of it is of no use, which costs little for each of them."""
        if len(self._heap) > 2 * len(self._set) + FEW:
            self._heap[:] = [(moment, name) for name, (moment, _) in self._set.items()]
            heapq.heapify(self._heap)

    def has(self, name: str) -> bool:
        return name in self._set

    def __len__(self) -> int:
        return len(self._set)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            now = self._clock.now()
            while not self._held and self._heap and self._heap[0][0] <= now:
                moment, name = heapq.heappop(self._heap)
                found = self._set.get(name)
                if found is not None and found[0] == moment:
                    del self._set[name]
                    self.on_late(now - moment)
                    self._fire(name, found[1])
            await self._wait()

    async def _wait(self) -> None:
        if self._held or not self._heap:
            await self._wake.wait()
            return
        await sleep_until_or(self._clock, self._heap[0][0], self._wake)

    def _fire(self, name: str, action: Action) -> None:
        failed = self._fired.setdefault(name, 0)

        async def run() -> None:
            try:
                await action()
            except Exception as error:  # one game's trouble must not stop the clock of the others
                log.exception("timer failed", timer=name)
                self.on_trouble("timer", error)
                self._again(name, action, failed)
            else:
                if name not in self._set:
                    self._fired.pop(name, None)

        task = asyncio.create_task(run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _again(self, name: str, action: Action, failed: int) -> None:
        """A step that could not be ended must not last for ever. Unless somebody has set or cancelled it since."""
        if name in self._fired and name not in self._set:
            self._fired[name] = failed + 1
            self._put(name, self._clock.now() + min(SHORTEST_MS << min(failed, 8), LONGEST_MS), action)


def _never_mind(_: int) -> None:
    """Nobody counts."""
