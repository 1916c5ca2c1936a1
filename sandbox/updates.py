"""One queue per bot: long polling, webhooks, redelivery."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import aiohttp

from sandbox.faults import Faults
from sandbox.refusals import Refusal, Why
from sandbox.wire import Json, dumps, loads

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
UNASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})  # only for those who name them
MOST_PENDING = 20_000  # a bot that never asks must not eat the memory
LONGEST_POLL = 50
PARTNER_WAIT = 1.0  # how long an update waits for another one to be shuffled with


@dataclass(slots=True)
class Update:
    id: int
    kind: str
    body: Json
    again: bool = False  # comes once more after it was confirmed

    def told(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


@dataclass(frozen=True, slots=True)
class Webhook:
    url: str
    secret: str = ""
    max_connections: int = 40
    ip_address: str = ""


class Queue:
    def __init__(self, bot_id: int, faults: Faults) -> None:
        self.bot_id = bot_id
        self.faults = faults
        self.pending: deque[Update] = deque()
        self.allowed: frozenset[str] | None = None
        self.asked_for: list[str] | None = None
        self.webhook: Webhook | None = None
        self.last_error: tuple[int, str] | None = None
        self.delivered: Counter[str] = Counter()
        self.asked_at = 0.0  # when the bot last asked, by a clock that never jumps
        self.polling = False
        self._last_id = 530_000_000
        self._arrived = asyncio.Event()
        self._poll = 0

    def put(self, kind: str, body: Json) -> None:
        if (kind not in self.allowed) if self.allowed is not None else (kind in UNASKED):
            return
        self._last_id += 1
        update = Update(self._last_id, kind, body)
        if self.faults.armed:
            chat = (body.get("chat") or body.get("message", {}).get("chat") or {}).get("id")
            if self.faults.strike_update("lose_update", chat):
                return
            update.again = self.faults.strike_update("double_update", chat)
        self.pending.append(update)
        if len(self.pending) > MOST_PENDING:
            self.pending.popleft()
        self._arrived.set()

    def allow(self, kinds: list[str] | None) -> None:
        """None keeps what was asked for before; an empty list means the usual kinds."""
        if kinds is None:
            return
        self.asked_for = [kind for kind in kinds if kind in KINDS] or None
        self.allowed = frozenset(self.asked_for) if self.asked_for else None

    def confirm(self, offset: int) -> None:
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

    async def arrival(self, timeout: float) -> None:
        self._arrived.clear()
        try:
            async with asyncio.timeout(timeout):
                await self._arrived.wait()
        except TimeoutError:
            pass

    async def poll(self, offset: int | None, limit: int, timeout: float) -> list[Json]:
        """One getUpdates. A later call ends this one."""
        if self.webhook is not None:
            raise Refusal(Why.WEBHOOK_ACTIVE)
        self._poll += 1
        mine = self._poll
        self._arrived.set()  # wakes the call before, which then sees that it is no longer the last
        self.polling = True
        try:
            if offset is not None:
                self.confirm(offset)
            ends = time.monotonic() + min(timeout, LONGEST_POLL)
            await self._wait(mine, ends)
            if self.pending and self.faults.armed and self.faults.has_update("shuffle_updates"):
                if len(self.pending) == 1:
                    await self._wait(mine, time.monotonic() + PARTNER_WAIT, more_than=1)
                if len(self.pending) > 1 and self.faults.strike_update("shuffle_updates"):
                    self.pending.reverse()
            batch = [self.pending[i] for i in range(min(limit, len(self.pending)))]
        finally:
            if mine == self._poll:
                self.polling = False
                self.asked_at = time.monotonic()
        self.delivered.update(update.kind for update in batch)
        return [update.told() for update in batch]

    async def _wait(self, mine: int, ends: float, more_than: int = 0) -> None:
        while True:
            if mine != self._poll:
                raise Refusal(Why.OTHER_POLLER)
            left = ends - time.monotonic()
            if len(self.pending) > more_than or left <= 0:
                return
            await self.arrival(left)
            if self.webhook is not None:
                raise Refusal(Why.WEBHOOK_ACTIVE)

    def wake(self) -> None:
        self._arrived.set()


Execute = Callable[[int, Json], Awaitable[None]]


class PostOffice:
    """All queues, and the messengers that carry updates to webhooks."""

    FIRST_WAIT = 0.05
    LONGEST_WAIT = 2.0

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.queues: dict[int, Queue] = {}
        self.execute: Execute | None = None  # what to do with a method in a webhook's answer
        self._messengers: dict[int, asyncio.Task[None]] = {}
        self._session: aiohttp.ClientSession | None = None

    def queue(self, bot_id: int) -> Queue:
        queue = self.queues.get(bot_id)
        if queue is None:
            queue = self.queues[bot_id] = Queue(bot_id, self.faults)
        return queue

    def set_webhook(self, bot_id: int, webhook: Webhook | None) -> None:
        queue = self.queue(bot_id)
        queue.webhook = webhook
        queue.last_error = None
        queue.wake()
        if task := self._messengers.pop(bot_id, None):
            task.cancel()
        if webhook is not None:
            self._messengers[bot_id] = asyncio.create_task(self._carry(queue, webhook))

    async def close(self) -> None:
        """Messengers rest; `open` sets them out again."""
        tasks = list(self._messengers.values())
        self._messengers.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
            self._session = None

    def open(self) -> None:
        for queue in self.queues.values():
            if queue.webhook is not None and queue.bot_id not in self._messengers:
                self._messengers[queue.bot_id] = asyncio.create_task(self._carry(queue, queue.webhook))

    async def _carry(self, queue: Queue, webhook: Webhook) -> None:
        """In order, one at a time, and again until it is taken."""
        wait = self.FIRST_WAIT
        while True:
            while not queue.pending:
                await queue.arrival(60)
            if self.faults.armed and self.faults.has_update("shuffle_updates"):
                if len(queue.pending) == 1:
                    await queue.arrival(PARTNER_WAIT)
                if len(queue.pending) > 1 and self.faults.strike_update("shuffle_updates"):
                    queue.pending.reverse()
            update = queue.pending[0]
            if not await self._deliver(queue, webhook, update):
                await asyncio.sleep(wait)
                wait = min(2 * wait, self.LONGEST_WAIT)
                continue
            wait = self.FIRST_WAIT
            queue.delivered[update.kind] += 1
            if update.again:
                update.again = False
            elif queue.pending and queue.pending[0] is update:
                queue.pending.popleft()

    async def _deliver(self, queue: Queue, webhook: Webhook, update: Update) -> bool:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        headers = {"Content-Type": "application/json"}
        if webhook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
        error = ""
        try:
            async with self._session.post(
                webhook.url, data=dumps(update.told()).encode(), headers=headers
            ) as answer:
                body = await answer.read()
                if not 200 <= answer.status < 300:
                    error = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as problem:
            error = str(problem) or type(problem).__name__
        if error:
            queue.last_error = (int(time.time()), error)
            return False
        await self._reply(queue.bot_id, body)
        return True

    async def _reply(self, bot_id: int, body: bytes) -> None:
        if not body or self.execute is None:
            return
        try:
            call = loads(body)
        except (ValueError, RecursionError):
            return
        if isinstance(call, dict) and isinstance(call.get("method"), str):
            await self.execute(bot_id, call)
