"""Background tasks of the outbox; their errors are logged and reported."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import structlog

from bot.core.error_reports import ReportError

log = structlog.get_logger()


class OutboxTasks:
    def __init__(self, ended: asyncio.Event, report_error: ReportError) -> None:
        self._ended = ended
        """Set whenever a task has ended."""
        self._report_error = report_error
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def __len__(self) -> int:
        return len(self._tasks)

    def __iter__(self) -> Iterator["asyncio.Task[None]"]:
        return iter([*self._tasks])

    async def wait(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._ended.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("outbox_task_failed", exc_info=error)
            self._report_error("outbox", error)
