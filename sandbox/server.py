"""The server: wires world, Bot API, control and page, listens, restarts, watches for bots that are offline."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from aiohttp import web

from sandbox import static_files
from sandbox.botapi.endpoint import BotApi
from sandbox.botapi.fault_injection import Faults
from sandbox.botapi.rate_limits import UNLIMITED, Limits, RateLimiter
from sandbox.botapi.update_queue import UpdateQueues
from sandbox.botapi.update_routing import UpdateRouter
from sandbox.botapi.versions import NEWEST, ApiVersion
from sandbox.botapi.webhook_delivery import WebhookDelivery
from sandbox.control import http
from sandbox.control.accounts import add_bot
from sandbox.control.commands import Commands
from sandbox.control.subscriptions import Subscriptions
from sandbox.core.json_codec import Json
from sandbox.core.origin_check import OriginCheck
from sandbox.core.size_limits import LARGEST_REQUEST_BODY
from sandbox.world.message_store import HISTORY
from sandbox.world.world import World

GRACE = 0.1  # seconds for running calls to finish when the server stops
WATCH_INTERVAL = 1.0
OFFLINE_AFTER = 5.0  # seconds without getUpdates until a bot counts as offline
NEARBY = 20  # ports to try after the wanted one; then any free port is taken
LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class NewBot:
    token: str
    first_name: str = "Host"
    username: str = "host_bot"
    can_read_all_group_messages: bool = False


class Sandbox:
    """A Bot API server with test users; listens on loopback by default."""

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
        self.taken = 0  # the wanted port if it was taken, else 0
        self._or_next = or_next
        self._origin_check = OriginCheck(host)
        self.world = World(now, history)
        self.subscriptions = Subscriptions(self.world)
        self.faults = Faults(lambda faults: self.subscriptions.send_to_all("faults", faults=faults))
        self.updates = UpdateQueues(self.faults, now)
        self.rate_limiter = RateLimiter(limits, now, speed)
        version = ApiVersion(api_version)
        self._webhooks = WebhookDelivery(
            self.updates,
            self.faults,
            now,
            version.without_newer_fields,
            self._execute_from_webhook,
        )
        self.botapi = BotApi(
            self.world, version, self.updates, self._webhooks, self.rate_limiter, self.faults, self._origin_check
        )
        self.world.events.subscribe(UpdateRouter(self.world, self.updates))
        self.world.events.subscribe(self.subscriptions)
        self.commands = Commands(
            self.world,
            self.botapi,
            self.subscriptions,
            self.faults,
            self.rate_limiter,
            on_speed,
            self._restart_soon,
        )
        for bot in bots:
            add_bot(self.world, bot.token, bot.first_name, bot.username, bot.can_read_all_group_messages)
        self._runner: web.AppRunner | None = None
        self._watch_task: asyncio.Task[None] | None = None
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
        self._watch_task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        for task in (self._watch_task, self._restarting):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        self._watch_task = self._restarting = None
        await self._stop_listening()

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def restart(self, down_for: float = 0) -> None:
        """Closes all connections, stays down for a while, listens again on the same port with the same state."""
        await self._stop_listening()
        await asyncio.sleep(down_for)
        await self._listen()

    async def _execute_from_webhook(self, bot_id: int, call: Json) -> None:
        await self.botapi.from_webhook(bot_id, call)

    def _restart_soon(self, down_for: float) -> None:
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(self.restart(down_for))

    async def _listen_nearby(self) -> None:
        """Listens on the next free port if the wanted one is taken. A restart keeps its port."""
        wanted = self.port
        for port in (*range(wanted, min(wanted + NEARBY, LAST_PORT) + 1), 0):
            self.port = port
            try:
                await self._listen()
            except OSError as problem:
                await self._stop_listening()
                if problem.errno != errno.EADDRINUSE or not port:
                    raise
                self.taken = wanted
            else:
                return

    async def _listen(self) -> None:
        app = web.Application(client_max_size=LARGEST_REQUEST_BODY)
        app.router.add_route("*", "/bot{tail:.*}", self.botapi.handle)
        static_files.add_routes(app, self.world, self._origin_check)
        http.add_routes(
            app, self.commands, self.subscriptions, self._origin_check, self._sockets, self.offline_bots
        )
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=GRACE)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        if self.port == 0:
            self.port = self._runner.addresses[0][1]
        self._webhooks.open()

    async def _stop_listening(self) -> None:
        await self._webhooks.close()
        closing: list[Awaitable[object]] = [socket.close(code=1012) for socket in tuple(self._sockets)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await asyncio.gather(*closing, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def offline_bots(self) -> list[int]:
        return [bot_id for bot_id, offline in self._offline.items() if offline]

    async def _watch(self) -> None:
        while True:
            self.world.members.end_expired()
            now = time.monotonic()
            for bot_id in self.world.users.bots:
                queue = self.updates.queue(bot_id)
                fetches = queue.polling or queue.webhook is not None
                offline = not fetches and now - max(queue.asked_at, self._began) > OFFLINE_AFTER
                if offline != self._offline.get(bot_id, False):
                    self._offline[bot_id] = offline
                    self.subscriptions.send_to_all("bot_offline", bot_id=bot_id, offline=offline)
            await asyncio.sleep(WATCH_INTERVAL)
