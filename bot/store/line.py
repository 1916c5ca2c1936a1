"""A connection of its own to PostgreSQL: what processes that share a database tell each other, and who conducts.

The server ends it when nothing was asked for some seconds, so that a process that hangs or is cut off conducts no
more, whether it knows that or not.
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

from bot.processes.baton import Baton
from bot.store.compact import compact
from bot.store.database import Database
from bot.store.outage import CHANNEL
from bot.store.work import Work

log = structlog.get_logger()

PATIENCE = 3.0
"""Seconds for the answer to the smallest of questions."""
SILENCE_MS = 5_000
"""After so long without a question the server gives the line up."""
BATON, PROCESSES = 7_305_203, 7_305_204
"""Numbers of PostgreSQL's advisory locks: the conductor's, and the class of those that number the processes."""
MOST_PROCESSES = 256
LONGEST_NEWS = 7_900
"""Bytes; PostgreSQL takes 7,999 at once."""

News = dict[str, Any]

TAKE = "SELECT pg_try_advisory_lock($1)"
NUMBER = "SELECT pg_try_advisory_lock($1, $2)"
TERM = "SELECT value FROM notes WHERE key = 'term'"
NEXT_TERM = """
    INSERT INTO notes (key, value) VALUES ('term', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(notes.value AS bigint) + 1 AS text)
    RETURNING value
"""
SAY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"


class LineLost(ConnectionError):
    """Nobody knows what the others do, or whether they think that we do anything."""


class Line:
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
        raise LineLost(f"{MOST_PROCESSES} processes are at work already")

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
                raise LineLost("the line is down")
            try:
                return await connection.fetchval(question, *values)
            except asyncio.CancelledError:
                raise
            except Exception as trouble:
                self.give_up()
                raise LineLost(type(trouble).__name__) from trouble

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
        except LineLost:
            self._to_say.clear()
        finally:
            self._saying = None

    def _heard(self, _: object, __: int, ___: str, payload: object) -> None:
        news: News = json.loads(str(payload))
        if news.get("p") != self.process:
            self._on_news(news)

    def herald(self, works: Iterable[Work], *, conducting: bool) -> str:
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


class SharedBaton(Baton):
    """Held while a lock of the server is, which ends with the line. Each time has a number, its term."""

    def __init__(self) -> None:
        super().__init__(shared=True)
        self._line: Line | None = None
        self._asked: asyncio.Future[bool] | None = None
        """Answered by a question that has not been sent yet."""
        self._asking: asyncio.Task[None] | None = None

    def on(self, line: Line) -> None:
        self._line = line

    async def try_to_take(self) -> bool:
        if self._line is None or not await self._line.ask(TAKE, BATON):
            return False
        self.term = await self._line.ask(NEXT_TERM)
        self.held = True
        return True

    def let_go(self) -> None:
        self.held = False

    async def claim(self) -> bool:
        """Asked of the server, on the line itself: who gets this answer holds the lock. Many ask at once."""
        if not self.held:
            return False
        if self._asked is None:
            self._asked = asyncio.get_running_loop().create_future()
        asked = self._asked
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(), name="baton")
        return await asyncio.shield(asked)

    async def _ask(self) -> None:
        try:
            while (asked := self._asked) is not None:
                self._asked = None
                try:
                    holds = self._line is not None and await self._line.ask(TERM) == self.term
                except LineLost:
                    holds = False
                if not asked.done():
                    asked.set_result(holds and self.held)
        finally:
            self._asking = None
