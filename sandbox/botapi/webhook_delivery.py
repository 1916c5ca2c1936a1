"""Delivers updates to webhooks: in order per chat, chats in parallel, repeated until accepted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp

from sandbox.botapi.fault_injection import Faults
from sandbox.botapi.update_queue import PARTNER_WAIT, Update, UpdateQueue, UpdateQueues, Webhook
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json, dumps, loads

Execute = Callable[[int, Json], Awaitable[None]]
Lane = tuple[str, int]


def lane_of(update: Update) -> Lane:
    """Returns the lane of an update. Updates of a lane are delivered in order: messages of a chat, taps of a user,
    changes of a member. Source: Client.cpp, the webhook_queue_id of each kind."""
    if update.kind == "callback_query":
        return "taps", update.body["from"]["id"] if "from" in update.body else 0
    if update.kind == "chat_member":
        return "member", update.body["new_chat_member"]["user"]["id"]
    chat = update.body.get("chat") or {}
    kind = "message" if update.kind in {"message", "edited_message"} else update.kind
    return kind, chat.get("id", 0)


class WebhookDelivery:
    """Delivers the updates of bots that have a webhook, one task per bot."""

    FIRST_WAIT = 0.05
    LONGEST_WAIT = 2.0

    def __init__(
        self,
        updates: UpdateQueues,
        faults: Faults,
        now: Callable[[], float],
        for_version: Callable[[Json], Json],
        execute: Execute,
    ) -> None:
        """`for_version` removes fields that the API version does not have; `execute` executes a method that a
        webhook's answer names."""
        self.updates = updates
        self.faults = faults
        self.now = now
        self.for_version = for_version
        self.execute = execute
        self._deliveries: dict[int, asyncio.Task[None]] = {}
        self._session: aiohttp.ClientSession | None = None

    def set_webhook(self, bot_id: int, webhook: Webhook | None) -> None:
        queue = self.updates.queue(bot_id)
        queue.webhook = webhook
        queue.last_error = None
        queue.wake()
        if task := self._deliveries.pop(bot_id, None):
            task.cancel()
        if webhook is not None:
            self._deliveries[bot_id] = asyncio.create_task(self._deliver_all(queue, webhook))

    async def close(self) -> None:
        """Stops all deliveries; `open` starts them again."""
        tasks = list(self._deliveries.values())
        self._deliveries.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
            self._session = None

    def open(self) -> None:
        for queue in self.updates.all():
            if queue.webhook is not None and queue.bot_id not in self._deliveries:
                self._deliveries[queue.bot_id] = asyncio.create_task(self._deliver_all(queue, queue.webhook))

    async def _deliver_all(self, queue: UpdateQueue, webhook: Webhook) -> None:
        """Delivers each lane in order and one update at a time, several lanes in parallel."""
        lanes: dict[Lane, asyncio.Task[None]] = {}
        try:
            while True:
                queue.clear_arrival()
                await self._shuffle(queue)
                for update in tuple(queue.waiting()):
                    lane = lane_of(update)
                    if lane not in lanes and len(lanes) < webhook.max_connections:
                        lanes[lane] = asyncio.create_task(self._deliver_until_accepted(queue, webhook, update))
                arrival = asyncio.create_task(queue.arrived(60))
                await asyncio.wait({arrival, *lanes.values()}, return_when=asyncio.FIRST_COMPLETED)
                arrival.cancel()
                lanes = {lane: task for lane, task in lanes.items() if not task.done()}
        finally:
            for task in lanes.values():
                task.cancel()
            await asyncio.gather(*lanes.values(), return_exceptions=True)

    async def _shuffle(self, queue: UpdateQueue) -> None:
        if queue.waiting() and self.faults.armed and self.faults.has_update_fault("shuffle_updates"):
            if len(queue.pending) == 1:
                await queue.arrived(PARTNER_WAIT)
            if len(queue.pending) > 1 and self.faults.trigger_update_fault("shuffle_updates"):
                queue.pending.reverse()

    async def _deliver_until_accepted(self, queue: UpdateQueue, webhook: Webhook, update: Update) -> None:
        """Repeats until the webhook accepts the update or it expires."""
        wait = self.FIRST_WAIT
        while not await self._deliver(queue, webhook, update):
            await asyncio.sleep(wait)
            wait = min(2 * wait, self.LONGEST_WAIT)
            if update not in queue.waiting():
                return
        queue.delivered[update.kind] += 1
        if update.again:
            update.again = False
        elif update in queue.pending:
            queue.pending.remove(update)

    async def _deliver(self, queue: UpdateQueue, webhook: Webhook, update: Update) -> bool:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        headers = {"Content-Type": "application/json"}
        if webhook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
        error = ""
        try:
            async with self._session.post(
                webhook.url, data=dumps(self.for_version(update.as_json())).encode(), headers=headers
            ) as answer:
                body = await answer.read()
                if not 200 <= answer.status < 300:
                    error = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as problem:
            error = str(problem) or type(problem).__name__
        if error:
            queue.last_error = (int(self.now()), error)
            return False
        await self._execute_answer(queue.bot_id, body)
        return True

    async def _execute_answer(self, bot_id: int, body: bytes) -> None:
        if not body:
            return
        try:
            call = loads(body)
        except (ValueError, RecursionError):
            return
        if isinstance(call, dict) and isinstance(call.get("method"), str):
            await self.execute(bot_id, call)


BEHAVIOURS = (
    Behaviour(
        "A webhook gets the updates of a chat one at a time and in order, those of different chats beside each"
        " other, as many as `max_connections`",
        "WebhookActor.cpp, load_updates; Client.cpp, webhook_queue_id of each kind",
        "botapi/test_webhook_delivery.py::test_a_chat_whose_update_is_not_yet_taken_holds_up_no_other",
    ),
    Behaviour(
        "An update that a webhook refuses is repeated after 0.05 to 2 seconds; the real server waits 1 to 120",
        "quicker than WebhookActor.cpp, on_update_error",
        "botapi/test_webhook_delivery.py::test_what_a_webhook_refuses_comes_again_before_anything_else",
    ),
    Behaviour(
        "A webhook's answer may be a call",
        "official text",
        "botapi/test_webhook_delivery.py::test_a_webhook_may_answer_with_a_method",
    ),
)
