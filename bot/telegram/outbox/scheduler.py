"""Decides which row is sent next: by rank, chat, rate limit, backoff and closed place."""

import asyncio
import contextlib
import heapq
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import chain

from bot.core.clock import Clock, sleep_until_or
from bot.telegram.outbox.limiters import Limiters
from bot.telegram.outbox.queue import ChatQueue, Lane, lane_of
from bot.telegram.outbox.rate_limits import PACED
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.tasks import OutboxTasks
from bot.telegram.outbox.waiting_rows import WaitingRows

MOST_IN_FLIGHT = 64
"""Most calls at the same time; more would only wait in the connection pool."""


class Agenda:
    """The times at which lanes are checked for rows to send; of those that are due, the more urgent first."""

    __slots__ = ("_due", "_later")

    def __init__(self) -> None:
        self._due: list[tuple[int, int, Lane]] = []
        self._later: list[tuple[float, Lane]] = []

    def now(self, lane: Lane, row: Row) -> None:
        heapq.heappush(self._due, (row.rank, row.id, lane))

    def at(self, moment: float, lane: Lane) -> None:
        heapq.heappush(self._later, (moment, lane))

    def take_later(self, now: float) -> Iterator[Lane]:
        """Removes and returns the lanes whose time has come."""
        while self._later and self._later[0][0] <= now:
            yield heapq.heappop(self._later)[1]

    def pop(self) -> Lane | None:
        return heapq.heappop(self._due)[2] if self._due else None

    def next_moment(self) -> float | None:
        return self._later[0][0] if self._later else None


class Scheduler:
    """Sends the rows when they may be sent: one row per lane is in flight at a time."""

    def __init__(
        self,
        clock: Clock,
        waiting: WaitingRows,
        limiters: Limiters,
        tasks: OutboxTasks,
        wake: asyncio.Event,
        deliver: Callable[[Row], Awaitable[Row | None]],
        discard: Callable[[Row], None],
    ) -> None:
        self._clock = clock
        self._waiting = waiting
        self._limiters = limiters
        self._tasks = tasks
        self._wake = wake
        self._deliver = deliver
        """Delivers a row. Returns None if it is settled, else the row that is tried next."""
        self._discard = discard
        """Settles a row that is not needed any more."""
        self._agenda = Agenda()

    def add(self, row: Row) -> Row | None:
        """Queues a row. Returns the row that is superseded by this one; it may be this one itself."""
        superseded = self._waiting.add(row)
        queue = self._waiting.queue(lane_of(row))
        if queue is None or not queue.in_flight:
            self._agenda.now(lane_of(row), row)
        return superseded

    def look_at(self, chat_id: int) -> None:
        """Checks both lanes of a chat again, because something has changed for its rows."""
        for aside in (False, True):
            self._look_at_lane(Lane(chat_id, aside))

    def clear(self) -> None:
        self._agenda = Agenda()

    async def run(self) -> None:
        while True:
            self._wake.clear()
            now = self._clock.now()
            for lane in self._agenda.take_later(now):
                self._look_at_lane(lane)
            moments = (self._send_due(now), self._agenda.next_moment())
            await self._sleep(min((moment for moment in moments if moment is not None), default=None))

    async def _sleep(self, moment: float | None) -> None:
        if moment is None:
            await self._wake.wait()
            return
        await sleep_until_or(self._clock, int(moment) + 1, self._wake)

    def _look_at_lane(self, lane: Lane) -> None:
        queue = self._waiting.queue(lane)
        if queue and not queue.in_flight:
            # The first row may be a pin that has to wait: the message behind it shall not wait with it.
            head = min(queue.heads(), key=lambda row: (row.rank, row.id), default=None)
            if head is not None:
                self._agenda.now(lane, head)  # closed places are considered in `_try_lane`

    def _send_due(self, now: float) -> float | None:
        """Sends the rows that are due. Returns when to continue if a limit for all chats was reached, else
        None."""
        rates, backoff, _ = self._limiters
        while True:
            if backoff.all_until > now:
                return backoff.all_until
            if len(self._tasks) >= MOST_IN_FLIGHT:
                return None
            ready = rates.ready_at(now)
            if ready > now:
                return ready
            lane = self._agenda.pop()
            if lane is None:
                return None
            if lane.aside and (ready := rates.ready_at(now, aside=True)) > now:
                self._agenda.at(ready, lane)
                continue
            self._try_lane(lane, now)

    def _try_lane(self, lane: Lane, now: float) -> None:
        queue = self._waiting.queue(lane)
        if queue is None or queue.in_flight:
            return
        limits = self._limiters.rates.of_chat(lane.chat_id)
        closed = self._limiters.closed.of_chat(lane.chat_id)
        soonest = None
        for row in chain(self._probes(lane, queue, closed, now), queue.heads(closed)):
            held = self._waiting.held_until(row, now)
            waited_for = queue.is_waited_for(row)
            ready = max(limits.ready_at(row, now, waited_for=waited_for), closed.get(row.thread_id, now), held)
            if ready <= now:
                queue.in_flight = row
                self._limiters.rates.reserve(row, now)
                self._tasks.start(self._send(queue, row))
                return
            soonest = ready if soonest is None else min(soonest, ready)
        if soonest is not None and soonest < math.inf:
            self._agenda.at(soonest, lane)  # else a row of another chat comes first, and then this lane is checked

    def _probes(self, lane: Lane, queue: ChatQueue, closed: Iterable[int], now: float) -> Iterator[Row]:
        """Returns for each closed topic the row that finds out whether it is still closed: a game's row if there
        is one."""
        for thread_id in closed:
            self._discard_stale(lane.chat_id, thread_id, now)
            game = self._waiting.queue(Lane(lane.chat_id, aside=False)) or queue
            if game is not queue and any(row.kind in PACED for row in game.of_topic(thread_id)):
                continue
            probe = next((row for row in queue.of_topic(thread_id) if row.kind in PACED), None)
            if probe is not None:
                yield probe

    def _discard_stale(self, chat_id: int, thread_id: int, now: float) -> None:
        for queue in self._waiting.of_chat(chat_id):
            stale = [row for row in queue.of_topic(thread_id) if self._limiters.closed.is_stale(row, now)]
            for row in stale:
                queue.drop(row)
                self._discard(row)

    async def _send(self, queue: ChatQueue, row: Row) -> None:
        try:
            following = await self._deliver(row)
            queue.in_flight = None
            if following is not row:
                queue.drop(row)
            superseded = None if following is None else queue.again(following)
            if superseded is not None:
                self._discard(superseded)
        finally:
            queue.in_flight = None
            self._limiters.rates.release(row)
            self._waiting.drop_empty(lane_of(row), queue)
            self.look_at(row.chat_id)  # its place may be open again, for both lanes


class SchedulerLoop:
    """The running loop of the scheduler."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self._scheduler.run(), name="outbox")

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
            self.task = None
