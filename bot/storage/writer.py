"""The one connection that writes: how a batch of changes becomes a transaction, on either database."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Executable, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

from bot.storage.sqlite_setup import set_up_writing
from bot.storage.storage_errors import InDoubt, is_clash, is_outage
from bot.storage.unit_of_work import Values

Statement = tuple[Executable, Sequence[Values]]
T = TypeVar("T")


class Writer(Protocol):
    async def write(self, statements: Iterable[Statement], news: str, units: Sequence[Any]) -> None:
        """Writes all statements in one transaction, or nothing."""
        ...

    async def has_written(self) -> Sequence[Any]:
        """Returns the units of a batch whose commit was not answered, if they are stored after all."""
        ...

    async def drop(self) -> None:
        """Closes the connection; the next attempt opens another."""
        ...

    async def close(self) -> None: ...


class SqliteWriter:
    """Writes in a thread of its own: a whole transaction is one call there, and the event loop is not blocked.

    SQLite always answers a commit, so none is ever in doubt.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url).set(drivername="sqlite")
        self._engine = create_engine(address, hide_parameters=True, poolclass=NullPool)
        event.listen(self._engine, "connect", set_up_writing)
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self._connection: Connection | None = None

    async def write(self, statements: Iterable[Statement], _news: str, _units: Sequence[Any]) -> None:
        await self._in_thread(lambda: self._write([*statements]))

    def _write(self, statements: Sequence[Statement]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            for statement, rows in statements:
                self._connection.execute(statement, rows)
            self._connection.commit()
        except BaseException:
            self._connection.rollback()
            raise

    async def has_written(self) -> Sequence[Any]:
        return ()

    async def drop(self) -> None:
        await self._in_thread(self._drop)

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):
                self._connection.close()
            self._connection = None

    async def close(self) -> None:
        await self.drop()
        self._thread.shutdown()

    async def _in_thread(self, action: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, action)


class PostgresWriter:
    """Writes over a connection that may be cut during a commit: then the server is asked whether it happened."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._doubt = InDoubt()

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return self._connection

    async def has_written(self) -> Sequence[Any]:
        if not self._doubt.units or not await self._doubt.has_happened(await self._connected()):
            return ()
        units = self._doubt.units
        self._doubt.forget()
        return units

    async def write(self, statements: Iterable[Statement], news: str, units: Sequence[Any]) -> None:
        connection = await self._connected()
        try:
            for statement, rows in statements:
                await connection.execute(statement, rows if len(rows) > 1 else rows[0])
            await self._doubt.begin(connection, units, news)
            await connection.commit()
        except Exception as failure:
            if not is_outage(failure) and not is_clash(failure):
                await connection.rollback()
                self._doubt.forget()
            raise
        self._doubt.forget()

    async def drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError, OSError):
                await self._connection.close()
            self._connection = None

    async def close(self) -> None:
        await self.drop()
