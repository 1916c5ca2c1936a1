"""How a test reaches the stage: inside of the same process, or over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Protocol

import aiohttp

from sandbox.finding import Impossible
from sandbox.server import Sandbox
from sandbox.windows import Sink, Window
from sandbox.wire import Json


class Line(Protocol):
    async def do(self, verb: str, **arguments: Any) -> Any:
        """One verb of the control API; raises Impossible."""

    async def look(self, user_id: int, sink: Sink) -> list[Json]:
        """Opens this person's eyes: everything they see goes into `sink`. Returns the chats seen now."""

    async def close(self) -> None: ...


class Inside:
    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._windows: list[Window] = []

    async def do(self, verb: str, **arguments: Any) -> Any:
        return await self.sandbox.control.do(verb, arguments)

    async def look(self, user_id: int, sink: Sink) -> list[Json]:
        window = self.sandbox.windows.open(sink)
        self._windows.append(window)
        chats: list[Json] = (await self.do("be", user_id=user_id))["chats"]
        self.sandbox.windows.look(window, user_id, {chat["key"] for chat in chats})
        return chats

    async def close(self) -> None:
        for window in self._windows:
            self.sandbox.windows.close(window)
        self._windows.clear()


class OverHttp:
    """For a sandbox in another process. One WebSocket per person, as a browser has one per window."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None
        self._readers: list[asyncio.Task[None]] = []

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    async def do(self, verb: str, **arguments: Any) -> Any:
        async with self.session.post(f"{self.url}/control/{verb}", json=arguments) as response:
            answer = await response.json()
        if not answer["ok"]:
            code, _, detail = answer["error"].partition(": ")
            raise Impossible(code, detail)
        return answer["result"]

    async def look(self, user_id: int, sink: Sink) -> list[Json]:
        socket = await self.session.ws_connect(f"{self.url}/ws", max_msg_size=0)
        await socket.send_json({"id": 1, "do": "be", "args": {"user_id": user_id}})
        while True:
            told = await socket.receive_json()
            if told.get("id") == 1:
                break
        if not told["ok"]:
            raise Impossible(told["error"])
        self._readers.append(asyncio.create_task(self._read(socket, sink)))
        chats: list[Json] = told["result"]["chats"]
        return chats

    async def _read(self, socket: aiohttp.ClientWebSocketResponse, sink: Sink) -> None:
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
