"""How the test client reaches the sandbox: in the same process, or over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Protocol

import aiohttp

from sandbox.control.errors import CommandError
from sandbox.control.subscriptions import EventSink, Subscription
from sandbox.core.json_codec import Json
from sandbox.server import Sandbox


class Transport(Protocol):
    async def do(self, command: str, **arguments: Any) -> Any:
        """Executes one command of the control API; raises CommandError if it is refused."""

    async def watch(self, user_id: int, sink: EventSink) -> list[Json]:
        """Calls `sink` with every later event that this person sees; returns the chats they see now."""

    async def close(self) -> None: ...


class InProcess:
    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._subscriptions: list[Subscription] = []

    async def do(self, command: str, **arguments: Any) -> Any:
        return await self.sandbox.commands.do(command, arguments)

    async def watch(self, user_id: int, sink: EventSink) -> list[Json]:
        subscription = self.sandbox.subscriptions.open(sink)
        self._subscriptions.append(subscription)
        chats: list[Json] = (await self.do("view_as", user_id=user_id))["chats"]
        self.sandbox.subscriptions.view_as(subscription, user_id, {chat["key"] for chat in chats})
        return chats

    async def close(self) -> None:
        for subscription in self._subscriptions:
            self.sandbox.subscriptions.close(subscription)
        self._subscriptions.clear()


class OverHttp:
    """For a sandbox in another process. One WebSocket per person, as in a browser."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None
        self._readers: list[asyncio.Task[None]] = []

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    async def do(self, command: str, **arguments: Any) -> Any:
        async with self.session.post(f"{self.url}/control/{command}", json=arguments) as response:
            answer = await response.json()
        if not answer["ok"]:
            code, _, detail = answer["error"].partition(": ")
            raise CommandError(code, detail)
        return answer["result"]

    async def watch(self, user_id: int, sink: EventSink) -> list[Json]:
        socket = await self.session.ws_connect(f"{self.url}/ws", max_msg_size=0)
        await socket.send_json({"id": 1, "command": "view_as", "args": {"user_id": user_id}})
        while True:
            payload = await socket.receive_json()
            if payload.get("id") == 1:
                break
        if not payload["ok"]:
            raise CommandError(payload["error"])
        self._readers.append(asyncio.create_task(self._read(socket, sink)))
        chats: list[Json] = payload["result"]["chats"]
        return chats

    async def _read(self, socket: aiohttp.ClientWebSocketResponse, sink: EventSink) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                sink(message.json())

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reader
        self._readers.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None
