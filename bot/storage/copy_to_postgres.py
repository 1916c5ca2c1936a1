"""Copies a SQLite file into an empty PostgreSQL database: every row of every table, or nothing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import CannotStart
from bot.storage.database import Database
from bot.storage.leader_lock import LEADER_LOCK
from bot.storage.open_database import open_database
from bot.storage.schema import metadata

AT_ONCE = 1000
"""Number of rows inserted in one statement."""


async def copy_store(source: str, target: str) -> dict[str, int]:
    """Copies the rows; returns how many each table has. Both databases are locked meanwhile.

    Raises `CannotStart` if one of them is in use, cannot be opened, or the target is not empty.
    """
    _expect(source, "sqlite", "the file to move from")
    _expect(target, "postgresql", "the database to move to")
    async with (
        _opened(source) as old,
        _opened(target) as new,
        old.connect() as reading,
        new.connect() as writing,
    ):
        if not (await writing.execute(text(f"SELECT pg_try_advisory_xact_lock({LEADER_LOCK})"))).scalar_one():
            raise CannotStart("Omertà is running on that database. Stop it first.")
        for table in metadata.sorted_tables:
            if await _count(writing, table):
                raise CannotStart(f"That database is not empty: {table.name} has rows. Make a new one.")
        copied = {table.name: await _copy(reading, writing, table) for table in metadata.sorted_tables}
        for table in metadata.sorted_tables:
            counts = await _count(reading, table), await _count(writing, table), copied[table.name]
            if len({*counts}) != 1:
                raise CannotStart(f"{table.name} has {counts[0]} rows, of which {counts[1]} arrived.")
        await writing.commit()
    return copied


def names_password(url: str) -> bool:
    """Tells whether this database address contains a password."""
    try:
        return bool(make_url(url).password)
    except ArgumentError:
        return False


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> int:
    count = 0
    rows = await reading.stream(select(table).order_by(*table.primary_key))
    async for some in rows.mappings().partitions(AT_ONCE):
        await writing.execute(insert(table), [dict(row) for row in some])
        count += len(some)
    return count


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def _expect(url: str, backend: str, what: str) -> None:
    try:
        found = make_url(url).get_backend_name()
    except ArgumentError:
        found = ""
    if found != backend:
        raise CannotStart(f"{what.capitalize()} must be a {backend} address. `.env.example` shows how it looks.")


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database, release = await open_database(url)
    try:
        yield database
    finally:
        await database.close()
        release()
