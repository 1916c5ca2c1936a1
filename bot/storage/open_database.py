"""Opening a database: the file and its rights, one program at a time, and the schema of this release."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.core.errors import CannotStart
from bot.storage.database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATION_LOCK = 7_305_202
"""The number of PostgreSQL's advisory lock that is held while the schema changes."""


async def open_database(url: str) -> tuple[Database, Callable[[], None]]:
    """Returns the database, ready for use, and a function that releases its lock."""
    address = _address(url)
    release: Callable[[], None] = _nothing
    if address.get_backend_name() == "sqlite":
        release = _lock_file(Path(address.database or ""))
    database = Database(address.render_as_string(hide_password=False))
    try:
        async with database.engine.connect() as connection:
            await connection.run_sync(_upgrade)
            await connection.commit()
    except BaseException as bad:
        await database.engine.dispose()
        release()
        if isinstance(bad, CannotStart) or not _is_refusal(bad):
            raise
        raise CannotStart(
            f"The database cannot be opened: {_reason(bad)}. Check DATABASE_URL and its rights."
        ) from bad
    await database.open()
    return database, release


def _address(url: str) -> URL:
    """Returns the address with the driver that is used."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise CannotStart("DATABASE_URL is not a database address. `.env.example` shows how it looks.") from None
    backend = address.get_backend_name()
    if backend not in DRIVERS:
        raise CannotStart(f"DATABASE_URL asks for {backend}: only sqlite and postgresql are supported.")
    if backend == "sqlite" and address.database in (None, "", ":memory:"):
        raise CannotStart("DATABASE_URL names no file: games must outlive the program.")
    return address.set(drivername=DRIVERS[backend])


def _is_refusal(bad: BaseException) -> bool:
    """Is it a refusal of the server? While connecting, errors of asyncpg are not wrapped by SQLAlchemy."""
    return isinstance(bad, (DBAPIError, OSError)) or isinstance(getattr(bad, "sqlstate", None), str)


def _nothing() -> None:
    """PostgreSQL needs no lock file."""


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _lock_file(path: Path) -> Callable[[], None]:
    try:
        # A folder that exists keeps its rights.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # An account that can open the lock file could hold it, and no host would start.
        lock: IO[str] = open(f"{path}.lock", "w", opener=_private)  # noqa: SIM115  # held for as long as the program runs
        os.fchmod(lock.fileno(), 0o600)
        # Journals hold the cards of running games: only the host's own account may read them.
        path.touch(mode=0o600)
        for part in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if part.exists():
                part.chmod(0o600)
    except OSError as bad:
        raise CannotStart(f"{path} cannot be written to ({bad.strerror}). Check its rights.") from bad
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CannotStart(
            f"Another Omertà is running on {path}. Stop it first, or give this one its own DATABASE_URL."
        ) from None
    return lock.close


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    else:
        # The driver begins no transaction for DDL: without this an interrupted migration would stay half done.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        command.upgrade(config, "head")
    except CommandError as bad:
        newest = ScriptDirectory.from_config(config).get_current_head()
        raise CannotStart(
            f"The database was written by a newer release (this one knows up to {newest}). "
            "Install that release, or restore the backup from before it."
        ) from bad


def _reason(bad: BaseException) -> str:
    cause = getattr(bad, "orig", None) or bad
    return (str(cause).strip() or type(cause).__name__).splitlines()[0].rstrip(".")
