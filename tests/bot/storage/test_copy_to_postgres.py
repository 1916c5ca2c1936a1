"""`omerta migrate-store`: copies all rows of a file into an empty database, or none."""

import asyncio
from pathlib import Path

import pytest

from bot.cli import main
from bot.core.errors import CannotStart
from bot.storage.copy_to_postgres import copy_store
from bot.storage.leader_lock import LEADER_LOCK
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import contents, event, note, opened, owed, receipt, slot


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/omerta.db"


async def fill(url: str) -> None:
    async with opened(url) as store:
        work = owed(7, -1, slot(-100_500_000_000_000, "table", 3, note("heartbeat", "«ё» 🎭", receipt("u1"))))
        for number in range(1, 2501):
            event("g", number, work=work)
        work.put_clock(game_id="g", step=3, left_ms=1, runs_since=None, under_ms=0, waits=True)
        work.put_group(chat_id=-1, data="{}").guard_group(chat=-1, known=0)
        await store.commit(work)


async def test_everything_is_in_postgres_after_the_copy(file: str, postgres: Postgres) -> None:
    target = postgres.new_database()
    await fill(file)
    copied = await copy_store(file, target)
    async with opened(file) as old, opened(target) as new:
        assert await contents(new) == await contents(old)
    assert (copied["events"], copied["outbox"], copied["groups"]) == (2500, 1, 1)


async def test_a_database_with_rows_is_left_alone(file: str, postgres: Postgres) -> None:
    target = postgres.new_database()
    await fill(file)
    async with opened(target) as new:
        await new.commit(note("n", "1"))
        before = await contents(new)
    with pytest.raises(CannotStart, match="not empty"):
        await copy_store(file, target)
    async with opened(target) as new:
        assert await contents(new) == before


async def test_who_is_at_work_is_not_moved(file: str, postgres: Postgres) -> None:
    target = postgres.new_database()
    async with opened(file):
        with pytest.raises(CannotStart, match="Another Omertà is running"):
            await copy_store(file, target)
    async with opened(target) as new, new.connect() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_lock({LEADER_LOCK})")
        with pytest.raises(CannotStart, match="Omertà is running"):
            await copy_store(file, target)


@pytest.mark.parametrize(("source", "target"), [("postgresql://x/y", "sqlite:///z"), ("nonsense", "nonsense")])
async def test_only_from_a_file_to_postgresql(source: str, target: str) -> None:
    with pytest.raises(CannotStart, match="must be a sqlite address"):
        await copy_store(source, target)


def test_a_password_on_the_command_line_is_warned_about(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = "postgresql+asyncpg://omerta:pass4711@127.0.0.1:1/omerta"
    assert main(["migrate-store", "--from", file, "--to", nowhere]) == 1
    said = capsys.readouterr().err
    assert "PGPASSWORD" in said
    assert "pass4711" not in said


def test_on_the_command_line(file: str, postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(fill(file))
    target = postgres.new_database()
    assert main(["migrate-store", "--from", file, "--to", target]) == 0
    said = capsys.readouterr()
    assert "events            2500" in said.out
    assert said.err == ""
    assert main(["migrate-store", "--from", file, "--to", target]) == 1
    assert capsys.readouterr().err.startswith("omerta: That database is not empty")
