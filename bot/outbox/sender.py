"""Sends what is owed: in order per chat, the urgent first, within the limits, until Telegram has answered."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any
from weakref import WeakValueDictionary

import structlog
from aiogram.exceptions import TelegramMigrateToChat
from aiogram.methods import TelegramMethod
from sqlalchemy import select

from bot.clockwork.clock import Clock, sleep_until_or
from bot.clockwork.pace import Pace
from bot.operation.trouble import OnTrouble, described, store_failed, unheard
from bot.outbox.attempt import Attempts
from bot.outbox.backoff import Backoff
from bot.outbox.delivery import Delivery, Render
from bot.outbox.ephemeral import Ephemeral, Rights
from bot.outbox.fatal_rows import FatalRows
from bot.outbox.listener import Listener
from bot.outbox.pacing import PACED, Limits, Pacing
from bot.outbox.places import Place
from bot.outbox.queue import Agenda, ChatQueue, Line, line_of
from bot.outbox.rows import Args, Kind, Rank, Row, row_from_store
from bot.outbox.slots import Slots
from bot.outbox.transport import Transport
from bot.pages.sheet import Sheet
from bot.processes.baton import Baton
from bot.store import Store, StoreClosed, Work
from bot.store.schema import outbox as outbox_table

log = structlog.get_logger()

LAST_ANSWERS = 10
"""Seconds for the calls in flight when the program ends."""
AT_ONCE = 500
"""Rows that are read in one go."""
MADE_AT_ONCE = 2
"""Files in the making, of all chats."""
IN_FLIGHT = 64
"""Calls at the same time; more would only wait in the connection pool."""


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
        ephemeral: Ephemeral | None = None,
    ) -> None:
        self._database = database
        self._baton = baton or Baton()
        self._clock = clock
        self._transport = transport
        self._render = render
        self.slots = Slots(database, self._baton)
        self._pacing = Pacing(limits, pace)
        self._backoff = Backoff(pace)
        delivery = Delivery(self.slots, self._call, clock, ephemeral or Ephemeral(clock, _no_admin))
        self._attempts = Attempts(delivery, clock, self._pacing, self._backoff, self._in_trouble)
        self._fatal = FatalRows(database, self._in_trouble)
        self._listener: Listener | None = None
        self._lines: dict[Line, ChatQueue] = {}
        self._agenda = Agenda()
        self._owed: Counter[tuple[str, int]] = Counter()
        """Rows that a step's clock waits for."""
        self._made: dict[int, Sheet | None] = {}
        """Files that are ready to be sent, by the number of their row."""
        self._making: set[asyncio.Task[None]] = set()
        self._makers = asyncio.Semaphore(MADE_AT_ONCE)
        self._maker_of: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A chat has one file made at a time: who asks for many waits for their own."""
        self._moved: dict[int, int] = {}
        """Groups that have got another number while the program runs."""
        self._migrating = asyncio.Lock()
        self._known: set[int] = set()
        self._gone: set[int] = set()
        """Rows that wait here, and those settled since the last sweep; only where others add rows."""
        self.on_whisper: Callable[[list[Row]], bool] = _nobody_listens
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._runner: asyncio.Task[None] | None = None
        self.sent: Counter[str] = Counter()
        self.latest: dict[Rank, int] = {}
        """The longest that a row of each rank has waited for its call, in milliseconds."""
        self.on_trouble: OnTrouble = unheard

    def listen(self, listener: Listener) -> None:
        self._listener = self._attempts.listener = listener

    def _in_trouble(self, place: str, error: BaseException) -> None:
        self.on_trouble(place, error)  # whoever listens may have come later

    # --- what comes in ------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Everything that was owed when the program ended."""
        needless = []
        everything = await self._database.rows(select(outbox_table).order_by(outbox_table.c.id))
        for number, stored in enumerate(everything, start=1):
            if self._is_new(stored.id):
                self._fatal.watch(stored.id, stored.tries)
                row = self._line_up(row_from_store(stored))
                if row is not None:
                    needless.append(row)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # a long queue is no reason to be deaf
        for first in range(0, len(needless), AT_ONCE):
            work = Work()
            for row in needless[first : first + AT_ONCE]:
                if row.step:
                    self._spawn(self._settle(row, Work()))
                else:
                    self._forget(row, work)
            await self.record(work)
            if self._baton.shared:
                self._gone.update(row.id for row in needless[first : first + AT_ONCE])

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
        for row in rows:
            queue = self._lines.get(line_of(row))
            self._enqueue(row if queue is None else queue.in_place(row))
        self._wake.set()
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
        self._attempts.clear()
        self._fatal.clear()
        for kept in (self._lines, self._owed, self._made, self._known, self._gone):
            kept.clear()

    async def post(self, rows: list[Row], along: Work | None = None) -> None:
        """Rows that nobody else stores, and what is stored with them."""
        work = along or Work()
        for row in rows:
            row.put(work)
        await self._database.commit(work)
        self.add(rows)

    @property
    def runner(self) -> "asyncio.Task[None] | None":
        return self._runner

    def owes(self, game_id: str, step: int) -> bool:
        return self._owed[game_id, step] > 0

    def suspect(self, place: Place) -> bool:
        """It has refused before this program began: what is owed to it waits for one row to be accepted. False:
        nothing is owed, so that nobody would find out."""
        self._attempts.closed.suspect(place, self._clock.now())
        self._look_at(place.chat_id)
        self._wake.set()
        return any(
            row.kind in PACED for queue in self._of_chat(place.chat_id) for row in queue.of_topic(place.thread_id)
        )

    def is_closed(self, place: Place) -> bool:
        return place in self._attempts.closed

    def retry(self, chat_id: int) -> None:
        """The bot's rights there have changed: what waits is tried now."""
        self._attempts.closed.retry(chat_id, self._clock.now())
        self._look_at(chat_id)
        self._wake.set()

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self._lines.values()) + len(self._making)

    def _of_chat(self, chat_id: int) -> list[ChatQueue]:
        lines = (Line(chat_id, aside) for aside in (False, True))
        return [self._lines[line] for line in lines if line in self._lines]

    def _enqueue(self, row: Row) -> None:
        needless = self._line_up(row)
        if needless is not None:
            self._spawn(self._settle(needless, Work()))

    def _line_up(self, row: Row) -> Row | None:
        """Returns the row that it makes needless, which may be itself."""
        if self._baton.shared:
            self._known.add(row.id)
        if row.kind is Kind.FILE and row.id not in self._made:
            self._spawn(self._make(row), self._making)
            return None
        line = line_of(row)
        queue = self._lines.setdefault(line, ChatQueue())
        if row.step:
            self._owed[row.game_id, row.step] += 1
        needless = queue.add(row)
        if not queue.in_flight:
            self._agenda.now(line, row.rank, row.id)
        # An edit that is kept nowhere has the number of the one whose place it takes.
        return needless if needless is row or (needless is not None and needless.id != row.id) else None

    async def _make(self, row: Row) -> None:
        """A file takes a while, and the messages of its chat do not wait for it."""
        own = self._maker_of.setdefault(row.chat_id, asyncio.Lock())
        while True:
            try:
                async with own, self._makers:
                    made = await self._made_page(row, row.args)
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
            for line in self._agenda.woken(now):
                self._look_at_line(line)
            pause = self._send_what_is_due(now)
            upcoming = self._agenda.next_moment()
            moments = [moment for moment in (pause, upcoming) if moment is not None]
            await self._wait(min(moments) if moments else None)

    async def _wait(self, moment: float | None) -> None:
        if moment is None:
            await self._wake.wait()
            return
        await sleep_until_or(self._clock, int(moment) + 1, self._wake)

    def _look_at(self, chat_id: int) -> None:
        for aside in (False, True):
            self._look_at_line(Line(chat_id, aside))

    def _look_at_line(self, line: Line) -> None:
        queue = self._lines.get(line)
        if queue and not queue.in_flight:
            head = next(queue.heads(), None)
            if head is not None:
                self._agenda.now(line, head.rank, head.id)  # `_try_line` knows what is closed

    def _send_what_is_due(self, now: float) -> float | None:
        """Returns when to come back because of a limit that holds for all chats."""
        while True:
            if self._backoff.all_until > now:
                return self._backoff.all_until
            if len(self._tasks) >= IN_FLIGHT:
                return None
            ready = self._pacing.ready_at(now)
            if ready > now:
                return ready
            line = self._agenda.pop()
            if line is None:
                return None
            if line.aside and (ready := self._pacing.ready_at(now, aside=True)) > now:
                self._agenda.at(ready, line)
                continue
            self._try_line(line, now)

    def _try_line(self, line: Line, now: float) -> None:
        queue = self._lines.get(line)
        if queue is None or queue.in_flight:
            return
        pacing = self._pacing.of_chat(line.chat_id)
        closed = self._attempts.closed.of_chat(line.chat_id)
        soonest = None
        for row in chain(self._probes(line, closed, now), queue.heads(closed)):
            ready = max(pacing.ready_at(row, now), closed.get(row.thread_id, now))
            if ready <= now:
                queue.in_flight = row
                self._pacing.reserve(row, now)
                self._spawn(self._deliver(queue, row))
                return
            soonest = ready if soonest is None else min(soonest, ready)
        if soonest is not None:
            self._agenda.at(soonest, line)

    def _probes(self, line: Line, closed: Iterable[int], now: float) -> Iterator[Row]:
        """Of each topic that is closed the row that finds out whether it still is: one of the game's, if there is
        any."""
        for thread_id in closed:
            for queue in self._of_chat(line.chat_id):
                for stale in [
                    row for row in queue.of_topic(thread_id) if self._attempts.closed.is_stale(row, now)
                ]:
                    queue.drop(stale)
                    self._spawn(self._settle(stale, Work()))
            queue = self._lines[line]
            game = self._lines.get(Line(line.chat_id, aside=False), queue)
            if game is not queue and any(row.kind in PACED for row in game.of_topic(thread_id)):
                continue
            probe = next((row for row in queue.of_topic(thread_id) if row.kind in PACED), None)
            if probe is not None:
                yield probe

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
            self._pacing.release(row)
            if not len(queue) and self._lines.get(line_of(row)) is queue:
                del self._lines[line_of(row)]
            self._look_at(row.chat_id)  # its place may be open again, for both lines

    async def _attempt(self, row: Row) -> bool:
        work = Work()
        try:
            done = await self._attempts.make(row, self._page, work)
        except TelegramMigrateToChat as moved:
            await self._migrate(row.chat_id, moved.migrate_to_chat_id)
            return False
        if done:
            await self._settle(row, work)
        return done

    async def _page(self, row: Row, args: Args) -> Sheet | None:
        """A file is made before its turn comes, everything else now, from the newest view."""
        return self._made[row.id] if row.kind is Kind.FILE else await self._made_page(row, args)

    async def _made_page(self, row: Row, args: Args) -> Sheet | None:
        return await self._fatal.made(row, lambda: self._render(row, args))

    async def _call(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any:
        if paced:
            now = self._clock.now()
            self._pacing.take(row, now)
            self.latest[row.rank] = max(self.latest.get(row.rank, 0), now - max(row.created_ms, row.due_ms))
        self.sent[type(method).__name__] += 1
        answer = await self._transport(method)
        self._attempts.answered(row, written=paced)
        return answer

    async def _migrate(self, old: int, new: int) -> None:
        async with self._migrating:
            if not self._of_chat(old):
                return  # the other line of the chat has brought everything along
            self._moved[old] = new
            if self._listener is not None:
                await self._listener.on_migrated(old, new)
            self.slots.forget_chat(old)
            self._attempts.closed.move(old, new, self._clock.now())
            for queue in self._of_chat(old):
                rows = queue.all()
                queue.sends.clear()
                queue.edits.clear()
                for row in rows:
                    self._lines.pop(line_of(row), None)
                    if row.step:
                        self._owed[row.game_id, row.step] -= 1
                    self._enqueue(replace(row, chat_id=new))

    # --- what is remembered -------------------------------------------------------------------------------------

    async def _settle(self, row: Row, work: Work) -> None:
        self._forget(row, work)
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
        await self._attempts.settled(row)

    def _forget(self, row: Row, work: Work) -> None:
        work.add("drop_row", row=row.id)
        self._made.pop(row.id, None)

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


async def _no_admin(_: int) -> Rights:
    return ()


def _nobody_listens(_: list[Row]) -> bool:
    return False
