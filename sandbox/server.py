"""Wires all of it and listens."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from aiohttp import web

from sandbox import pages, sockets
from sandbox.botapi import LARGEST_BODY, BotApi
from sandbox.control import Control
from sandbox.faults import Faults
from sandbox.guard import Guard
from sandbox.hearing import Hearing
from sandbox.limits import UNLIMITED, Limits, Pace
from sandbox.staging import add_bot
from sandbox.versions import NEWEST, Api
from sandbox.webhooks import PostOffice
from sandbox.windows import Windows
from sandbox.world import HISTORY, World

GRACE = 0.1  # seconds that calls under way have to end when the server stops
HEARTBEAT = 1.0
OFFLINE_AFTER = 5.0  # seconds without anybody asking for a bot's updates
NEARBY = 20  # ports behind one that is taken, before any free one will do
LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class NewBot:
    token: str
    first_name: str = "Host"
    username: str = "host_bot"
    can_read_all_group_messages: bool = False


class Sandbox:
    """A Bot API with people to play with, on loopback unless told otherwise."""

    def __init__(
        self,
        bots: Iterable[NewBot] = (),
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        limits: Limits = UNLIMITED,
        speed: float = 1,
        on_speed: Callable[[float], None] | None = None,
        history: int = HISTORY,
        now: Callable[[], float] = time.time,
        api_version: str = NEWEST,
        or_next: bool = False,
    ) -> None:
        self.host = host
        self.port = port
        self.taken = 0  # the wanted port, if somebody else listens there
        self._or_next = or_next
        self.world = World(now, history, Api(api_version))
        self.faults = Faults()
        self.office = PostOffice(self.faults, now, self.world.api.told)
        self.pace = Pace(limits, now, speed)
        self.botapi = BotApi(self.world, self.office, self.pace, self.faults)
        self.windows = Windows(self.world)
        self.world.listeners += [Hearing(self.world, self.office), self.windows]
        self.control = Control(
            self.world, self.botapi, self.windows, self.faults, self.pace, on_speed, self._restart_soon
        )
        for bot in bots:
            add_bot(self.world, bot.token, bot.first_name, bot.username, bot.can_read_all_group_messages)
        self._runner: web.AppRunner | None = None
        self._heart: asyncio.Task[None] | None = None
        self._restarting: asyncio.Task[None] | None = None
        self._offline: dict[int, bool] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._began = time.monotonic()

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    async def start(self) -> None:
        self._began = time.monotonic()
        if self._or_next:
            await self._listen_nearby()
        else:
            await self._listen()
        self._heart = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        for task in (self._heart, self._restarting):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        self._heart = self._restarting = None
        await self._silence()

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def restart(self, down_for: float = 0) -> None:
        """Connections are cut, nobody listens for a while, and everything is as it was."""
        await self._silence()
        await asyncio.sleep(down_for)
        await self._listen()

    def _restart_soon(self, down_for: float) -> None:
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(self.restart(down_for))

    async def _listen_nearby(self) -> None:
        """On the next free port if the wanted one is taken; a restart stays where the bots expect it."""
        wanted = self.port
        for port in (*range(wanted, min(wanted + NEARBY, LAST_PORT) + 1), 0):
            self.port = port
            try:
                await self._listen()
            except OSError as problem:
                await self._silence()
                if problem.errno != errno.EADDRINUSE or not port:
                    raise
                self.taken = wanted
            else:
                return

    async def _listen(self) -> None:
        guard = self.botapi.guard = Guard(self.host)
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_route("*", "/bot{tail:.*}", self.botapi.handle)
        pages.add_routes(app, self.world, guard)
        sockets.add_routes(app, self.control, self.windows, guard, self._sockets, self.offline_bots)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=GRACE)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        if self.port == 0:
            self.port = self._runner.addresses[0][1]
        self.office.open()

    async def _silence(self) -> None:
        await self.office.close()
        closing: list[Awaitable[object]] = [socket.close(code=1012) for socket in tuple(self._sockets)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await asyncio.gather(*closing, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def offline_bots(self) -> list[int]:
        return [bot_id for bot_id, offline in self._offline.items() if offline]

    async def _beat(self) -> None:
        while True:
            self.world.lapse()
            now = time.monotonic()
            for bot_id in self.world.bots:
                queue = self.office.queue(bot_id)
                awake = queue.polling or queue.webhook is not None
                offline = not awake and now - max(queue.asked_at, self._began) > OFFLINE_AFTER
                if offline != self._offline.get(bot_id, False):
                    self._offline[bot_id] = offline
                    self.windows.tell_all("bot_offline", bot_id=bot_id, offline=offline)
            await asyncio.sleep(HEARTBEAT)
