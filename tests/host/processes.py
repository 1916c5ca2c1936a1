"""Several processes of one bot on PostgreSQL, behind a proxy that gives each update to the next of them."""

import io
import itertools
import os
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from bot.outbox.pacing import Limits
from bot.pace import Pace
from bot.store.database import Database
from bot.store.opening import open_database
from sandbox.client import Host, Stage
from sandbox.server import Sandbox
from tests.host.evening import TOKEN, Evening, settings_for
from tests.host.program import Launcher, Program

SECRET = "the-secret-of-the-webhook"
SPEED = 200.0


class Proxy:
    """Round robin; whoever does not answer is passed over, as any reverse proxy does."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.taken: Counter[int] = Counter()
        self._turn = itertools.count()
        self._http: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self) -> None:
        app = web.Application(client_max_size=1 << 22)
        app.router.add_post("/telegram", self._pass_on)
        self._http = aiohttp.ClientSession()
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        assert self._http is not None
        assert self._runner is not None
        await self._runner.cleanup()
        await self._http.close()

    async def _pass_on(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {key: value for key, value in request.headers.items() if key.startswith("X-Telegram")}
        assert self._http is not None
        first = next(self._turn)
        for place in range(len(self.ports)):
            port = self.ports[(first + place) % len(self.ports)]
            url = f"http://127.0.0.1:{port}/telegram"
            try:
                async with self._http.post(url, data=io.BytesIO(body), headers=headers) as answer:
                    self.taken[port] += answer.status == 200
                    return web.Response(status=answer.status)
            except aiohttp.ClientError:
                continue
        return web.Response(status=502)


@dataclass
class Company:
    """The processes, and what stands around them."""

    stage: Stage
    sandbox: Sandbox
    host: Host
    proxy: Proxy
    database: Database
    launcher: Launcher
    folder: Path
    url: str
    programs: dict[int, Program] = field(default_factory=dict)
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self, url: str = "", **more: Any) -> int:
        """Another process; returns its port."""
        port = _free_port()
        settings = settings_for(self.sandbox.url, self.folder, speed=SPEED).model_dump(mode="json")
        own = settings | {
            "bot_token": TOKEN,
            "database_url": url or self.url,
            "webhook_url": f"http://127.0.0.1:{self.proxy.port}/telegram",
            "webhook_secret": SECRET,
            "web_port": port,
            "log_level": "INFO",
        }
        program = await self._open.enter_async_context(
            self.launcher.start(self.folder, quick=True, **(own | more))
        )
        await program.says("ready")
        self.programs[port] = program
        self.proxy.ports.append(port)
        return port

    def conductor(self) -> int:
        """The port of the process that was the last to say that it conducts."""
        said = {
            port: int(line["term"])
            for port, program in self.programs.items()
            if program.code is None and (line := program.logged("conducting")) is not None
        }
        return max(said, key=lambda port: said[port])

    async def kill(self, port: int) -> None:
        self.proxy.ports.remove(port)
        await self.programs.pop(port).ends(signal.SIGKILL)

    def freeze(self, port: int, sign: signal.Signals) -> None:
        os.kill(self.programs[port].pid, sign)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@asynccontextmanager
async def company(folder: Path, url: str, launcher: Launcher, count: int) -> AsyncIterator[Company]:
    proxy = Proxy()
    await proxy.start()
    async with Sandbox(speed=SPEED) as sandbox, Stage(sandbox) as stage:
        database, release = await open_database(url)
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        them = Company(stage, sandbox, host, proxy, database, launcher, folder, url)
        try:
            async with them._open:
                for _ in range(count):
                    await them.start()
                yield them
        finally:
            await database.close()
            release()
            await proxy.stop()


def evening_of(them: Company) -> Evening:
    """The same company, as the people at the table see it."""
    settings = settings_for(them.sandbox.url, them.folder, speed=SPEED)
    return Evening(them.stage, them.sandbox, them.host, them.folder, settings, Pace(SPEED, floor_ms=0), Limits())
