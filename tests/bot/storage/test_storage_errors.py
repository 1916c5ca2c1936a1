"""The store waits for a database that is away for some time: nothing is lost, nothing is stored twice."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Conflict, Database, sqlite_setup
from tests.faults.fault_log import injected
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import contents, event, note, opened, receipt


async def until_away(store: Database) -> None:
    async with asyncio.timeout(30):
        while not store.away:
            await asyncio.sleep(0.01)


async def test_postgresql_is_restarted_while_people_play(postgres: Postgres) -> None:
    async with opened(postgres.new_database()) as store:
        await store.commit(event("g", 1, work=receipt("u1")))
        told: list[BaseException] = []
        store.went_away.connect(told.append)
        postgres.stop()
        try:
            waiting = [
                asyncio.create_task(store.commit(event("g", n, work=receipt(f"u{n}")))) for n in range(2, 8)
            ]
            await until_away(store)
            reader = asyncio.create_task(contents(store))
            late = asyncio.create_task(store.commit(event("g", 8, work=receipt("u8"))))
            assert not any(task.done() for task in (*waiting, late, reader))
        finally:
            postgres.start()
        async with asyncio.timeout(30):
            await asyncio.gather(*waiting, late)
            await reader
        injected("server stopped")
        assert not store.away
        assert len(told) == 1
        found = await contents(store)
        assert [row[1] for row in found["events"]] == list(range(1, 9))
        assert len(found["receipts"]) == 8
        with pytest.raises(Conflict):
            await store.commit(receipt("u5"))


async def test_closing_does_not_wait_for_a_server_that_is_away(postgres: Postgres) -> None:
    async with opened(postgres.new_database()) as store:
        await store.commit(note("n", "1"))
        postgres.stop()
        try:
            waiting = asyncio.create_task(store.commit(note("m", "1")))
            await until_away(store)
            async with asyncio.timeout(30):
                await store.close()
            with pytest.raises(OSError, match=r"."):
                await waiting
        finally:
            postgres.start()


class Wire:
    """A connection between the store and the server that can be cut at the moment of a commit."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.cut = ""
        """`before`: the commit does not reach the server; `after`: its answer is lost."""
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        above, below = await asyncio.open_unix_connection(self._socket)
        back = asyncio.create_task(self._answers(above, writer))
        try:
            while data := await reader.read(65536):
                commits = b"COMMIT" in data
                if commits and self.cut == "before":
                    break
                if commits and self.cut == "after":
                    back.cancel()
                    await asyncio.wait((back,))
                    below.write(data)
                    assert await above.read(65536)  # executed, but the answer is lost
                    break
                below.write(data)
            else:
                return
            self.cut = ""
            self.cuts += 1
        finally:
            back.cancel()
            for end in (below, writer):
                end.transport.abort()

    async def _answers(self, above: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await above.read(65536):
            writer.write(data)
        writer.close()


@contextlib.asynccontextmanager
async def wired(postgres: Postgres) -> AsyncIterator[tuple[Wire, str]]:
    name = postgres.new_database().partition("@/")[2].partition("?")[0]
    wire = Wire(postgres.socket)
    server = await asyncio.start_server(wire.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield wire, f"postgresql+asyncpg://postgres@127.0.0.1:{port}/{name}?ssl=disable"
    finally:
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_commit_whose_answer_is_lost_counts_once(postgres: Postgres, cut: str) -> None:
    async with wired(postgres) as (wire, url), opened(url) as store:
        await store.commit(event("g", 1, work=receipt("u1")))
        wire.cut = cut
        async with asyncio.timeout(30):
            outcomes = await asyncio.gather(
                *(store.commit(event("g", n, work=receipt(f"u{n}"))) for n in range(2, 6)),
                return_exceptions=True,
            )
        assert wire.cuts == 1
        injected("commit cut off", wire.cuts)
        assert outcomes == [None] * 4
        found = await contents(store)
        assert [row[1] for row in found["events"]] == [1, 2, 3, 4, 5]
        await store.commit(event("g", 6))


async def test_a_locked_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store waits longer than SQLite itself does."""
    monkeypatch.setattr(sqlite_setup, "LOCKED_MS", 20)
    path = tmp_path / "omerta.db"
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        await store.commit(event("g", 1))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = [asyncio.create_task(store.commit(event("g", n))) for n in range(2, 5)]
        await until_away(store)
        assert len((await contents(store))["events"]) == 1
        assert not any(task.done() for task in waiting)
        other.execute("ROLLBACK")
        other.close()
        injected("file locked")
        async with asyncio.timeout(30):
            await asyncio.gather(*waiting)
        assert len((await contents(store))["events"]) == 4


async def test_what_was_handed_in_while_the_file_was_locked_is_written_though_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_setup, "LOCKED_MS", 20)
    path = tmp_path / "omerta.db"
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        gone, waiting = (asyncio.create_task(store.commit(event("g", n))) for n in (1, 2))
        await until_away(store)
        gone.cancel()
        await asyncio.wait((gone,))
        other.execute("ROLLBACK")
        other.close()
        async with asyncio.timeout(30):
            await waiting
        assert gone.cancelled()
        assert [row[1] for row in (await contents(store))["events"]] == [1, 2]
