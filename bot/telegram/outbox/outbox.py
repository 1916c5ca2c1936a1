"""The outbox: rows are stored with the events that cause them, and sent until Telegram has answered."""

import asyncio
from collections.abc import Callable

from bot.core.clock import Clock
from bot.core.error_reports import ReportError, ignore_error
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.transport import Transport
from bot.storage import Store, UnitOfWork
from bot.telegram.outbox.closed_chats import ClosedPlaces, Place
from bot.telegram.outbox.deleted_messages import Returns
from bot.telegram.outbox.delivery import Delivery
from bot.telegram.outbox.delivery_attempt import DeliveryAttempts
from bot.telegram.outbox.ephemeral import Ephemeral, Rights
from bot.telegram.outbox.events import Listener, OutboxEvents
from bot.telegram.outbox.failed_rows import FailedRows
from bot.telegram.outbox.limiters import Limiters
from bot.telegram.outbox.moved_chats import MovedChats
from bot.telegram.outbox.outcomes import Outcomes
from bot.telegram.outbox.queue import lane_of
from bot.telegram.outbox.rate_limits import PACED, Limits, RateLimits
from bot.telegram.outbox.rendering import Render, Rendering
from bot.telegram.outbox.retry_backoff import Backoff
from bot.telegram.outbox.row_calls import RowCalls
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.sender import Sender
from bot.telegram.outbox.sent_messages import SentMessages, tell_nobody
from bot.telegram.outbox.stored_rows import StoredRows
from bot.telegram.outbox.waiting_rows import SeenRows, WaitingRows


class Outbox:
    """The outbox as other packages use it: takes rows, sends them and tells what waits."""

    def __init__(
        self,
        database: Store,
        clock: Clock,
        transport: Transport,
        render: Render,
        pace: Pace,
        limits: Limits,
        leadership: Leadership | None = None,
        ephemeral: Ephemeral | None = None,
        report_error: ReportError = ignore_error,
        on_adopted: Callable[[int, str], None] = tell_nobody,
    ) -> None:
        """`on_adopted` is called with chat and slot of a message whose id the leader may have cached."""
        self.on_unstored: Callable[[list[Row]], bool] = _no_other_process
        """Passes rows that are not stored to the leader. Returns False if it cannot be reached."""
        self._database = database
        self._clock = clock
        self._leadership = leadership or Leadership()
        self._events = OutboxEvents()
        self._waiting = WaitingRows()
        self._seen = SeenRows(shared=self._leadership.shared)
        self._closed = ClosedPlaces(pace)
        self.sent_messages = SentMessages(database, clock, self._leadership, on_adopted)
        limiters = Limiters(RateLimits(limits, pace), Backoff(pace), self._closed)
        failed_rows = FailedRows(database, report_error)
        rendering = Rendering(render, failed_rows, clock, report_error)
        self.calls = RowCalls(transport, clock, limiters)
        delivery = Delivery(
            self.sent_messages,
            self.calls,
            rendering.page,
            clock,
            ephemeral or Ephemeral(clock, _no_admin),
            Returns(clock, pace),
            self._waiting.args_of,
        )
        attempts = DeliveryAttempts(delivery, self.calls, clock, limiters, self._events, report_error)
        outcomes = Outcomes(database, clock, self._waiting, self._seen, self._closed, self._events, report_error)
        moved = MovedChats(clock, self._waiting, self.sent_messages, self._closed, self._events)
        self._sender = Sender(clock, self._waiting, limiters, rendering, attempts, outcomes, moved, report_error)
        self.stored_rows = StoredRows(database, self._seen, self._sender, outcomes, failed_rows)
        self.record = outcomes.record
        """Commits a unit of work, and repeats that while the store fails."""

    def listen(self, listener: Listener) -> None:
        self._events.listener = listener

    async def post(self, rows: list[Row], along: UnitOfWork | None = None) -> None:
        """Stores rows, together with other changes, and sends them."""
        work = along or UnitOfWork()
        for row in rows:
            row.put(work)
        await self._database.commit(work)
        self.add(rows)

    def add(self, rows: list[Row]) -> None:
        """Sends rows that are stored already. In a process that is not the leader it does nothing: the leader
        finds them in the store."""
        if not self._leadership.held:
            return
        for row in rows:
            if self._seen.is_new(row.id):  # else the stored rows were read again meanwhile
                self._enqueue(row)
        if rows:
            self._sender.wake()

    def add_unstored(self, rows: list[Row]) -> bool:
        """Sends rows that are not stored. Returns False if this process is not the leader and cannot reach it."""
        if not self._leadership.held:
            return self.on_unstored(rows)
        for row in rows:
            queue = self._waiting.queue(lane_of(row))
            self._enqueue(row if queue is None else queue.in_place(row))
        self._sender.wake()
        return True

    def _enqueue(self, row: Row) -> None:
        self._seen.add(row.id)
        self._sender.enqueue(row)

    @property
    def waiting(self) -> int:
        return len(self._waiting) + self._sender.files_in_progress

    def owes(self, game_id: str, step: int) -> bool:
        """Tells whether the clock of this step still waits for a row."""
        return self._waiting.has_rows_of(game_id, step)

    def suspect(self, place: Place) -> bool:
        """Treats a place as closed because it was before this start: its rows wait until one of them is accepted.
        Returns False if no row waits for it, so that nothing would find out."""
        self._closed.suspect(place, self._clock.now())
        self._sender.look_at(place.chat_id)
        queues = self._waiting.of_chat(place.chat_id)
        return any(row.kind in PACED for queue in queues for row in queue.of_topic(place.thread_id))

    def is_closed(self, place: Place) -> bool:
        return place in self._closed

    def retry(self, chat_id: int) -> None:
        """Tries the waiting rows of a chat now, because the bot's rights there have changed."""
        self._closed.retry(chat_id, self._clock.now())
        self._sender.look_at(chat_id)

    def start(self) -> None:
        self._sender.loop.start()

    @property
    def runner(self) -> "asyncio.Task[None] | None":
        return self._sender.loop.task

    async def stop(self) -> None:
        await self._sender.stop()

    def clear(self) -> None:
        """Drops all rows and caches after leadership is lost: the next leader reads everything from the store."""
        self.sent_messages.forget_all()
        for part in (self._sender, self._closed, self._waiting, self._seen):
            part.clear()


async def _no_admin(_: int) -> Rights:
    return ()


def _no_other_process(_: list[Row]) -> bool:
    return False
