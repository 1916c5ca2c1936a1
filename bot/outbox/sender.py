"""Sends what is owed: in order per chat, the urgent first, within the limits, until Telegram has answered."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

import structlog
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import TelegramMethod
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.clockwork.pace import Pace
from bot.operation.trouble import OnTrouble, described, store_failed, unheard
from bot.outbox.delivery import NO_CHAT, Delivery, Render, says
from bot.outbox.pacing import Bucket, ChatPacing, Limits
from bot.outbox.queue import Agenda, ChatQueue
from bot.outbox.rows import Args, Kind, Rank, Row, row_from_store
from bot.outbox.slots import Slots
from bot.outbox.transport import Transport
from bot.pages.sheet import Sheet
from bot.processes.baton import Baton, NotConducting
from bot.store import Store, StoreClosed, Work
from bot.store.schema import outbox as outbox_table

log = structlog.get_logger()

LONGEST_WAIT_MS = 30_000
LAST_ANSWERS = 10
"""Seconds for the calls in flight when the program ends."""
AT_ONCE = 500
"""Rows that are read in one go."""
PACED = frozenset({Kind.SEND, Kind.FILE, Kind.EDIT})
"""What Telegram's limits count."""
IN_FLIGHT = 64
"""Calls at the same time; more would only wait in the connection pool."""


class Listener(Protocol):
    """Who wants to know how it went; each may add to the unit of work that records the delivery."""

    async def on_settled(self, row: Row, work: Work, *, last_of_step: bool) -> None: ...

    async def on_unreachable(self, chat_id: int) -> None: ...

    async def on_migrated(self, old: int, new: int) -> None: ...


