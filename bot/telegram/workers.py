"""Background workers, at most one for each key: a chat whose mutes change, a game whose tags change."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

import structlog

from bot.core.error_reports import ReportError, ignore_error
from bot.core.leadership import NotLeader

log = structlog.get_logger()

Key = TypeVar("Key", bound=Hashable)


class Workers(Generic[Key]):
    def __init__(
        self,
        name: str,
        run: Callable[[Key], Awaitable[None]],
        on_end: Callable[[Key], None] | None = None,
        report_error: ReportError = ignore_error,
    ) -> None:
        self._name = name
        self._run = run
        self._on_end = on_end
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._report_error = report_error

    def start(self, key: Key) -> None:
        """Starts the worker of a key. The caller makes sure that none is running."""
        task = self._tasks[key] = asyncio.create_task(self._work(key), name=f"{self._name} {key}")
        task.add_done_callback(lambda ended: self._ended(key, ended))

    def is_running(self, key: Key) -> bool:
        return key in self._tasks

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def stop(self, within: float) -> None:
        """Waits at most `within` seconds for the workers, then cancels them."""
        tasks = [*self._tasks.values()]
        if tasks and within:
            await asyncio.wait(tasks, timeout=within)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _work(self, key: Key) -> None:
        await self._run(key)

    def _ended(self, key: Key, task: "asyncio.Task[None]") -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if self._on_end is not None:
            self._on_end(key)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, NotLeader):
                return  # the new leader does the work
            log.error(f"{self._name}_failed", key=key, exc_info=error)
            self._report_error(self._name, error)
