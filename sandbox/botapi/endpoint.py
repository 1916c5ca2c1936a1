"""POST /bot<token>/<method>: reads a call, executes it, applies injected faults, answers."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import Counter, deque
from typing import Any

from aiohttp import web

from sandbox.botapi.arguments import Arguments
from sandbox.botapi.call_log import CallLog, RecordedCall, as_json
from sandbox.botapi.fault_injection import Fault, Faults, gateway_page
from sandbox.botapi.methods import BY_NAME, Call, Method
from sandbox.botapi.rate_limits import RateLimiter
from sandbox.botapi.request_body import read_arguments
from sandbox.botapi.update_queue import UpdateQueues
from sandbox.botapi.versions import ApiVersion, without
from sandbox.botapi.webhook_delivery import WebhookDelivery
from sandbox.core.json_codec import Json, dumps
from sandbox.core.origin_check import OriginCheck
from sandbox.core.refusals import PREFIXES, Refusal, Why, too_many
from sandbox.world.users import Bot
from sandbox.world.world import World

log = logging.getLogger(__name__)

WRONG_SHAPE = (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError)


class BotApi:
    def __init__(
        self,
        world: World,
        version: ApiVersion,
        updates: UpdateQueues,
        webhooks: WebhookDelivery,
        rate_limiter: RateLimiter,
        faults: Faults,
        origin_check: OriginCheck,
    ) -> None:
        self.world = world
        self.version = version
        self.updates = updates
        self.webhooks = webhooks
        self.rate_limiter = rate_limiter
        self.faults = faults
        self.log = CallLog(world)
        self.origin_check = origin_check

    @property
    def calls(self) -> deque[RecordedCall]:
        return self.log.calls

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if "Origin" in request.headers:
            self.origin_check.check(request)  # a foreign web page must not call even if it knows a token
        token, _, name = request.path.removeprefix("/bot").partition("/")
        try:
            bot = self.world.users.tokens.get(token)
            if bot is None:
                raise Refusal(Why.UNAUTHORIZED)
            arguments = await read_arguments(request)
            name, method = self.method_named(name)
        except Refusal as refusal:
            return refused(refusal)
        arguments = self.version.known_arguments(name, arguments)
        chat = arguments.number("chat_id")
        fault = self.faults.trigger_call_fault(name, chat) if self.faults.armed else None
        if fault is not None and (answer := await self._before_execution(request, fault, name, arguments)):
            return answer
        try:
            if fault is not None and fault.kind == "error":
                raise _FaultRefusal(fault)
            result = await self.execute(method, bot, arguments)
            shown = self.version.without_newer_fields(result)
            if fault is not None and fault.field:
                shown = without(shown, frozenset({fault.field}))
            body = f'{{"ok":true,"result":{dumps(shown)}}}'.encode()
        except Refusal as refusal:
            self.log.add(name, chat, arguments, None, refusal)
            return refused(refusal)
        except WRONG_SHAPE:
            # An argument has a wrong type deep inside. Logged, because it may also be a bug of the sandbox.
            log.warning("unexpected_arguments method=%s", name, exc_info=True)
            return refused(Refusal(Why.BAD_PARAMETERS, what=name))
        self.log.add(name, chat, arguments, result, None)
        if fault is not None:
            return _after_execution(request, fault, body)
        return web.Response(body=body, content_type="application/json")

    async def _before_execution(
        self, request: web.Request, fault: Fault, name: str, arguments: Arguments
    ) -> web.Response | None:
        """Applies a fault before the call; returns the answer if the call is not to be executed, else None."""
        if fault.kind == "drop_before":
            return dropped(request)
        if fault.kind == "gateway" and not fault.executed:
            self.log.add(name, arguments.number("chat_id"), arguments, None, _FaultRefusal(fault))
            return gateway(fault)
        if fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        return None

    def method_named(self, name: str) -> tuple[str, Method]:
        known = BY_NAME.get(name.lower())
        if known is None or not self.version.knows(known[0]):
            raise Refusal(Why.NO_METHOD)
        return known

    def call(self, bot: Bot, arguments: Arguments) -> Call:
        return Call(self.world, bot, arguments, self.version, self.updates, self.webhooks, self.rate_limiter)

    async def execute(self, method: Method, bot: Bot, arguments: Arguments) -> Any:
        """Executes a call; holds it for at most `holds` seconds while a rate limit applies: tdlib,
        NetQueryDelayer.cpp, delay, and NetQueryCreator.cpp."""
        call = self.call(bot, arguments)
        held = 0.0
        while True:
            try:
                result = method(call)
                return await result if inspect.isawaitable(result) else result
            except Refusal as refusal:
                held += refusal.wait
                if not refusal.wait or held > self.rate_limiter.limits.holds:
                    raise
                await asyncio.sleep(refusal.wait)

    async def from_webhook(self, bot_id: int, values: Json) -> None:
        """Executes a call that a bot made in its answer to a webhook request; the bot does not get the result."""
        bot = self.world.users.bots.get(bot_id)
        try:
            name, method = self.method_named(str(values.pop("method")))
        except Refusal:
            return
        if bot is None:
            return
        arguments = self.version.known_arguments(name, Arguments(values))
        chat = arguments.number("chat_id")
        try:
            result = await self.execute(method, bot, arguments)
        except Refusal as refusal:
            self.log.add(name, chat, arguments, None, refusal)
        except WRONG_SHAPE:
            log.warning("unexpected_webhook_answer method=%s", name, exc_info=True)
        else:
            self.log.add(name, chat, arguments, result, None)

    def reset_counts(self) -> None:
        self.log.clear()
        for queue in self.updates.all():
            queue.delivered.clear()

    def counts(self) -> Json:
        delivered: Counter[str] = Counter()
        for queue in self.updates.all():
            delivered.update(queue.delivered)
        return {**self.log.summary(), "updates": dict(delivered)}


class _FaultRefusal(Refusal):
    """The refusal that an injected fault prescribes."""

    def __init__(self, fault: Fault) -> None:
        if fault.retry_after is not None:
            wait = too_many(fault.retry_after)
            super().__init__(Why.TOO_MANY, wait.parameters, seconds=fault.retry_after)
        else:
            super().__init__(Why.RESTART)
            self.code = fault.error_code
            self.description = PREFIXES.get(self.code, "") + "restart" if self.code >= 500 else "Bad Request"
        if fault.description is not None:
            self.description = fault.description


def refused(refusal: Refusal) -> web.Response:
    wait = (refusal.parameters or {}).get("retry_after")
    headers = {"Retry-After": str(wait)} if wait is not None else None
    body = dumps(as_json(refusal)).encode("utf-8", "replace")
    return web.Response(body=body, status=refusal.code, content_type="application/json", headers=headers)


def _after_execution(request: web.Request, fault: Fault, body: bytes) -> web.Response:
    if fault.kind == "drop_after":
        return dropped(request)
    if fault.kind == "gateway":
        return gateway(fault)
    if fault.kind == "cut_answer":
        body = body[: len(body) // 2]
    return web.Response(body=body, content_type="application/json")


def gateway(fault: Fault) -> web.Response:
    return web.Response(text=gateway_page(fault.error_code), status=fault.error_code, content_type="text/html")


def dropped(request: web.Request) -> web.Response:
    """Cuts the connection; the response is never sent."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