class Outbox:
    def __init__(
        self,
        database: Store,
        clock: Clock,
        transport: Transport,
        render: Render,
        pace: Pace,
        limits: Limits,
        baton: Baton | None = None,
    ) -> None:
        self._database = database
        self._baton = baton or Baton()
        self._clock = clock
        self._transport = transport
        self._render = render
        self._pace = pace
        self._limits = limits
        self.slots = Slots(database, self._baton)
        self._delivery = Delivery(self.slots, self._call)
        self._listener: Listener | None = None
        self._chats: dict[int, ChatQueue] = {}
        self._pacing: dict[int, ChatPacing] = {}
        self._bot = Bucket(limits.bot_burst, pace.scale(1000 / limits.bot_a_second))
        self._agenda = Agenda()
        self._owed: Counter[tuple[str, int]] = Counter()
        """Rows that a step's clock waits for."""
        self._made: dict[int, Sheet | None] = {}
        """Files that are ready to be sent, by the number of their row."""
        self._making: set[asyncio.Task[None]] = set()
        self._moved: dict[int, int] = {}
        """Groups that have got another number while the program runs."""
        self._known: set[int] = set()
        self._gone: set[int] = set()
        """Rows that wait here, and those settled since the last sweep; only where others add rows."""
        self.on_whisper: Callable[[list[Row]], bool] = _nobody_listens
        self._wake = asyncio.Event()
        self._reserved: set[int] = set()
        """Rows for whose call the bot's bucket has room: it is kept from the moment a row sets out, or as many as
        are due at once would all find it free."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._runner: asyncio.Task[None] | None = None
        self._backoff_ms = 0
        self._down_until = 0.0
        self.sent: Counter[str] = Counter()
        self.latest: dict[Rank, int] = {}
        """The longest that a row of each rank has waited for its call, in milliseconds."""
        self.on_trouble: OnTrouble = unheard

    def listen(self, listener: Listener) -> None:
        self._listener = listener

    # --- what comes in ------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Everything that was owed when the program ended."""
        for stored in await self._database.rows(select(outbox_table).order_by(outbox_table.c.id)):
            if self._is_new(stored.id):
                self._enqueue(row_from_store(stored))

    def add(self, rows: list[Row]) -> None:
        """Rows that are stored already. If another process conducts, it finds them in the store."""
        if not self._baton.held:
            return
        for row in rows:
            if self._is_new(row.id):  # else it was found in the store before we came to say so
                self._enqueue(row)
        if rows:
            self._wake.set()

    def whisper(self, rows: list[Row]) -> bool:
        """Rows that are kept nowhere. False: whoever conducts cannot be told of them."""
        if not self._baton.held:
            return self.on_whisper(rows)
        self.add(rows)
        return True

    async def overlooked(self) -> dict[int, str]:
        """Rows that are owed and do not wait here, and for which games."""
        self._gone.clear()
        stored = await self._database.rows(select(outbox_table.c.id, outbox_table.c.game_id))
        return {row.id: row.game_id for row in stored if self._is_new(row.id)}

    async def take_up(self, ids: Iterable[int]) -> None:
        """What other processes have stored."""
        wanted = [number for number in ids if self._is_new(number)]
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            question = select(outbox_table).where(outbox_table.c.id.in_(some)).order_by(outbox_table.c.id)
            for stored in await self._database.rows(question):
                if self._is_new(stored.id):
                    self._enqueue(row_from_store(stored))
        if wanted:
            self._wake.set()

    def _is_new(self, number: int) -> bool:
        return number not in self._known and number not in self._gone

    def clear(self) -> None:
        """Whoever conducts from now on reads everything anew."""
        self._agenda = Agenda()
        self.slots.forget_all()
        for kept in (self._chats, self._owed, self._made, self._known, self._gone):
            kept.clear()

    async def post(self, rows: list[Row]) -> None:
        """Rows that nobody else stores."""
        work = Work()
        for row in rows:
            row.put(work)
        await self._database.commit(work)
        self.add(rows)

    @property
    def runner(self) -> "asyncio.Task[None] | None":
        return self._runner

    def owes(self, game_id: str, step: int) -> bool:
        return self._owed[game_id, step] > 0

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self._chats.values()) + len(self._making)

    def _enqueue(self, row: Row) -> None:
        if self._baton.shared:
            self._known.add(row.id)
        if row.kind is Kind.FILE and row.id not in self._made:
            self._spawn(self._make(row), self._making)
            return
        queue = self._chats.setdefault(row.chat_id, ChatQueue())
        if row.step:
            self._owed[row.game_id, row.step] += 1
        needless = queue.add(row)
        if needless is not None:
            self._spawn(self._settle(needless, Work()))
        if not queue.in_flight:
            self._agenda.now(row.chat_id, row.rank, row.id)

    async def _make(self, row: Row) -> None:
        """A file takes a while, and the messages of its chat do not wait for it."""
        while True:
            try:
                made = await self._render(row, row.args)
            except Exception as bug:
                self.on_trouble("page", bug)
                log.error("a file cannot be made", game=row.game_id, page=row.page, why=described(bug))
                if not store_failed(bug):
                    await self._settle(row, Work())
                    return
                await self._clock.sleep_until(self._clock.now() + 1000)
            else:
                self._made[row.id] = made
                self._enqueue(replace(row, chat_id=self._moved.get(row.chat_id, row.chat_id)))
                return

    # --- the loop -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._runner = asyncio.create_task(self._run(), name="outbox")

    async def stop(self) -> None:
        """Calls in flight are waited for: their answers are worth keeping."""
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner
            self._runner = None
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAST_ANSWERS)
        # What could not be recorded by now is sent again at the next start.
        late = (*self._tasks, *self._making)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            now = self._clock.now()
            for chat_id in self._agenda.woken(now):
                self._look_at(chat_id)
            pause = self._send_what_is_due(now)
            upcoming = self._agenda.next_moment()
            moments = [moment for moment in (pause, upcoming) if moment is not None]
            await self._wait(min(moments) if moments else None)

    async def _wait(self, moment: float | None) -> None:
        if moment is None:
            await self._wake.wait()
            return
        sleeper = asyncio.ensure_future(self._clock.sleep_until(int(moment) + 1))
        waker = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait((sleeper, waker), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeper.cancel()
            waker.cancel()

    def _look_at(self, chat_id: int) -> None:
        queue = self._chats.get(chat_id)
        if queue and not queue.in_flight:
            head = next(queue.heads(), None)
            if head is not None:
                self._agenda.now(chat_id, head.rank, head.id)

    def _send_what_is_due(self, now: float) -> float | None:
        """Returns when to come back because of a limit that holds for all chats."""
        while True:
            if self._down_until > now:
                return self._down_until
            if len(self._tasks) >= IN_FLIGHT:
                return None
            ready = self._bot.ready_at(now)
            if ready > now:
                return ready
            chat_id = self._agenda.pop()
            if chat_id is None:
                return None
            self._try_chat(chat_id, now)

    def _try_chat(self, chat_id: int, now: float) -> None:
        queue = self._chats.get(chat_id)
        if queue is None or queue.in_flight:
            return
        pacing = self._pacing_of(chat_id)
        soonest = None
        for row in queue.heads():
            ready = pacing.ready_at(row, now)
            if ready <= now:
                queue.in_flight = row
                if row.kind in PACED:
                    self._reserved.add(row.id)
                    self._bot.take(now)
                self._spawn(self._deliver(queue, row))
                return
            soonest = ready if soonest is None else min(soonest, ready)
        if soonest is not None:
            self._agenda.at(soonest, chat_id)

    def _pacing_of(self, chat_id: int) -> ChatPacing:
        found = self._pacing.get(chat_id)
        if found is None:
            found = self._pacing[chat_id] = ChatPacing(self._limits, self._pace, is_group=chat_id < 0)
        return found

    def _spawn(self, work: Any, among: "set[asyncio.Task[None]] | None" = None) -> None:
        task = asyncio.create_task(work)
        (self._tasks if among is None else among).add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._making.discard(task)
        self._wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("outbox task failed", exc_info=error)
            self.on_trouble("outbox", error)

    # --- one row ------------------------------------------------------------------------------------------------

    async def _deliver(self, queue: ChatQueue, row: Row) -> None:
        try:
            done = await self._attempt(row)
            queue.in_flight = None
            if done:
                queue.drop(row)
            elif (needless := queue.again(row)) is not None:
                self._spawn(self._settle(needless, Work()))
        finally:
            queue.in_flight = None
            if row.id in self._reserved:  # there was nothing to call for
                self._reserved.discard(row.id)
                self._bot.give_back()
            if len(queue):
                self._look_at(row.chat_id)
            elif self._chats.get(row.chat_id) is queue:
                del self._chats[row.chat_id]

    async def _attempt(self, row: Row) -> bool:
        """True when the row is settled: delivered, needless, or refused for good."""
        work = Work()
        try:
            await self._delivery.perform(row, self._page, work)
        except NotConducting:
            return False
        except TelegramRetryAfter as wait:
            self._pacing_of(row.chat_id).blocked_until = self._clock.now() + wait.retry_after * 1000 + 100
            log.info("told to wait", chat=row.chat_id, seconds=wait.retry_after)
            return False
        except TelegramMigrateToChat as moved:
            await self._migrate(row.chat_id, moved.migrate_to_chat_id)
            return False
        except (TelegramNetworkError, TelegramServerError, TimeoutError, OSError) as trouble:
            self._back_off(trouble)
            return False
        except TelegramForbiddenError as refused:
            log.info("chat refuses", chat=row.chat_id, why=refused.message)
            await self._is_out_of_reach(row.chat_id)
        except TelegramBadRequest as refused:
            if says(refused, *NO_CHAT) and not row.args.get("only"):
                await self._is_out_of_reach(row.chat_id)
            elif not await self._delivery.mend(row, refused, self._page, work):
                return False
        except TelegramNotFound as unknown:
            log.warning("method unknown to this server", kind=row.kind.value, why=unknown.message)
            if row.kind is Kind.SEND and self._delivery.is_plain_from_now_on(row, unknown.message):
                return False
        except Exception as bug:
            if store_failed(bug):
                raise
            # A page that cannot be written must not hold up the game that waits for it.
            self.on_trouble("page", bug)
            log.error("a message cannot be made", game=row.game_id, page=row.page, why=described(bug))
        self._backoff_ms = 0
        await self._settle(row, work)
        return True

    async def _page(self, row: Row, args: Args) -> Sheet | None:
        """A file is made before its turn comes, everything else now, from the newest view."""
        return self._made[row.id] if row.kind is Kind.FILE else await self._render(row, args)

    async def _call(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any:
        if paced:
            now = self._clock.now()
            if row.id in self._reserved:
                self._reserved.discard(row.id)
            else:
                self._bot.take(now)
            self._pacing_of(row.chat_id).take(row, now)
            self.latest[row.rank] = max(self.latest.get(row.rank, 0), now - max(row.created_ms, row.due_ms))
        self.sent[type(method).__name__] += 1
        return await self._transport(method)

    # --- when it does not go well -------------------------------------------------------------------------------

    def _back_off(self, trouble: BaseException) -> None:
        """Telegram cannot be reached: everything waits, twice as long each time."""
        self._backoff_ms = min(max(500, self._backoff_ms * 2), LONGEST_WAIT_MS)
        self._down_until = self._clock.now() + self._pace.scale(self._backoff_ms)
        log.warning("Telegram cannot be reached", wait_ms=self._backoff_ms, why=type(trouble).__name__)

    async def _is_out_of_reach(self, chat_id: int) -> None:
        if self._listener is not None:
            await self._listener.on_unreachable(chat_id)

    async def _migrate(self, old: int, new: int) -> None:
        self._moved[old] = new
        if self._listener is not None:
            await self._listener.on_migrated(old, new)
        queue = self._chats.pop(old, None)
        if queue is None:
            return
        self.slots.forget_chat(old)
        for row in queue.all():
            if row.step:
                self._owed[row.game_id, row.step] -= 1
            self._enqueue(replace(row, chat_id=new))
        queue.sends.clear()
        queue.edits.clear()

    # --- what is remembered -------------------------------------------------------------------------------------

    async def _settle(self, row: Row, work: Work) -> None:
        work.add("drop_row", row=row.id)
        self._made.pop(row.id, None)
        last = False
        if row.step:
            self._owed[row.game_id, row.step] -= 1
            last = self._owed[row.game_id, row.step] <= 0
            if last:
                del self._owed[row.game_id, row.step]
        if self._listener is not None and row.game_id:
            await self._listener.on_settled(row, work, last_of_step=last)
        else:
            await self.record(work)
        if self._baton.shared:
            self._known.discard(row.id)
            self._gone.add(row.id)

    async def record(self, work: Work) -> None:
        """Telegram has the message: it must not be sent again only because the disk is full for a while."""
        while True:
            try:
                await self._database.commit(work)
            except Exception as trouble:
                if isinstance(trouble, StoreClosed) or not store_failed(trouble):
                    raise
                log.error("what was delivered cannot be recorded yet", why=described(trouble))
                self.on_trouble("outbox", trouble)
                await self._clock.sleep_until(self._clock.now() + 1000)
            else:
                return


def _nobody_listens(_: list[Row]) -> bool:
    return False
