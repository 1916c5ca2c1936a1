"""Calls that no handler waits for, such as the answer to a tap: the next update of the same person is handled
while they are in flight."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import structlog

log = structlog.get_logger()

Call = Coroutine[Any, Any, None]


class BackgroundCalls:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @contextmanager
    def accepted(self) -> Iterator[None]:
        """Around the handling of one update."""
        before = _current.set(self)
        try:
            yield
        finally:
            _current.reset(before)

    def start(self, call: Call) -> None:
        task = asyncio.create_task(call)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background_call_failed", exc_info=error)

    async def close(self, within: float) -> None:
        """Waits so many seconds for the calls in flight, then cancels them."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=within)
        for task in list(self._tasks):
            task.cancel()


_current: ContextVar[BackgroundCalls | None] = ContextVar("background_calls", default=None)


async def in_background(call: Call) -> None:
    """Makes the call beside the handler; outside of `BackgroundCalls.accepted`, awaits it."""
    calls = _current.get()
    if calls is None:
        await call
        return
    calls.start(call)
    await asyncio.sleep(0)  # it starts before the handler's next call
