"""Opening a database: the schema of this release, one program at a time, and a clear error when it fails."""

import asyncio
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from bot.core.errors import CannotStart
from bot.storage.database import Database
from bot.storage.open_database import _upgrade, open_database
from bot.storage.schema import metadata
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import contents, note, opened


async def test_migrations_give_exactly_the_tables_that_the_code_knows(url: str) -> None:
    def difference(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with opened(url) as store, store.connect() as connection:
        assert await connection.run_sync(difference) == []


async def test_opening_again_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.commit(note("n", "1"))
    for _ in range(2):
        async with opened(url) as store:
            assert (await contents(store))["notes"] == [("n", "1")]


async def test_a_migration_that_is_cut_off_leaves_nothing_behind(url: str) -> None:
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite+aiosqlite:///")).touch()
    cut_off = Database(url)
    async with cut_off.connect() as connection:
        await connection.run_sync(_upgrade)
        await connection.rollback()
        assert await connection.run_sync(lambda plain: inspect(plain).get_table_names()) == []
    await cut_off.close()
    async with opened(url):
        pass


async def test_a_database_of_a_newer_release_is_refused(url: str) -> None:
    async with opened(url) as store, store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotStart, match="newer release"):
        await open_database(url)


async def test_a_second_program_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/omerta.db"
    async with opened(url) as store:
        with pytest.raises(CannotStart, match="Another Omertà is running"):
            await open_database(url)
        await store.commit(note("n", "1"))
    async with opened(url):
        pass


async def test_two_programs_that_start_together_on_postgresql_migrate_once(postgres: Postgres) -> None:
    url = postgres.new_database()
    both = await asyncio.gather(open_database(url), open_database(url))
    for number, (store, _) in enumerate(both):
        await store.commit(note(f"n{number}", "1"))
    assert len((await contents(both[0][0]))["notes"]) == 2
    for store, release in both:
        await store.close()
        release()


async def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path}/deep/omerta.db") as store:
        await store.commit(note("n", "1"))
        files = [*(tmp_path / "deep").iterdir()]
        assert {path.suffix for path in files} >= {".db", ".lock"}
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


async def test_who_cannot_read_the_data_cannot_hold_its_lock(tmp_path: Path) -> None:
    """In a folder that others can open; also where an earlier release left a readable lock file."""
    lock = tmp_path / "omerta.db.lock"
    lock.touch(mode=0o644)
    async with opened(f"sqlite+aiosqlite:///{tmp_path}/omerta.db"):
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


async def test_a_folder_that_we_make_is_ours_alone_and_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir(mode=0o755)
    modes = []
    for folder in ("ours", "theirs"):
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/{folder}/omerta.db"):
            modes.append(stat.S_IMODE((tmp_path / folder).stat().st_mode))
    assert modes == [0o700, 0o755]


async def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    """For example after somebody has restored them from a copy."""
    path = tmp_path / "omerta.db"
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        await store.commit(note("n", "1"))
        for name in ("omerta.db", "omerta.db-wal", "omerta.db-shm"):
            shutil.copy(tmp_path / name, tmp_path / f"{name}.copy")
    for name in ("omerta.db", "omerta.db-wal", "omerta.db-shm"):
        (tmp_path / f"{name}.copy").replace(tmp_path / name)
        (tmp_path / name).chmod(0o644)
    async with opened(f"sqlite+aiosqlite:///{path}"):
        files = [path for path in tmp_path.iterdir() if not path.name.endswith(".lock")]
        assert len(files) == 3
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


async def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "omerta.db"
    async with opened(f"sqlite+aiosqlite:///{path}") as store:
        await store.commit(note("n", "1"))
        async with store.connect() as connection:
            mode = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one()
        assert mode == 2
        other = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        assert other.execute("SELECT value FROM notes").fetchall() == [("1",)]
        other.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "not a database address"),
        ("mysql://localhost/omerta", "only sqlite and postgresql"),
        ("sqlite+aiosqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:////proc/omerta/omerta.db", "cannot be written to"),
        ("postgresql://postgres@127.0.0.1:1/omerta", "cannot be opened"),
    ],
)
async def test_what_cannot_be_opened_is_told_in_one_line(url: str, words: str) -> None:
    with pytest.raises(CannotStart, match=words) as told:
        await open_database(url)
    assert "\n" not in str(told.value)


async def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir, " * 300)
    with pytest.raises(CannotStart, match="not a database"):
        await open_database(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Sir")


async def test_an_unknown_database_of_postgresql_is_told_without_the_password(postgres: Postgres) -> None:
    url = postgres.address_of("nowhere").replace("postgres@", "postgres:hunter2@")
    with pytest.raises(CannotStart, match='"nowhere" does not exist') as told:
        await open_database(url)
    assert "hunter2" not in str(told.value)
