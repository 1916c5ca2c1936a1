"""Units of work for the tests, and the whole store at a glance."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import select

from bot.storage import Database, UnitOfWork
from bot.storage.open_database import open_database
from bot.storage.schema import metadata

Tables = dict[str, list[tuple[Any, ...]]]


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database, release = await open_database(url)
    try:
        yield database
    finally:
        await database.close()
        release()


async def contents(database: Database) -> Tables:
    """Returns every row of every table, sorted."""
    found: Tables = {}
    for table in metadata.sorted_tables:
        rows = [tuple(row) for row in await database.rows(select(table))]
        found[table.name] = sorted(rows, key=repr)
    return found


def event(game: str, version: int, receipt: str = "", work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).add_event(
        game_id=game, version=version, payload="{}", at_ms=1, author=0, receipt=receipt
    )


def receipt(key: str, work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).add_receipt(key=key, at_ms=1)


def note(key: str, value: str, work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).put_note(key=key, value=value)


def slot(chat: int, name: str, message: int, work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).put_slot(chat_id=chat, slot=name, message_id=message, page="p", args="{}")


def owed(number: int, chat: int, work: UnitOfWork | None = None) -> UnitOfWork:
    return (work or UnitOfWork()).add_row(
        row_id=number, chat_id=chat, thread_id=0, game_id="g", step=0, rank=1, kind="send", slot="",
        page="p", args="{}", due_ms=0,
    )  # fmt: skip
