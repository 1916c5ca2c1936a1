"""The WebSocket of the page: commands in, answers and events out."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.control.commands import Commands, run_command
from sandbox.control.subscriptions import Subscription, Subscriptions
from sandbox.core.json_codec import Json, dumps, loads

MOST_UNSENT = 2_000  # queued events after which a slow connection is closed; the page then reconnects


class WebSocketConnection:
    """One WebSocket: commands in, answers and events out, in the order in which they arise."""

    def __init__(self, socket: web.WebSocketResponse, commands: Commands, subscriptions: Subscriptions) -> None:
        self.socket = socket
        self.commands = commands
        self.subscriptions = subscriptions
        self.unsent: asyncio.Queue[Json] = asyncio.Queue()
        self.subscription: Subscription = subscriptions.open(self.put)
        self.waiting: set[asyncio.Task[None]] = set()

    def put(self, payload: Json) -> None:
        self.unsent.put_nowait(payload)
        if self.unsent.qsize() > MOST_UNSENT:
            self.subscriptions.close(self.subscription)

    async def serve(self, offline: list[int]) -> None:
        self.put({"event": "hello", **self.commands.hello()})
        for bot_id in offline:
            self.put({"event": "bot_offline", "bot_id": bot_id, "offline": True})
        writer = asyncio.create_task(self._write())
        try:
            async for message in self.socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                request = _parsed_request(message.data)
                if request is None or request["command"] is None:
                    self.put({"id": request and request["id"], "ok": False, "error": "bad-request"})
                elif request["command"] == "callback_answer":  # it waits, and later commands must not wait for it
                    task = asyncio.create_task(self._execute(request))
                    self.waiting.add(task)
                    task.add_done_callback(self.waiting.discard)
                else:
                    await self._execute(request)
        finally:
            self.subscriptions.close(self.subscription)
            for task in (writer, *self.waiting):
                task.cancel()
            await asyncio.gather(writer, *self.waiting, return_exceptions=True)

    async def _execute(self, request: Json) -> None:
        payload = await run_command(self.commands, request["command"], request["args"])
        if request["command"] == "view_as" and payload["ok"]:
            keys = {chat["key"] for chat in payload["result"]["chats"]}
            self.subscriptions.view_as(self.subscription, request["args"]["user_id"], keys)
        self.put({"id": request["id"], **payload})

    async def _write(self) -> None:
        while not self.socket.closed:
            payload = await self.unsent.get()
            try:
                await self.socket.send_str(encoded(payload))
            except (ConnectionError, RuntimeError):
                return
            if self.unsent.qsize() > MOST_UNSENT:
                await self.socket.close(code=1013)
                return


_last: tuple[Json | None, str] = (None, "")


def encoded(payload: Json) -> str:
    """Returns the payload as JSON text; caches the last one, since an event goes to many subscriptions."""
    global _last  # noqa: PLW0603
    if _last[0] is not payload:
        _last = (payload, dumps(payload).encode("utf-8", "replace").decode())
    return _last[1]


def _parsed_request(data: Any) -> Json | None:
    try:
        request = loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(request, dict):
        return None
    arguments = request.get("args", {})
    complete = isinstance(request.get("command"), str) and isinstance(arguments, dict)
    return {"id": request.get("id"), "command": request["command"] if complete else None, "args": arguments}
