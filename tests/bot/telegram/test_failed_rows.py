"""No row of the outbox ends the program for ever: one that does so at three starts is set aside, the rest is
sent."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from aiogram.methods import SendMessage, TelegramMethod
from sqlalchemy import Executable, select

from bot.core.clock import SteadyClock
from bot.core.pace import Pace
from bot.storage import Store, UnitOfWork
from bot.storage.schema import outbox
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.failed_rows import MOST_TRIES
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Args, Kind, Rank, Row
from tests.faults.fault_log import injected
from tests.kits.storage_kit import opened

FATAL = "numbers"


class Mortal:
    """A store of a program that may have ended: later writes are dropped."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.dead = False

    async def commit(self, work: UnitOfWork) -> None:
        if not self.dead:
            await self._store.commit(work)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Any]:
        return await self._store.rows(statement, **values)

    async def row(self, statement: Executable, **values: Any) -> Any:
        return await self._store.row(statement, **values)


class Program:
    """One run of an outbox. Some pages end it: their rendering never returns."""

    def __init__(self, store: Store, *fatal: str) -> None:
        self.store = Mortal(store)
        self.fatal = fatal
        self.began: list[str] = []
        self.sent: list[str] = []
        self.troubles: list[str] = []
        self.outbox = Outbox(
            self.store,
            SteadyClock(),
            self._call,
            self._render,
            Pace(1),
            Limits(),
            report_error=lambda place, error: self.troubles.append(f"{place}: {error}"),
        )

    async def _render(self, row: Row, _: Args) -> RenderedMessage:
        self.began.append(row.page)
        if row.page in self.fatal:
            await asyncio.Event().wait()
        return RenderedMessage(row.page)

    async def _call(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, SendMessage)
        self.sent.append(method.text)

    async def run(self) -> None:
        await self.outbox.stored_rows.load()
        self.outbox.start()

    async def until_begun(self, pages: int = 1) -> None:
        await until(lambda: len(self.began) >= pages)

    async def until_begun_with(self, page: str) -> None:
        await until(lambda: page in self.began)

    async def die(self) -> None:
        self.store.dead = True
        await self.stop()

    async def stop(self) -> None:
        for task in self.outbox._sender._tasks:
            task.cancel()
        await self.outbox.stop()


def owed(number: int, page: str, kind: Kind = Kind.SEND) -> Row:
    return Row(number, 100 + number, kind, page, Rank.NEWS, step=0)


async def stored(store: Store) -> dict[str, int]:
    return {row.page: row.tries for row in await store.rows(select(outbox.c.page, outbox.c.tries))}


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.002)


async def until_stored(store: Store, wanted: dict[str, int]) -> None:
    async with asyncio.timeout(30):
        while await stored(store) != wanted:
            await asyncio.sleep(0.002)


async def owe(store: Store, *rows: Row) -> None:
    work = UnitOfWork()
    for row in rows:
        row.put(work)
    await store.commit(work)


async def test_what_ends_the_program_at_three_starts_is_put_aside_and_nothing_else(url: str) -> None:
    for kind in (Kind.SEND, Kind.FILE):
        async with opened(url) as store:
            # At the first start both are being handled when the program ends.
            await owe(store, owed(1, FATAL, kind), owed(2, "neighbour"))
            first = Program(store, FATAL, "neighbour")
            await first.run()
            await first.until_begun(2)
            await first.die()
            injected("program ended by a row that is owed")
            assert await stored(store) == {FATAL: 1, "neighbour": 1}
            for start in range(2, MOST_TRIES + 1):
                program = Program(store, FATAL, "neighbour")
                await program.run()
                await program.until_begun_with(FATAL)
                await program.die()
                injected("program ended by a row that is owed")
                assert await stored(store) == {FATAL: start, "neighbour": 1}, "they are made one by one"
            last = Program(store, FATAL)
            await last.run()
            await until_stored(store, {})
            assert FATAL not in last.began
            assert last.troubles == [f"put-aside: {FATAL}"]
            assert last.sent == ["neighbour"]
            await last.stop()


async def test_a_try_that_comes_to_its_end_is_taken_back_though_the_row_stays_owed(url: str) -> None:
    async with opened(url) as store:
        await owe(store, owed(1, "page"))
        for _ in range(2 * MOST_TRIES):
            program = Program(store, "page")
            await program.run()
            await program.until_begun()
            await program.stop()  # told to end while the page was rendered
            await until_stored(store, {"page": 0})
        last = Program(store)
        await last.run()
        await until(lambda: last.sent == ["page"])
        await last.stop()


async def test_what_comes_in_the_run_costs_no_commit(url: str) -> None:
    async with opened(url) as store:
        program = Program(store)
        await program.run()
        await owe(store, owed(1, "page"))
        before = store.commits
        program.outbox.add([owed(1, "page")])
        await until_stored(store, {})
        assert program.sent == ["page"]
        assert store.commits == before + 1, "that it was sent"
        await program.stop()
