"""Stores the outcome of rows: a settled row is deleted together with storing what its delivery has changed."""

from collections.abc import Iterable

import structlog

from bot.core.clock import Clock
from bot.core.error_reports import ReportError, described
from bot.storage import Store, StoreClosed, UnitOfWork
from bot.storage.storage_errors import store_failed
from bot.telegram.outbox.closed_chats import ClosedPlaces, place_of
from bot.telegram.outbox.events import OutboxEvents
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.waiting_rows import SeenRows, WaitingRows

log = structlog.get_logger()

RETRY_MS = 1_000
"""Milliseconds between two attempts to store something."""


class Outcomes:
    def __init__(
        self,
        database: Store,
        clock: Clock,
        waiting: WaitingRows,
        seen: SeenRows,
        closed: ClosedPlaces,
        events: OutboxEvents,
        report_error: ReportError,
    ) -> None:
        self._database = database
        self._clock = clock
        self._waiting = waiting
        self._seen = seen
        self._closed = closed
        self._events = events
        self._report_error = report_error

    async def settle(self, row: Row, work: UnitOfWork) -> None:
        """Deletes a row that is delivered, superseded, or refused for good, and reports it to the listener."""
        work.drop_row(row=row.id)
        last = self._waiting.settle(row)
        if not await self._events.settled(row, work, last_of_step=last):
            await self.record(work)
        self._seen.settle([row.id])
        await self._tell_reopened(row)

    async def drop(self, rows: Iterable[Row]) -> None:
        """Deletes superseded rows that no clock waits for, in one commit."""
        work, ids = UnitOfWork(), []
        for row in rows:
            work.drop_row(row=row.id)
            ids.append(row.id)
        await self.record(work)
        self._seen.settle(ids)

    async def record(self, work: UnitOfWork) -> None:
        """Commits `work`, and repeats that while the store fails: a delivered message must not be sent again
        because a disk was full for a while. Raises `StoreClosed` when the program ends."""
        while True:
            try:
                await self._database.commit(work)
            except Exception as error:
                if isinstance(error, StoreClosed) or not store_failed(error):
                    raise
                log.error("outcome_not_stored_yet", why=described(error))
                self._report_error("outbox", error)
                await self._clock.sleep_until(self._clock.now() + RETRY_MS)
            else:
                return

    async def _tell_reopened(self, row: Row) -> None:
        """Tells the listener if this row was the first that a closed place has accepted. Repeats that while the
        store fails; after any other error the next start finds out that the place is open."""
        while self._closed.was_reopened_by(row):
            try:
                await self._events.place_open(place_of(row))
                self._closed.forget_reopening(row)
            except Exception as error:
                self._report_error("outbox", error)
                log.error("place_reopened_not_handled", chat=row.chat_id, why=described(error))
                if isinstance(error, StoreClosed) or not store_failed(error):
                    self._closed.forget_reopening(row)
                else:
                    await self._clock.sleep_until(self._clock.now() + RETRY_MS)
