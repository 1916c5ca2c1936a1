"""POST /bot<token>/<method> → methods."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import Counter, deque
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.multipart import BodyPartReader

from sandbox.faults import Fault, Faults, gateway_page
from sandbox.guard import Guard
from sandbox.limits import Pace
from sandbox.methods import BY_NAME, Call, Method
from sandbox.refusals import PREFIXES, Refusal, Why, too_many
from sandbox.versions import without
from sandbox.webhooks import PostOffice
from sandbox.wire import Arguments, Json, Upload, dumps, loads
from sandbox.world import World

log = logging.getLogger(__name__)

LARGEST_BODY = 50_000_000
LARGEST_WASTE = 200_000_000  # what is read on of a body that is too large, so that its sender hears why
MOST_FIELDS = 200
KEPT_CALLS = 2_000
LONGEST_KEPT = 20_000  # characters of one argument in the record of a call
MISSHAPEN = (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError)


@dataclass(frozen=True, slots=True)
class Recorded:
    number: int
    time: float
    method: str
    chat: int | str | None
    arguments: Json
    result: Any = None
    refusal: Json | None = None

    def view(self) -> Json:
        return {name: getattr(self, name) for name in self.__slots__}


class BotApi:
    def __init__(self, world: World, office: PostOffice, pace: Pace, faults: Faults) -> None:
        self.world = world
        self.office = office
        self.pace = pace
        self.faults = faults
        self.counts: Counter[tuple[str, int | str | None]] = Counter()
        self.refusals: Counter[int] = Counter()
        self.calls: deque[Recorded] = deque(maxlen=KEPT_CALLS)
        self.guard: Guard | None = None
        self._number = 0
        office.execute = self.from_webhook

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if "Origin" in request.headers and self.guard is not None:
            self.guard.check(request)  # a foreign page that knows a token is still a foreign page
        token, _, name = request.path.removeprefix("/bot").partition("/")
        try:
            bot = self.world.tokens.get(token)
            if bot is None:
                raise Refusal(Why.UNAUTHORIZED)
            arguments = await read(request)
            name, method = self.found(name)
        except Refusal as refusal:
            return refused(refusal)
        arguments = self.world.api.taken(name, arguments)
        chat = arguments.number("chat_id")
        fault = self.faults.strike_call(name, chat) if self.faults.armed else None
        if fault is not None:
            if fault.kind == "drop_before":
                return dropped(request)
            if fault.kind == "gateway" and not fault.executed:
                self.note(name, chat, arguments, None, _FaultRefusal(fault))
                return gateway(fault)
            if fault.kind == "delay":
                await asyncio.sleep(fault.seconds)
        call = Call(self.world, bot, arguments, self.office, self.pace)
        try:
            if fault is not None and fault.kind == "error":
                raise _FaultRefusal(fault)
            result = await self.carry_out(method, call)
            told = self.world.api.told(result)
            if fault is not None and fault.field:
                told = without(told, frozenset({fault.field}))
            body = f'{{"ok":true,"result":{dumps(told)}}}'.encode()
        except Refusal as refusal:
            self.note(name, chat, arguments, None, refusal)
            return refused(refusal)
        except MISSHAPEN:
            # Something of the wrong shape deep inside of an argument: the caller's mistake, but worth a look.
            log.warning("%s with arguments of an unexpected shape", name, exc_info=True)
            return refused(Refusal(Why.BAD_PARAMETERS, what=name))
        self.note(name, chat, arguments, result, None)
        if fault is not None:
            if fault.kind == "drop_after":
                return dropped(request)
            if fault.kind == "gateway":
                return gateway(fault)
            if fault.kind == "cut_answer":
                body = body[: len(body) // 2]
        return web.Response(body=body, content_type="application/json")

    def found(self, name: str) -> tuple[str, Method]:
        known = BY_NAME.get(name.lower())
        if known is None or not self.world.api.knows(known[0]):
            raise Refusal(Why.NO_METHOD)
        return known

    async def carry_out(self, method: Method, call: Call) -> Any:
        """A limit that is over soon is waited for: tdlib, NetQueryDelayer.cpp, delay, and NetQueryCreator.cpp."""
        held = 0.0
        while True:
            try:
                result = method(call)
                return await result if inspect.isawaitable(result) else result
            except Refusal as refusal:
                held += refusal.wait
                if not refusal.wait or held > self.pace.limits.holds:
                    raise
                await asyncio.sleep(refusal.wait)

    def note(
        self, method: str, chat: int | None, arguments: Arguments, result: Any, refusal: Refusal | None
    ) -> None:
        known = chat in self.world.groups or chat in self.world.people
        self.counts[method, chat if known else None] += 1  # what bots make up is not remembered
        told = None
        if refusal is not None:
            self.refusals[refusal.code] += 1
            told = as_json(refusal)
        if method == "getUpdates":
            return
        self._number += 1
        values = arguments.values
        if any(isinstance(value, str) and len(value) > LONGEST_KEPT for value in values.values()):
            values = {k: v[:LONGEST_KEPT] if isinstance(v, str) else v for k, v in values.items()}
        self.calls.append(Recorded(self._number, self.world.now(), method, chat, values, result, told))

    async def from_webhook(self, bot_id: int, values: Json) -> None:
        """A call that a bot made by answering a webhook; its result is told to nobody."""
        bot = self.world.bots.get(bot_id)
        try:
            name, method = self.found(str(values.pop("method")))
        except Refusal:
            return
        if bot is None:
            return
        arguments = self.world.api.taken(name, Arguments(values))
        chat = arguments.number("chat_id")
        try:
            result = await self.carry_out(method, Call(self.world, bot, arguments, self.office, self.pace))
        except Refusal as refusal:
            self.note(name, chat, arguments, None, refusal)
        except MISSHAPEN:
            log.warning("%s in a webhook's answer, of an unexpected shape", name, exc_info=True)
        else:
            self.note(name, chat, arguments, result, None)

    def reset(self) -> None:
        self.counts.clear()
        self.refusals.clear()
        self.calls.clear()
        for queue in self.office.queues.values():
            queue.delivered.clear()

    def counted(self) -> Json:
        methods: Counter[str] = Counter()
        chats: dict[str, dict[str, int]] = {}
        for (method, chat), count in self.counts.items():
            methods[method] += count
            if chat is not None:
                chats.setdefault(str(chat), {})[method] = count
        delivered: Counter[str] = Counter()
        for queue in self.office.queues.values():
            delivered.update(queue.delivered)
        return {
            "methods": dict(methods),
            "chats": chats,
            "refusals": {str(code): count for code, count in self.refusals.items()},
            "updates": dict(delivered),
        }


class _FaultRefusal(Refusal):
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


def as_json(refusal: Refusal) -> Json:
    told: Json = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    if refusal.parameters:
        told["parameters"] = refusal.parameters
    return told


def refused(refusal: Refusal) -> web.Response:
    wait = (refusal.parameters or {}).get("retry_after")
    headers = {"Retry-After": str(wait)} if wait is not None else None
    body = dumps(as_json(refusal)).encode("utf-8", "replace")
    return web.Response(body=body, status=refusal.code, content_type="application/json", headers=headers)


def gateway(fault: Fault) -> web.Response:
    return web.Response(text=gateway_page(fault.error_code), status=fault.error_code, content_type="text/html")


def dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def read(request: web.Request) -> Arguments:
    """Query, form, multipart or JSON: whatever a library prefers."""
    values: Json = {}
    files: dict[str, Upload] = {}
    try:
        if request.query_string:
            values.update(parse_qsl(request.query_string, keep_blank_values=True, max_num_fields=MOST_FIELDS))
        if request.body_exists:
            kind = request.headers.get("Content-Type", "")
            if kind.startswith("multipart/"):
                await _read_parts(request, values, files)
            else:
                body = await request.read()
                if kind.startswith("application/json"):
                    given = loads(body) if body.strip() else {}
                    if not isinstance(given, dict):
                        raise Refusal(Why.BAD_JSON, what="request body")
                    values.update(given)
                elif body:
                    text = body.decode()
                    values.update(
                        parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
                    )
    except web.HTTPRequestEntityTooLarge:
        raise Refusal(Why.TOO_LARGE) from None
    except UnicodeError:
        raise Refusal(Why.BAD_UTF8) from None
    except (ValueError, RecursionError):
        raise Refusal(Why.BAD_JSON, what="request body") from None
    return Arguments(values, files)


async def _read_parts(request: web.Request, values: Json, files: dict[str, Upload]) -> None:
    size = fields = 0
    async for part in await request.multipart():
        fields += 1
        if not isinstance(part, BodyPartReader) or not part.name or fields > MOST_FIELDS:
            raise ValueError("a part of no use")
        content = bytearray()
        while chunk := await part.read_chunk(1 << 16):
            size += len(chunk)
            if size <= LARGEST_BODY:
                content += chunk
            elif size > LARGEST_WASTE:
                raise Refusal(Why.TOO_LARGE)
        if part.filename is None:
            values[part.name] = content.decode()
        else:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            files[part.name] = Upload(part.filename, bytes(content), kind)
    if size > LARGEST_BODY:
        raise Refusal(Why.TOO_LARGE)
