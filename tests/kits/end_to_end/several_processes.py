"""Several processes of one bot on PostgreSQL, behind a proxy that gives each update to the next of them."""

import asyncio
import io
import itertools
import os
import re
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
from sqlalchemy.engine import make_url

from bot.core.pace import Pace
from bot.storage.database import Database
from bot.storage.open_database import open_database
from bot.telegram.outbox.rate_limits import Limits
from sandbox.client import BotAccount, Client
from sandbox.server import Sandbox
from tests.kits.end_to_end.hosted_sandbox import TOKEN, HostedSandbox, settings_for
from tests.kits.end_to_end.program import Launcher, Program

SECRET = "the-secret-of-the-webhook"
SPEED = 200.0
PASSED_ON_AFTER = 5.0
"""Seconds that the proxy waits for one process before it asks another."""
LEADER_CALLS = re.compile(r'omerta_calls_total\{method="(?:send|edit|pin|unpin|delete|restrict)\w+"\} (\d+)')
"""Calls that only the leader may make."""


class Proxy:
    """A round-robin proxy; a process that does not answer is skipped, as by any reverse proxy."""

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
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PASSED_ON_AFTER))
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
                    if answer.status != 503:
                        return web.Response(status=answer.status)
            except (aiohttp.ClientError, TimeoutError):
                continue
        return web.Response(status=502)


class DatabaseLink:
    """The connection of one process to PostgreSQL. `cut`: connections are refused; `hush`: nothing arrives."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._is_cut = False
        self.port = 0

    async def build(self) -> None:
        self._server = await asyncio.start_server(self._travel, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    def hush(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._is_cut = False
        self._open.set()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        self._open.set()
        while self._ends:
            await asyncio.sleep(0.01)

    async def _travel(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        above, below = await asyncio.open_unix_connection(self._target)
        self._ends |= {writer, below}
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._carry(reader, below))
                both.create_task(self._carry(above, writer))
        except* OSError:
            pass
        finally:
            for end in (writer, below):
                end.transport.abort()
            self._ends -= {writer, below}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._open.wait()
            writer.write(data)
        writer.close()


@dataclass
class Cluster:
    """The processes of one bot, with their proxy and database."""

    stage: Client
    sandbox: Sandbox
    host: BotAccount
    proxy: Proxy
    database: Database
    launcher: Launcher
    folder: Path
    url: str
    by_link: bool = False
    """Whether each process has its own connection to PostgreSQL, which can be cut."""
    programs: dict[int, Program] = field(default_factory=dict)
    links: dict[int, DatabaseLink] = field(default_factory=dict)
    """The connection of each process to PostgreSQL, by port."""
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self, url: str = "", **more: Any) -> int:
        """Starts another process; returns its port."""
        port = _free_port()
        if self.by_link and not url:
            url = await self._link(port)
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
        await program.says("listening")
        self.programs[port] = program
        self.proxy.ports.append(port)
        return port

    async def _link(self, port: int) -> str:
        address = make_url(self.url)
        link = self.links[port] = DatabaseLink(f"{address.query['host']}/.s.PGSQL.5432")
        await link.build()
        self._open.push_async_callback(link.close)
        there = address.set(host="127.0.0.1", port=link.port, query={"ssl": "disable"})
        return there.render_as_string(hide_password=False)

    def terms(self) -> dict[int, int]:
        """Returns the last term in which each process was the leader."""
        return {
            port: int(line["term"])
            for port, program in self.programs.items()
            if program.code is None and (line := program.logged("leadership_taken")) is not None
        }

    def leader(self) -> int:
        """Returns the port of the process that became the leader last."""
        said = self.terms()
        return max(said, key=lambda port: said[port])

    async def next_leader(self, term: int, within: float = 60) -> float:
        """Returns the seconds until a process leads in a later term."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while max(self.terms().values(), default=0) <= term:
            assert loop.time() < began + within, "nobody leads"
            await asyncio.sleep(0.02)
        return loop.time() - began

    async def calls_of(self, port: int) -> int:
        """Returns how many calls of a leader this process has made."""
        async with (
            aiohttp.ClientSession() as http,
            http.get(f"http://127.0.0.1:{port}/metrics") as answer,
        ):
            return sum(int(number) for number in LEADER_CALLS.findall(await answer.text()))

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
async def cluster(
    folder: Path, url: str, launcher: Launcher, count: int, *, by_link: bool = False
) -> AsyncIterator[Cluster]:
    proxy = Proxy()
    await proxy.start()
    async with Sandbox(speed=SPEED) as sandbox, Client(sandbox) as stage:
        database, release = await open_database(url)
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        them = Cluster(stage, sandbox, host, proxy, database, launcher, folder, url, by_link)
        try:
            async with them._open:
                for _ in range(count):
                    await them.start()
                yield them
        finally:
            await database.close()
            release()
            await proxy.stop()


def hosted_sandbox_of(them: Cluster) -> HostedSandbox:
    """Returns the same processes as a hosted sandbox, as the people at the table see them."""
    settings = settings_for(them.sandbox.url, them.folder, speed=SPEED)
    return HostedSandbox(
        them.stage, them.sandbox, them.host, them.folder, settings, Pace(SPEED, floor_ms=0), Limits()
    )
