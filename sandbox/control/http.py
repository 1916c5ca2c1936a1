"""POST /control/<command> and the WebSocket."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from sandbox.control.commands import Commands, run_command
from sandbox.control.subscriptions import Subscriptions
from sandbox.control.websocket import WebSocketConnection
from sandbox.core.json_codec import Json, dumps, loads
from sandbox.core.origin_check import OriginCheck

LARGEST_REQUEST = 256 * 1024


def add_routes(
    app: web.Application,
    commands: Commands,
    subscriptions: Subscriptions,
    origin_check: OriginCheck,
    sockets: set[web.WebSocketResponse],
    offline_bots: Callable[[], list[int]],
) -> None:
    async def command(request: web.Request) -> web.StreamResponse:
        origin_check.check(request)
        if request.headers.get("Content-Type", "application/json").partition(";")[0].strip() != "application/json":
            # A form of a foreign page can be posted without a CORS preflight, JSON cannot.
            return _answer({"ok": False, "error": "bad-request: send JSON"}, 400)
        try:
            body = await request.content.read(LARGEST_REQUEST + 1)
            while len(body) <= LARGEST_REQUEST and (more := await request.content.read(LARGEST_REQUEST)):
                body += more
            arguments = loads(body) if body.strip() else {}
        except (ValueError, RecursionError):
            return _answer({"ok": False, "error": "bad-request: not JSON"}, 400)
        if len(body) > LARGEST_REQUEST or not isinstance(arguments, dict):
            return _answer({"ok": False, "error": "bad-request: one JSON object is expected"}, 400)
        payload = await run_command(commands, request.match_info["command"], arguments)
        return _answer(payload, 200 if payload["ok"] else 400)

    async def websocket(request: web.Request) -> web.StreamResponse:
        origin_check.check(request)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LARGEST_REQUEST)
        await socket.prepare(request)
        sockets.add(socket)
        connection = WebSocketConnection(socket, commands, subscriptions)
        try:
            await connection.serve(offline_bots())
        finally:
            sockets.discard(socket)
        return socket

    app.router.add_post("/control/{command}", command)
    app.router.add_get("/ws", websocket)


def _answer(payload: Json, status: int) -> web.Response:
    body = dumps(payload).encode("utf-8", "replace")
    return web.Response(body=body, status=status, content_type="application/json")
