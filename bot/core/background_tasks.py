"""Background tasks that are cancelled when the program ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def is_running(self, name: str) -> bool:
        return any(task.get_name() == name for task in self._tasks)

    @property
    def running(self) -> frozenset[asyncio.Task[None]]:
        return frozenset(self._tasks)

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
