"""Sets up connections to SQLite: pragmas, and how long a locked file is waited for."""

from typing import Any

BUSY_MS = 30_000
"""Milliseconds for which a reader waits for a lock of SQLite."""
LOCKED_MS = 1_000
"""Milliseconds after which a locked file counts as an outage: the writer repeats its attempts, and step clocks are
stopped."""


def set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def set_up_writing(connection: Any, _: object) -> None:
    """For the writer's connection."""
    set_up_sqlite(connection, None)
    connection.execute(f"PRAGMA busy_timeout={LOCKED_MS}").close()
