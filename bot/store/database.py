"""One database, SQLite or PostgreSQL: many readers, and one writer that commits what has gathered in one go."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import Executable, Row, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.work import Work, statements

MOST_AT_ONCE = 256
"""Units of work in one commit."""


class Conflict(Exception):
    """Something of this work is there already: a receipt, or an event of that number."""


class StoreClosed(Exception):
    """Nothing more is taken: the program is ending."""


class Database:
    """All changes go through `commit`, which returns when they are on the disk."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(url)
        self.dialect = self.engine.dialect.name
        self._statements = statements(self.dialect)
        self._order = {name: place for place, name in enumerate(self._statements)}
        self._waiting: asyncio.Queue[tuple[Work, asyncio.Future[None]] | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.commits = 0
        if self.dialect == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="store-writer")

    async def close(self) -> None:
        """Everything that was handed in is written; then nothing more is."""
        if self._writer is not None:
            self._waiting.put_nowait(None)
            await self._writer
            self._writer = None
        await self.engine.dispose()

    async def commit(self, work: Work) -> None:
        if self._writer is None or self._writer.done():
            raise StoreClosed
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        # Once handed in it will be written: a caller that is cancelled must not make us guess.
        await asyncio.shield(done)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        async with self.engine.connect() as connection:
            return (await connection.execute(statement, values)).all()

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(statement, values)).first()

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    # --- the writer ---------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        connection: AsyncConnection | None = None
        closing = False
        while not closing:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            closing = None in batch
            units = [unit for unit in batch if unit is not None]
            try:
                if connection is None:
                    connection = await self.engine.connect()
                await self._commit_together(connection, units)
            except Exception as failure:  # whoever waits must hear of it, whatever it was
                for _, done in units:
                    if not done.done():
                        done.set_exception(failure)
                await _drop(connection)
                connection = None
        await _drop(connection)

    async def _commit_together(
        self, connection: AsyncConnection, units: list[tuple[Work, asyncio.Future[None]]]
    ) -> None:
        try:
            await self._run(connection, [work for work, _ in units])
        except IntegrityError:
            await connection.rollback()
            await self._commit_one_by_one(connection, units)
            return
        for _, done in units:
            if not done.done():
                done.set_result(None)

    async def _commit_one_by_one(
        self, connection: AsyncConnection, units: list[tuple[Work, asyncio.Future[None]]]
    ) -> None:
        """One of them collides with what is stored; the others shall not suffer."""
        for work, done in units:
            try:
                await self._run(connection, [work])
            except IntegrityError as clash:
                await connection.rollback()
                if not done.done():
                    done.set_exception(Conflict(str(clash.orig)))
            else:
                if not done.done():
                    done.set_result(None)

    async def _run(self, connection: AsyncConnection, works: list[Work]) -> None:
        together: dict[str, list[dict[str, Any]]] = {}
        for work in works:
            for name, values in work.parts:
                together.setdefault(name, []).append(values)
        for name in sorted(together, key=self._order.__getitem__):
            rows = together[name]
            await connection.execute(self._statements[name], rows if len(rows) > 1 else rows[0])
        await connection.commit()
        self.commits += 1


async def _drop(connection: AsyncConnection | None) -> None:
    if connection is not None:
        with contextlib.suppress(DBAPIError, OSError):
            await connection.close()


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


PING = text("SELECT 1")
