"""Opens a database: checks the file and its rights, locks it for one program, and migrates the schema."""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.core.errors import CannotStart
from bot.storage.database import Database
from bot.storage.database_file_lock import lock_database_file

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATION_LOCK = 7_305_202
"""The number of PostgreSQL's advisory lock that is held while the schema changes."""


async def open_database(url: str) -> tuple[Database, Callable[[], None]]:
    """Returns the database, ready for use, and a function that releases its lock."""
    address = _address(url)
    release: Callable[[], None] = _nothing
    if address.get_backend_name() == "sqlite":
        release = lock_database_file(Path(address.database or ""))
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
    """Tells whether the server has refused the connection. While connecting, errors of asyncpg are not wrapped by
    SQLAlchemy."""
    return isinstance(bad, (DBAPIError, OSError)) or isinstance(getattr(bad, "sqlstate", None), str)


def _nothing() -> None:
    """Does nothing: PostgreSQL needs no lock file."""


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
