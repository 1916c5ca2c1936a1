"""POST /control/<verb> and the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.control import Control
from sandbox.finding import Impossible
from sandbox.guard import Guard
from sandbox.windows import Window, Windows
from sandbox.wire import Json, dumps, loads

LARGEST_ORDER = 256 * 1024
MOST_UNSENT = 2_000  # events that a slow window may lag behind before it is closed and has to look anew


def add_routes(
    app: web.Application,
    control: Control,
    windows: Windows,
    guard: Guard,
    sockets: set[web.WebSocketResponse],
    offline_bots: Callable[[], list[int]],
) -> None:
    async def order(request: web.Request) -> web.StreamResponse:
        guard.check(request)
        if request.headers.get("Content-Type", "application/json").partition(";")[0].strip() != "application/json":
            # A form of a foreign page can post without asking first, JSON cannot.
            return _answer({"ok": False, "error": "bad-request: send JSON"}, 400)
        try:
            body = await request.content.read(LARGEST_ORDER + 1)
            while len(body) <= LARGEST_ORDER and (more := await request.content.read(LARGEST_ORDER)):
                body += more
            arguments = loads(body) if body.strip() else {}
        except (ValueError, RecursionError):
            return _answer({"ok": False, "error": "bad-request: not JSON"}, 400)
        if len(body) > LARGEST_ORDER or not isinstance(arguments, dict):
            return _answer({"ok": False, "error": "bad-request: one JSON object, please"}, 400)
        told = await done(control, request.match_info["verb"], arguments)
        return _answer(told, 200 if told["ok"] else 400)

    async def window(request: web.Request) -> web.StreamResponse:
        guard.check(request)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LARGEST_ORDER)
        await socket.prepare(request)
        sockets.add(socket)
        line = Line(socket, control, windows)
        try:
            await line.serve(offline_bots())
        finally:
            sockets.discard(socket)
        return socket

    app.router.add_post("/control/{verb}", order)
    app.router.add_get("/ws", window)


def _answer(told: Json, status: int) -> web.Response:
    body = dumps(told).encode("utf-8", "replace")
    return web.Response(body=body, status=status, content_type="application/json")


async def done(control: Control, verb: str, arguments: Json) -> Json:
    try:
        return {"ok": True, "result": await control.do(verb, arguments)}
    except Impossible as reason:
        return {"ok": False, "error": str(reason)}


class Line:
    """One WebSocket: orders in, answers and events out, in the order in which they came about."""

    def __init__(self, socket: web.WebSocketResponse, control: Control, windows: Windows) -> None:
        self.socket = socket
        self.control = control
        self.windows = windows
        self.unsent: asyncio.Queue[Json] = asyncio.Queue()
        self.window: Window = windows.open(self.put)
        self.waiting: set[asyncio.Task[None]] = set()

    def put(self, told: Json) -> None:
        self.unsent.put_nowait(told)
        if self.unsent.qsize() > MOST_UNSENT:
            self.windows.close(self.window)

    async def serve(self, offline: list[int]) -> None:
        self.put({"event": "hello", **self.control.hello()})
        for bot_id in offline:
            self.put({"event": "bot_offline", "bot_id": bot_id, "offline": True})
        writer = asyncio.create_task(self._write())
        try:
            async for message in self.socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                order = _order(message.data)
                if order is None or order["do"] is None:
                    self.put({"id": order and order["id"], "ok": False, "error": "bad-request"})
                elif order["do"] == "answer_of":  # the one verb that waits: others must not wait with it
                    task = asyncio.create_task(self._obey(order))
                    self.waiting.add(task)
                    task.add_done_callback(self.waiting.discard)
                else:
                    await self._obey(order)
        finally:
            self.windows.close(self.window)
            for task in (writer, *self.waiting):
                task.cancel()
            await asyncio.gather(writer, *self.waiting, return_exceptions=True)

    async def _obey(self, order: Json) -> None:
        told = await done(self.control, order["do"], order["args"])
        if order["do"] == "be" and told["ok"]:
            keys = {chat["key"] for chat in told["result"]["chats"]}
            self.windows.look(self.window, order["args"]["user_id"], keys)
        self.put({"id": order["id"], **told})

    async def _write(self) -> None:
        while not self.socket.closed:
            told = await self.unsent.get()
            try:
                await self.socket.send_str(encoded(told))
            except (ConnectionError, RuntimeError):
                return
            if self.unsent.qsize() > MOST_UNSENT:
                await self.socket.close(code=1013)
                return


_last: tuple[Json | None, str] = (None, "")


def encoded(told: Json) -> str:
    """The same event goes to many windows: it is put into words once."""
    global _last  # noqa: PLW0603
    if _last[0] is not told:
        _last = (told, dumps(told).encode("utf-8", "replace").decode())
    return _last[1]


def _order(data: Any) -> Json | None:
    try:
        order = loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(order, dict):
        return None
    arguments = order.get("args", {})
    whole = isinstance(order.get("do"), str) and isinstance(arguments, dict)
    return {"id": order.get("id"), "do": order["do"] if whole else None, "args": arguments}
