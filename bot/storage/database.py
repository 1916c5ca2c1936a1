"""One database, SQLite or PostgreSQL: many readers, and one writer that commits waiting units together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Executable, Row, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.core.signals import Signal
from bot.storage.postgres_setup import set_up_postgresql
from bot.storage.sqlite_setup import set_up_sqlite
from bot.storage.statements import REVISION, changes, merged
from bot.storage.storage_errors import StoreClosed, is_clash, is_outage
from bot.storage.unit_of_work import UnitOfWork
from bot.storage.writer import PostgresWriter, SqliteWriter, Writer

log = structlog.get_logger()

MOST_AT_ONCE = 256
"""Most units of work in one commit."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two attempts to reach the database during an outage."""
READERS_WAIT = 30.0
"""Seconds for which a reader waits during an outage."""


class Conflict(Exception):
    """Raised if part of a work is stored already (a receipt, an event of that version), or its row has changed
    since."""


@dataclass(slots=True, eq=False)
class Unit:
    """A unit of work that waits for the writer. It is written even if its caller has been cancelled."""

    work: UnitOfWork
    done: asyncio.Future[None]
    settled: bool = False

    def succeed(self) -> None:
        self.settled = True
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, failure: BaseException) -> None:
        self.settled = True
        if not self.done.done():
            self.done.set_exception(failure)


class Database:
    """All changes go through `commit`, which returns when they are on the disk.

    A database that is restarted or locked is waited for. Whether a commit that was cut off has happened is
    found out before anything is repeated.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        # Errors must not quote what was to be stored: it may be a card.
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True)
        self.dialect = self.engine.dialect.name
        self._changes = changes(self.dialect)
        self._waiting: asyncio.Queue[Unit | None] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        self.away = False
        """Whether the database cannot be reached; commits and reads wait meanwhile."""
        self.went_away = Signal[BaseException]()
        """Sent once when an outage begins, so that step clocks are stopped meanwhile."""
        self.shared = self.dialect == "postgresql"
        """Whether other processes may change the same rows."""
        # A read is one statement: on PostgreSQL a transaction around it would cost two more round trips.
        self._readers = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        self.notification: Callable[[Iterable[UnitOfWork]], str] = _no_notification
        """Returns the notification that is sent to other processes with a commit; empty: none."""
        set_up = set_up_sqlite if self.dialect == "sqlite" else set_up_postgresql
        event.listen(self.engine.sync_engine, "connect", set_up)
        self._writer: Writer = SqliteWriter(url) if self.dialect == "sqlite" else PostgresWriter(self.engine)

    async def open(self) -> None:
        self._writing = asyncio.create_task(self._write(), name="store-writer")

    async def close(self) -> None:
        """Writes everything that was passed to `commit`, and accepts nothing more."""
        self._closing = True
        if self._writing is not None:
            self._waiting.put_nowait(None)
            await self._writing
            self._writing = None
        await self.engine.dispose()

    async def commit(self, work: UnitOfWork) -> None:
        if self._writing is None or self._writing.done() or self._closing:
            raise StoreClosed
        for name, _ in work.parts:
            if name not in self._changes:
                raise KeyError(f"the store knows no change {name!r}")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Unit(work, done))
        await done

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        pause, waited = SHORTEST_PAUSE, 0.0
        while True:
            try:
                async with self._readers.connect() as connection:
                    return (await connection.execute(statement, values)).all()
            except Exception as trouble:
                if self._closing or waited >= READERS_WAIT or not is_outage(trouble):
                    raise
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(pause * 2, LONGEST_PAUSE)

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        found = await self.rows(statement, **values)
        return found[0] if found else None

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    async def copy_into(self, file: Path) -> None:
        """Writes a copy of a SQLite database into an empty file, while others read and write."""
        async with self.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text("VACUUM INTO :file"), {"file": str(file)})

    # --- the writer ---------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        closing = False
        while not closing:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            closing = None in batch
            units = [unit for unit in batch if unit is not None]
            pause = SHORTEST_PAUSE
            while units:
                try:
                    await self._commit_all(units)
                    self.away = False
                    break
                except Exception as failure:  # the callers must get it, whatever it is
                    await self._writer.drop()
                    units = [unit for unit in units if not unit.settled]
                    clash = is_clash(failure)
                    if self._closing or not (clash or is_outage(failure)):
                        for unit in units:
                            unit.fail(failure)
                        break
                    if not self.away and not clash:
                        log.error("database_unreachable", why=_why(failure))
                        self.away = True
                        self.went_away.send(failure)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
        await self._writer.close()

    async def _commit_all(self, units: list[Unit]) -> None:
        for unit in await self._writer.has_written():
            unit.succeed()  # the answer to the last commit was lost, not the commit
        units = [unit for unit in units if not unit.settled]
        if not units:
            return
        works = [unit.work for unit in units]
        runs = [(self._changes[run.name].statement, run.rows) for run in merged(works, self._changes)]
        try:
            await self._writer.write(runs, self.notification(works), units)
        except Exception as failure:
            if is_outage(failure) or is_clash(failure):
                raise
            if len(units) == 1:
                units[0].fail(_as_conflict(failure))
                return
            # One of them cannot be stored, or is stored already: each is tried alone, so that the others succeed.
            for unit in units:
                await self._commit_all([unit])
            return
        self.commits += 1
        for unit in units:
            unit.succeed()


def _no_notification(_: Iterable[UnitOfWork]) -> str:
    """Returns no notification: there is no other process."""
    return ""


def _as_conflict(failure: Exception) -> Exception:
    """Returns a `Conflict` for a row that exists already or has changed; any other error as it is."""
    words = str(failure.orig).lower() if isinstance(failure, IntegrityError) else ""
    return Conflict(words) if "unique" in words or REVISION in words else failure


def _why(failure: BaseException) -> str:
    cause = getattr(failure, "orig", None) or failure
    return (str(cause).strip() or type(cause).__name__).splitlines()[0]
