"""Renders the page of a row: files before their turn comes, everything else at the moment it is sent."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

from bot.core.clock import Clock
from bot.core.error_reports import ReportError, described
from bot.storage.storage_errors import store_failed
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.failed_rows import FailedRows
from bot.telegram.outbox.rows import Args, Kind, Row

log = structlog.get_logger()

FILES_AT_ONCE = 2
"""Number of files rendered at the same time, in all chats together."""
RETRY_MS = 1_000
"""Milliseconds until a file is rendered again after the store could not be read."""

Render = Callable[[Row, Args], Awaitable[RenderedMessage | None]]


class Rendering:
    def __init__(self, render: Render, failed_rows: FailedRows, clock: Clock, report_error: ReportError) -> None:
        self._render = render
        self._failed_rows = failed_rows
        self._clock = clock
        self._report_error = report_error
        self._files: dict[int, RenderedMessage | None] = {}
        """Files that are ready to be sent, by the id of their row."""
        self._free = asyncio.Semaphore(FILES_AT_ONCE)
        self._by_chat: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks by chat: one file of a chat is rendered at a time, so a person who asks for many delays nobody
        else."""

    def lacks_file(self, row: Row) -> bool:
        return row.kind is Kind.FILE and row.id not in self._files

    async def make_file(self, row: Row) -> bool:
        """Renders the file of a row; the messages of its chat do not wait for it. Returns False if it cannot be
        rendered."""
        chat = self._by_chat.setdefault(row.chat_id, asyncio.Lock())
        while True:
            try:
                async with chat, self._free:
                    self._files[row.id] = await self._rendered(row, row.args)
            except Exception as error:
                self._report_error("page", error)
                log.error("file_not_rendered", game=row.game_id, page=row.page, why=described(error))
                if not store_failed(error):
                    return False
                await self._clock.sleep_until(self._clock.now() + RETRY_MS)
            else:
                return True

    async def page(self, row: Row, args: Args) -> RenderedMessage | None:
        return self._files[row.id] if row.kind is Kind.FILE else await self._rendered(row, args)

    async def _rendered(self, row: Row, args: Args) -> RenderedMessage | None:
        return await self._failed_rows.rendered(row, lambda: self._render(row, args))

    def forget(self, row: Row) -> None:
        self._files.pop(row.id, None)

    def clear(self) -> None:
        self._files.clear()
        self._failed_rows.clear()
