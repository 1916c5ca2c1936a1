"""The order of updates: those of one person are handled one after another, different people in parallel.

An update may be confirmed to Telegram when it and all before it are finished.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from aiogram.types import Update

from bot.telegram.updates.flood_control import FloodControl
from bot.telegram.updates.intake import lane_of

RETRY_S = 1.0
"""Seconds between two attempts to handle an update whose effect could not be stored."""

Take = Callable[[Update], Awaitable[bool]]


class UpdateOrder:
    def __init__(self, take: Take, admission: FloodControl | None = None) -> None:
        self._take = take
        self._admission = admission
        self._lanes: dict[int, deque[Update]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unfinished: set[int] = set()
        self._finished: set[int] = set()
        """Ids of finished updates that Telegram may deliver again, because an earlier one is unfinished."""
        self._following: int | None = None
        """The id after the last update that was delivered."""
        self._quiet = asyncio.Event()
        """Set when nothing is unfinished, or the program ends."""
        self._progress = asyncio.Event()
        self._ending = asyncio.Event()
        self._failure: BaseException | None = None

    @property
    def offset(self) -> int | None:
        """Id of the first update that Telegram is to deliver (again)."""
        return min(self._unfinished, default=self._following)

    def asked_from(self, offset: int | None) -> None:
        """Forgets the finished updates below this offset: Telegram never delivers them again."""
        if offset is not None:
            self._finished = {number for number in self._finished if number >= offset}

    def add(self, updates: Iterable[Update], numbers: Iterable[int]) -> None:
        """Adds a batch: the updates that are understood, and the ids of all."""
        understood = {update.update_id: update for update in updates}
        brought = list(numbers)
        if not brought:
            return
        begins_anew = self._following is not None and max(brought) < self._following and not self._unfinished
        self._following = max(max(brought) + 1, 0 if begins_anew else self._following or 0)
        for number in brought:
            if number in self._unfinished or number in self._finished:
                continue
            if number in understood:
                self._admit(understood[number])
            else:
                self._finished.add(number)

    def is_known(self, number: int) -> bool:
        return number in self._unfinished or number in self._finished

    def _admit(self, update: Update) -> None:
        if self._admission is not None and not self._admission.enters(update):
            self._finished.add(update.update_id)
            self._progress.set()
            return
        self._unfinished.add(update.update_id)
        self._quiet.clear()
        name = lane_of(update)
        lane = self._lanes.get(name)
        if lane is not None:
            lane.append(update)
            return
        lane = self._lanes[name] = deque((update,))
        task = asyncio.create_task(self._work(name, lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, name: int, lane: deque[Update]) -> None:
        try:
            while lane:
                if await self._take(lane[0]):
                    self._finish(lane.popleft())
                elif await self._ends_within(RETRY_S):
                    return
        except Exception as failure:
            self._failure = failure
            self._quiet.set()
            self._progress.set()
        finally:
            del self._lanes[name]

    def _finish(self, update: Update) -> None:
        if self._admission is not None:
            self._admission.leaves(update)
        self._unfinished.discard(update.update_id)
        self._finished.add(update.update_id)
        self._progress.set()
        if not self._unfinished:
            self._quiet.set()

    async def _ends_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)
        return self._ending.is_set()

    async def all_finished(self, within: float) -> None:
        """Waits until nothing is unfinished, at most `within` seconds; raises the error of a task."""
        if self._unfinished and not self._quiet.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._quiet.wait(), max(within, 0))
        if self._failure is not None:
            raise self._failure

    async def advanced(self, offset: int | None, within: float) -> None:
        """Waits until the offset has changed, at most `within` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(within, 0)):
                while self.offset == offset and not self._quiet.is_set():
                    self._progress.clear()
                    await self._progress.wait()

    def end(self) -> None:
        """Ends all waiting; updates whose effect cannot be stored are not tried again."""
        self._ending.set()
        self._quiet.set()
        self._progress.set()

    async def close(self, within: float) -> None:
        self.end()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=within)
        late = list(self._tasks)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)
