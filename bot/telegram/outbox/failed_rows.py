"""Rows that end the program while they are rendered: after three starts in a row they are given up.

Rows that were stored before the start are watched the first time they are rendered: the try is stored before, and
taken back as soon as the page is rendered. So a row that hangs the program or exhausts its memory has one try more
at the next start. Rows that come later in the run are not watched: a fatal one is still stored at the next start.

Rows with tries are rendered one by one: only the fatal one is in progress when the program ends again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress

import structlog

from bot.core.error_reports import ExplainedError, ReportError
from bot.storage import Store, UnitOfWork
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Row

log = structlog.get_logger()

MOST_TRIES = 3
"""Number of times that rendering a row may end the program; at the next start it is not rendered."""


class RowPutAside(ExplainedError):
    """Reported for a row that is not rendered, because the program ended each time it was."""


class FailedRows:
    def __init__(self, store: Store, report_error: ReportError) -> None:
        self._store = store
        self._report_error = report_error
        self._watched: dict[int, int] = {}
        """Rows that were stored before the start and not rendered since, with the number of their stored tries."""
        self._one_by_one = asyncio.Lock()
        self._commits: set[asyncio.Task[None]] = set()

    def watch(self, row_id: int, tries: int) -> None:
        self._watched[row_id] = tries

    def clear(self) -> None:
        self._watched.clear()

    async def rendered(
        self, row: Row, render: Callable[[], Awaitable[RenderedMessage | None]]
    ) -> RenderedMessage | None:
        """Renders a row, and counts the try if the row is watched. Returns None if it has ended the program too
        often."""
        tries = self._watched.get(row.id)
        if tries is None:
            return await render()
        if tries >= MOST_TRIES:
            self._put_aside(row)
            return None
        async with self._one_by_one if tries else nullcontext():
            await self._store.commit(_tried(row, tries + 1))
            self._watched.pop(row.id, None)
            try:
                return await render()
            finally:
                self._take_back(row)

    def _put_aside(self, row: Row) -> None:
        self._watched.pop(row.id, None)
        self._report_error("put-aside", RowPutAside(row.page))
        log.error("row_put_aside", page=row.page, chat=row.chat_id, game=row.game_id)

    def _take_back(self, row: Row) -> None:
        """Clears the stored tries in the background. Commits are made in order, so this is stored before later
        changes."""
        task = asyncio.create_task(self._store_no_try(row))
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)

    async def _store_no_try(self, row: Row) -> None:
        with suppress(Exception):  # one try too many does no harm: it takes three in a row
            await self._store.commit(_tried(row, 0))


def _tried(row: Row, tries: int) -> UnitOfWork:
    return UnitOfWork().note_tries(row=row.id, so_often=tries)
