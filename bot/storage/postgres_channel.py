"""A dedicated PostgreSQL connection on which processes that share a database notify each other (LISTEN/NOTIFY).

The leader lock is held on it too (`leader_lock`). The server closes the connection after some idle seconds, so a
process that hangs or is cut off loses the lock whether it notices or not.
"""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import structlog
from sqlalchemy.engine import make_url

from bot.storage.database import Database
from bot.storage.storage_errors import CHANNEL
from bot.storage.unit_of_work import UnitOfWork, as_json

log = structlog.get_logger()

PATIENCE = 3.0
"""Seconds in which the server must answer."""
PROCESSES = 7_305_204
"""Class of the advisory locks that give each process its number."""
MOST_PROCESSES = 256
LONGEST_NEWS = 7_900
"""Most bytes of a notification; PostgreSQL takes 7,999 at once."""

News = dict[str, Any]

NUMBER = "SELECT pg_try_advisory_lock($1, $2)"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"


class ChannelLost(ConnectionError):
    """Raised when the connection is gone: nothing is received from other processes, and the leader lock may be
    lost."""


class PostgresChannel:
    def __init__(
        self, database: Database, on_news: Callable[[News], None], on_lost: Callable[[], None], idle_ms: int
    ) -> None:
        """`idle_ms`: milliseconds without a query after which the server closes the connection."""
        self._url = make_url(database.url)
        self._arguments = database.engine.dialect.create_connect_args(self._url)[1]
        self._on_news = on_news
        self._on_lost = on_lost
        self._idle_ms = idle_ms
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()
        self._unsent: list[str] = []
        self._sending: asyncio.Task[None] | None = None
        self.process = 0
        """A number that no other process has now."""

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    async def open(self) -> None:
        async with asyncio.timeout(PATIENCE):
            connection = await asyncpg.connect(**self._arguments, command_timeout=PATIENCE)
        try:
            # Not as a connection option: a pooler would refuse settings that it does not know.
            await connection.execute(f"SET idle_session_timeout = {self._idle_ms}")
            connection.add_termination_listener(self._closed)
            self.process = await self._take_number(connection)
            await connection.add_listener(CHANNEL, self._received)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _take_number(self, connection: asyncpg.Connection) -> int:
        first = random.randrange(MOST_PROCESSES)
        number: int
        for number in (*range(first, MOST_PROCESSES), *range(first)):
            if await connection.fetchval(NUMBER, PROCESSES, number):
                return number
        raise ChannelLost(f"{MOST_PROCESSES} processes are at work already")

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close(timeout=PATIENCE)

    def give_up(self) -> None:
        """Closes the channel, whatever the reason: the leader lock counts as lost."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
            self._on_lost()

    def _closed(self, connection: asyncpg.Connection) -> None:
        if connection is self._connection:
            self.give_up()

    async def ask(self, question: str, *values: Any) -> Any:
        async with self._turn:
            connection = self._connection
            if connection is None:
                raise ChannelLost("the channel is closed")
            try:
                return await connection.fetchval(question, *values)
            except asyncio.CancelledError:
                raise
            except Exception as trouble:
                self.give_up()
                raise ChannelLost(type(trouble).__name__) from trouble

    # --- notifications -------------------------------------------------------------------------------------------

    def notify(self, news: News) -> bool:
        """Notifies all other processes soon. Returns False if that is impossible: the channel is closed, or the
        text too long."""
        said = as_json({"p": self.process, **news})
        if self._connection is None or len(said.encode()) > LONGEST_NEWS:
            return False
        self._unsent.append(said)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all(), name="channel-notify")
        return True

    async def _send_all(self) -> None:
        try:
            while self._unsent:
                said, self._unsent = self._unsent, []
                await self.ask(NOTIFY, said)
        except ChannelLost:
            self._unsent.clear()
        finally:
            self._sending = None

    def _received(self, _: object, __: int, ___: str, payload: object) -> None:
        news: News = json.loads(str(payload))
        if news.get("p") != self.process:
            self._on_news(news)

    def notification(self, works: Iterable[UnitOfWork], *, is_leader: bool) -> str:
        """Returns what a commit announces: to the leader games and rows, to everybody groups and people.

        Empty: nothing.
        """
        games: dict[str, None] = {}
        rows: list[int] = []
        numbers: dict[int, None] = {}
        for work in works:
            for change, values in work.parts:
                match change:
                    case "guard_game":
                        games[values["game"]] = None
                    case "put_game":
                        games[values["id"]] = None
                    case "add_row":
                        rows.append(values["id"])
                    case "put_group" | "add_group":
                        numbers[values["chat_id"]] = None
                    case "put_person" | "add_person":
                        numbers[values["user_id"]] = None
                    case "guard_group":
                        numbers[values["chat"]] = None
                    case "guard_person" | "drop_person":
                        numbers[values["user"]] = None
        news: News = {"p": self.process}
        if numbers:
            news["n"] = [*numbers]
        if not is_leader and (games or rows):
            news |= {"g": [*games], "r": rows}
        if len(news) == 1:
            return ""
        said = json.dumps(news, separators=(",", ":"))
        return said if len(said) <= LONGEST_NEWS else json.dumps({"p": self.process, "all": True})
