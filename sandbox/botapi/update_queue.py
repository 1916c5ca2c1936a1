"""The queue of a bot's updates: expiry, getUpdates with long polling, confirmation."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.botapi.fault_injection import Faults
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why

KINDS = frozenset(
    {
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "inline_query",
        "chosen_inline_result",
        "callback_query",
        "shipping_query",
        "pre_checkout_query",
        "poll",
        "poll_answer",
        "my_chat_member",
        "chat_member",
        "chat_join_request",
        "message_reaction",
        "message_reaction_count",
    }
)
# Sent only if allowed_updates names them.
ONLY_IF_NAMED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
MOST_PENDING = 20_000  # bounds the memory for a bot that never fetches
LONGEST_POLL = 50
# How long an update is kept, in seconds of the sandbox's clock: Client.cpp, add_new_callback_query and add_update.
KEPT = 86_400
KEPT_QUERIES = {"callback_query": 150, "shipping_query": 150, "pre_checkout_query": 150}
# A bot that repeats a getUpdates too soon is slowed down: Client.cpp, process_get_updates_query.
REPEAT_AT_ONCE, REPEAT_LIMIT = 0.5, 1
REPEAT, REPEAT_WAIT = 3.0, 3.0
FUTURE = 10  # largest distance of an offset from the next update
CONFLICT_WAIT = 3.0  # seconds by which a repeated conflict is delayed: Client.cpp, fail_query_conflict
PARTNER_WAIT = 1.0  # seconds that fault `shuffle_updates` waits for a second update


@dataclass(slots=True, eq=False)
class Update:
    id: int
    kind: str
    body: Json
    expires: float
    again: bool = False  # fault `double_update`: delivered once more after it was confirmed

    def as_json(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


@dataclass(frozen=True, slots=True)
class Webhook:
    url: str
    secret: str = ""
    max_connections: int = 40
    ip_address: str = ""


class UpdateQueue:
    def __init__(self, bot_id: int, faults: Faults, now: Callable[[], float] = time.time) -> None:
        self.bot_id = bot_id
        self.faults = faults
        self.now = now
        self.pending: deque[Update] = deque()
        self.allowed: frozenset[str] | None = None
        self.asked_for: list[str] | None = None
        self.webhook: Webhook | None = None
        self.last_error: tuple[int, str] | None = None
        self.delivered: Counter[str] = Counter()
        self.asked_at = 0.0  # end of the last getUpdates; this and the next two are monotonic times
        self.started_at = 0.0
        self.next_conflict_at = 0.0
        self.polling = False
        self._offset = -1
        self._last_id = 530_000_000
        self._arrived = asyncio.Event()
        self._poll = 0

    def put(self, kind: str, body: Json) -> None:
        if (kind not in self.allowed) if self.allowed is not None else (kind in ONLY_IF_NAMED):
            return
        expires = self._expiry(kind, body)
        if expires <= int(self.now()):
            return
        self._last_id += 1
        update = Update(self._last_id, kind, body, expires)
        if self.faults.armed:
            chat = (body.get("chat") or body.get("message", {}).get("chat") or {}).get("id")
            if self.faults.trigger_update_fault("lose_update", chat):
                return
            update.again = self.faults.trigger_update_fault("double_update", chat)
        self.pending.append(update)
        if len(self.pending) > MOST_PENDING:
            self.pending.popleft()
        self._arrived.set()

    def _expiry(self, kind: str, body: Json) -> int:
        """Returns when an update expires: queries by the time of arrival, everything else by its own date."""
        if kind in KEPT_QUERIES:
            return int(self.now()) + KEPT_QUERIES[kind]
        return int(body.get("edit_date") or body.get("date") or self.now()) + KEPT

    def waiting(self) -> deque[Update]:
        """Drops expired updates and returns the pending ones."""
        now = int(self.now())
        if any(update.expires < now for update in self.pending):
            self.pending = deque(update for update in self.pending if update.expires >= now)
        return self.pending

    def allow(self, kinds: list[str] | None) -> None:
        """Sets the allowed kinds of updates; None keeps the previous choice, an empty list is the default."""
        if kinds is None:
            return
        self.asked_for = [kind for kind in kinds if kind in KINDS] or None
        self.allowed = frozenset(self.asked_for) if self.asked_for else None

    def confirm(self, offset: int) -> None:
        """Confirms updates before the offset; one far beyond the last confirms none: tddb, TQueue.cpp, get."""
        if offset > self._last_id + 1 + FUTURE:
            return
        if offset < 0:
            while len(self.pending) > -offset:
                self.pending.popleft()
            return
        kept = []
        while self.pending and self.pending[0].id < offset:
            update = self.pending.popleft()
            if update.again:
                update.again = False
                kept.append(update)
        self.pending.extendleft(reversed(kept))

    def drop(self) -> None:
        self.pending.clear()

    def clear_arrival(self) -> None:
        """Makes `arrived` wait for the next update."""
        self._arrived.clear()

    async def arrived(self, timeout: float) -> None:
        try:
            async with asyncio.timeout(timeout):
                await self._arrived.wait()
        except TimeoutError:
            pass

    async def poll(self, offset: int | None, limit: int, timeout: float) -> list[Json]:
        """Executes one getUpdates. A later call that also has to wait ends this one with a conflict."""
        if self.webhook is not None:
            await self._conflict()
            raise Refusal(Why.WEBHOOK_ACTIVE)
        offset = offset or 0
        limit, timeout = self._slowed(offset, limit, min(timeout, LONGEST_POLL))
        if offset:
            self.confirm(offset)
        if not self.waiting() and timeout:
            await self._hold(timeout)
        if self.waiting() and self.faults.armed and self.faults.has_update_fault("shuffle_updates"):
            if len(self.pending) == 1:
                await self._hold(PARTNER_WAIT, more_than=1)
            if len(self.pending) > 1 and self.faults.trigger_update_fault("shuffle_updates"):
                self.pending.reverse()
        self.asked_at = time.monotonic()
        waiting = self.waiting()
        batch = [waiting[i] for i in range(min(limit, len(waiting)))]
        self.delivered.update(update.kind for update in batch)
        return [update.as_json() for update in batch]

    def _slowed(self, offset: int, limit: int, timeout: float) -> tuple[int, float]:
        now = time.monotonic()
        since = now - self.started_at if offset == self._offset else REPEAT
        if since < REPEAT:
            timeout = max(timeout, REPEAT_WAIT)
        if since < REPEAT_AT_ONCE:
            limit = REPEAT_LIMIT
        self._offset, self.started_at = offset, now
        return limit, timeout

    async def _hold(self, timeout: float, more_than: int = 0) -> None:
        """Waits for updates; ends an earlier call that waits."""
        self._poll += 1
        mine = self._poll
        self._arrived.set()  # wakes the earlier call, which then finds itself superseded
        self.polling = True
        ends = time.monotonic() + timeout
        try:
            while (left := ends - time.monotonic()) > 0 and len(self.waiting()) <= more_than:
                self.clear_arrival()
                await self.arrived(left)
                if mine != self._poll:
                    await self._conflict()
                    raise Refusal(Why.OTHER_POLLER)
                if self.webhook is not None:
                    raise Refusal(Why.WEBHOOK_ACTIVE)
        finally:
            if mine == self._poll:
                self.polling = False
                self.asked_at = time.monotonic()

    async def _conflict(self) -> None:
        """Delays repeated conflicts, so that two programs that poll do not repeat their calls without a pause."""
        now = time.monotonic()
        if now < self.next_conflict_at:
            await asyncio.sleep(CONFLICT_WAIT)
        else:
            self.next_conflict_at = now + CONFLICT_WAIT

    def wake(self) -> None:
        self._arrived.set()


class UpdateQueues:
    """The update queues of all bots; one is created when it is first asked for."""

    def __init__(self, faults: Faults, now: Callable[[], float] = time.time) -> None:
        self._faults = faults
        self._now = now
        self._by_bot: dict[int, UpdateQueue] = {}

    def queue(self, bot_id: int) -> UpdateQueue:
        queue = self._by_bot.get(bot_id)
        if queue is None:
            queue = self._by_bot[bot_id] = UpdateQueue(bot_id, self._faults, self._now)
        return queue

    def all(self) -> list[UpdateQueue]:
        return list(self._by_bot.values())


BEHAVIOURS = (
    Behaviour(
        "A callback query is dropped 150 seconds after the tap, other updates 24 hours after their"
        " date, at any speed",
        "Client.cpp, add_new_callback_query and add_message_update",
        "botapi/test_update_queue.py::test_a_tap_is_dropped_after_150_seconds_and_a_message_after_a_day",
    ),
    Behaviour(
        "getUpdates with the same offset within half a second brings one update",
        "Client.cpp, process_get_updates_query",
        "botapi/test_update_queue.py::test_the_same_offset_at_once_brings_one_update",
    ),
    Behaviour(
        "getUpdates with the same offset within three seconds waits for at least three",
        "Client.cpp, process_get_updates_query",
        "botapi/test_update_queue.py::test_the_same_offset_at_once_waits_for_three_seconds",
    ),
    Behaviour(
        "An offset more than ten ahead of the next update confirms nothing",
        "TQueue.cpp, get",
        "botapi/test_update_queue.py::test_an_offset_far_in_the_future_confirms_nothing",
    ),
    Behaviour(
        "Only a call that has to wait ends the one that waits",
        "Client.cpp, do_get_updates",
        "botapi/test_update_queue.py::test_a_call_that_need_not_wait_ends_nobody",
    ),
    Behaviour(
        "A second conflict within three seconds is answered three seconds late",
        "Client.cpp, fail_query_conflict",
        "botapi/test_update_queue.py::test_a_second_conflict_within_three_seconds_is_told_late",
    ),
    Behaviour(
        "`chat_member` and reactions are sent only if `allowed_updates` names them",
        "official text",
        "botapi/test_update_queue.py::test_chat_member_updates_come_only_when_asked_for",
    ),
    Behaviour(
        "A negative offset drops all updates but the last ones",
        "official text",
        "botapi/test_update_queue.py::test_a_negative_offset_counts_from_the_end_and_forgets_the_rest",
    ),
)
