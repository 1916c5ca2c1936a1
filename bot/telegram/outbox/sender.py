"""Takes a row from its arrival to its outcome: queue, rendering, delivery, storing."""

import asyncio
from dataclasses import replace

from aiogram.exceptions import TelegramMigrateToChat

from bot.core import shutdown_limits
from bot.core.clock import Clock
from bot.core.error_reports import ReportError
from bot.storage import UnitOfWork
from bot.telegram.outbox.delivery_attempt import DeliveryAttempts
from bot.telegram.outbox.limiters import Limiters
from bot.telegram.outbox.moved_chats import MovedChats
from bot.telegram.outbox.outcomes import Outcomes
from bot.telegram.outbox.rendering import Rendering
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.scheduler import Scheduler, SchedulerLoop
from bot.telegram.outbox.tasks import OutboxTasks
from bot.telegram.outbox.waiting_rows import WaitingRows


class Sender:
    def __init__(
        self,
        clock: Clock,
        waiting: WaitingRows,
        limiters: Limiters,
        rendering: Rendering,
        attempts: DeliveryAttempts,
        outcomes: Outcomes,
        moved: MovedChats,
        report_error: ReportError,
    ) -> None:
        self._rendering = rendering
        self._attempts = attempts
        self._outcomes = outcomes
        self._moved = moved
        self._waiting = waiting
        self._wake = asyncio.Event()
        self._tasks = OutboxTasks(self._wake, report_error)
        self._files = OutboxTasks(self._wake, report_error)
        self._scheduler = Scheduler(clock, waiting, limiters, self._tasks, self._wake, self._deliver, self.discard)
        self.loop = SchedulerLoop(self._scheduler)

    @property
    def files_in_progress(self) -> int:
        return len(self._files)

    def enqueue(self, row: Row) -> None:
        superseded = self.line_up(row)
        if superseded is not None:
            self.discard(superseded)

    def line_up(self, row: Row) -> Row | None:
        """Queues a row, or starts rendering its file. Returns the row that is superseded by this one, which the
        caller settles; it may be this one itself."""
        if self._rendering.lacks_file(row):
            self._files.start(self._make_file(row))
            return None
        return self._scheduler.add(row)

    def discard(self, row: Row) -> None:
        """Settles a row that is not needed any more, in a background task."""
        self._tasks.start(self._settle(row, UnitOfWork()))

    def look_at(self, chat_id: int) -> None:
        """Checks the rows of a chat again: they may be sent now, or must wait from now on."""
        self._scheduler.look_at(chat_id)
        self._wake.set()

    def wake(self) -> None:
        self._wake.set()

    def clear(self) -> None:
        self._scheduler.clear()
        self._rendering.clear()
        self._attempts.clear()

    async def stop(self) -> None:
        """Stops sending. Calls in flight are waited for, because their answers have to be stored."""
        await self.loop.stop()
        await self._tasks.wait(shutdown_limits.MESSAGES_S)
        # What could not be stored by now is sent again after the next start.
        late = (*self._tasks, *self._files)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def _make_file(self, row: Row) -> None:
        if await self._rendering.make_file(row):
            self.enqueue(replace(row, chat_id=self._moved.current_id(row.chat_id)))
        else:
            await self._settle(row, UnitOfWork())

    async def _deliver(self, row: Row) -> Row | None:
        """Delivers and settles a row. Returns None, or the row that is tried next: this one, or one instead of
        it."""
        work = UnitOfWork()
        try:
            following = await self._attempts.make(row, work)
        except TelegramMigrateToChat as moved:
            for waiting in await self._moved.move(row.chat_id, moved.migrate_to_chat_id):
                self.enqueue(waiting)
            return row
        if following is None:
            await self._settle(row, work)
        return following

    async def _settle(self, row: Row, work: UnitOfWork) -> None:
        self._rendering.forget(row)
        await self._outcomes.settle(row, work)
        self._attempts.forget(row)
        for chat_id in self._waiting.chats_of_step(row):
            self.look_at(chat_id)  # rows there may have waited for this one
