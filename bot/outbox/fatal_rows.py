"""Rows that end the program while they are put into words: after three starts in a row they are put aside.

What was owed at the start is watched, each row the first time its page is made: that it is tried is stored before,
and taken back as soon as the page is there. So whatever ends the program, by standing still or by eating up its
memory, is found in the store with one try more. A row that has none costs a commit then, and what comes later in
the run costs nothing: if it is fatal it is owed at the next start.

Those that have been tried before are made one by one: only the guilty one is in hand when it happens again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress

import structlog

from bot.failed_updates import MOST_TRIES
from bot.operation.trouble import OnTrouble, Telling
from bot.outbox.rows import Row
from bot.pages.sheet import Sheet
from bot.store import Store, Work

log = structlog.get_logger()


class RowPutAside(Telling):
    """The program ended while this was put into words, each time."""


class FatalRows:
    def __init__(self, store: Store, on_trouble: OnTrouble) -> None:
        self._store = store
        self._on_trouble = on_trouble
        self._watched: dict[int, int] = {}
        """Rows that were owed at the start and have not been made since, and how often they were tried before."""
        self._one_by_one = asyncio.Lock()
        self._notes: set[asyncio.Task[None]] = set()

    def watch(self, number: int, tries: int) -> None:
        self._watched[number] = tries

    def clear(self) -> None:
        self._watched.clear()

    async def made(self, row: Row, make: Callable[[], Awaitable[Sheet | None]]) -> Sheet | None:
        """Its page; none if it has ended the program too often."""
        tries = self._watched.get(row.id)
        if tries is None:
            return await make()
        if tries >= MOST_TRIES:
            self._put_aside(row)
            return None
        async with self._one_by_one if tries else nullcontext():
            await self._store.commit(_tried(row, tries + 1))
            self._watched.pop(row.id, None)
            try:
                return await make()
            finally:
                self._take_back(row)

    def _put_aside(self, row: Row) -> None:
        self._watched.pop(row.id, None)
        self._on_trouble("put-aside", RowPutAside(row.page))
        log.error("row_put_aside", page=row.page, chat=row.chat_id, game=row.game_id)

    def _take_back(self, row: Row) -> None:
        """Nobody waits for it: what is stored later is stored after it."""
        task = asyncio.create_task(self._store_no_try(row))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _store_no_try(self, row: Row) -> None:
        with suppress(Exception):  # a try too many is no harm: it takes three in a row
            await self._store.commit(_tried(row, 0))


def _tried(row: Row, tries: int) -> Work:
    return Work().add("note_tries", row=row.id, so_often=tries)
