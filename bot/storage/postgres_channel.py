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

from bot.core.compact_json import compact
from bot.storage.database import Database
from bot.storage.outage import CHANNEL
from bot.storage.unit_of_work import UnitOfWork

log = structlog.get_logger()

PATIENCE = 3.0
"""Seconds for the answer to the smallest of questions."""
SILENCE_MS = 5_000
"""After so long without a question the server gives the line up."""
PROCESSES = 7_305_204
"""Class of the advisory locks that number the processes."""
MOST_PROCESSES = 256
LONGEST_NEWS = 7_900
"""Bytes; PostgreSQL takes 7,999 at once."""

News = dict[str, Any]

NUMBER = "SELECT pg_try_advisory_lock($1, $2)"
SAY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"


class ChannelLost(ConnectionError):
    """Nobody knows what the others do, or whether they think that we do anything."""


class PostgresChannel:
    def __init__(self, database: Database, on_news: Callable[[News], None], on_lost: Callable[[], None]) -> None:
        self._url = make_url(database.url)
        self._arguments = database.engine.dialect.create_connect_args(self._url)[1]
        self._on_news = on_news
        self._on_lost = on_lost
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()
        self._to_say: list[str] = []
        self._saying: asyncio.Task[None] | None = None
        self.process = 0
        """A number that no other process has now."""

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    async def open(self) -> None:
        async with asyncio.timeout(PATIENCE):
            connection = await asyncpg.connect(**self._arguments, command_timeout=PATIENCE)
        try:
            # Not when it connects: a pooler would refuse settings that it does not know.
            await connection.execute(f"SET idle_session_timeout = {SILENCE_MS}")
            connection.add_termination_listener(self._closed)
            self.process = await self._take_number(connection)
            await connection.add_listener(CHANNEL, self._heard)
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
        """Whatever it is that keeps the answer back: from now on nobody may rely on this line."""
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
                raise ChannelLost("the line is down")
            try:
                return await connection.fetchval(question, *values)
            except asyncio.CancelledError:
                raise
            except Exception as trouble:
                self.give_up()
                raise ChannelLost(type(trouble).__name__) from trouble

    # --- what is told -------------------------------------------------------------------------------------------

    def say(self, news: News) -> bool:
        """To all others, soon. False: they cannot be told."""
        said = compact({"p": self.process, **news})
        if self._connection is None or len(said.encode()) > LONGEST_NEWS:
            return False
        self._to_say.append(said)
        if self._saying is None:
            self._saying = asyncio.create_task(self._say_all(), name="line")
        return True

    async def _say_all(self) -> None:
        try:
            while self._to_say:
                said, self._to_say = self._to_say, []
                await self.ask(SAY, said)
        except ChannelLost:
            self._to_say.clear()
        finally:
            self._saying = None

    def _heard(self, _: object, __: int, ___: str, payload: object) -> None:
        news: News = json.loads(str(payload))
        if news.get("p") != self.process:
            self._on_news(news)

    def herald(self, works: Iterable[UnitOfWork], *, conducting: bool) -> str:
        """What a commit tells the others: whoever conducts hears of games and of what is owed, all of people."""
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
        if not conducting and (games or rows):
            news |= {"g": [*games], "r": rows}
        if len(news) == 1:
            return ""
        said = json.dumps(news, separators=(",", ":"))
        return said if len(said) <= LONGEST_NEWS else json.dumps({"p": self.process, "all": True})
