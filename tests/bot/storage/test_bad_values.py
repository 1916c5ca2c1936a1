"""A value that no database can store is an error of the caller and never an outage: nobody waits, nothing is tried
again, and other writes of the same moment are stored. The same on both databases."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from bot.storage import Database, UnitOfWork
from bot.storage.schema import groups, notes
from bot.storage.storage_errors import is_bad_value, is_outage, store_failed
from tests.faults.fault_log import injected
from tests.kits.storage_kit import contents, note, opened, slot

HOSTILE_NUMBERS = (10**30, -(10**30), 2**63)
HOSTILE_TEXTS = ("\ud800", "connection is closed \udfff")


async def refused(store: Database, work: UnitOfWork) -> Exception | None:
    try:
        await store.commit(work)
    except Exception as failure:
        return failure
    return None


def hostile_works() -> list[UnitOfWork]:
    works = [slot(number, "s", 1) for number in HOSTILE_NUMBERS]
    return works + [note(text, "x") for text in HOSTILE_TEXTS] + [note("k", text) for text in HOSTILE_TEXTS]


async def test_one_that_cannot_be_stored_takes_nobody_along(url: str) -> None:
    away: list[BaseException] = []
    async with opened(url) as store:
        store.went_away.connect(away.append)
        hostile = hostile_works()
        async with asyncio.timeout(20):
            outcomes = await asyncio.gather(
                *(refused(store, work) for pair in zip(hostile, _good(len(hostile)), strict=True) for work in pair)
            )
        injected("value that no database takes", len(hostile))
        for failure in outcomes[::2]:
            assert failure is not None
            assert is_bad_value(failure)
            assert not is_outage(failure)
            assert not store_failed(failure)
        assert outcomes[1::2] == [None] * len(hostile)
        assert away == []
        assert not store.away
        assert len((await contents(store))["notes"]) == len(hostile)


def _good(count: int) -> list[UnitOfWork]:
    return [note(f"good {number}", "1") for number in range(count)]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((groups.c.chat_id, number) for number in HOSTILE_NUMBERS),
        *((notes.c.key, text) for text in HOSTILE_TEXTS),
    ],
)
async def test_a_question_that_cannot_be_asked_is_no_outage(url: str, column: Any, value: Any) -> None:
    async with opened(url) as store, asyncio.timeout(20):
        with pytest.raises(Exception, match=r".") as failure:
            await store.rows(select(column).where(column == value))
        assert is_bad_value(failure.value)
        assert not store_failed(failure.value)
        assert await store.rows(select(notes.c.key)) == []


@pytest.mark.parametrize("text", ["a\0b", "\0", "connection was closed \0"])
async def test_a_nul_is_stored_or_refused(url: str, text: str) -> None:
    """SQLite keeps it, PostgreSQL refuses it: either way nobody waits."""
    async with opened(url) as store, asyncio.timeout(20):
        for failure in (await refused(store, note(text, "x")), await refused(store, note("k", text))):
            assert (failure is not None and is_bad_value(failure)) == (store.dialect == "postgresql")
            assert failure is None or not store_failed(failure)
        assert not store.away
