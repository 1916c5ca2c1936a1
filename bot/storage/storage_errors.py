"""Outages of the database: how they are recognised, and what became of a commit that was cut off."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection


class StoreClosed(Exception):
    """Raised when the program ends: the store accepts no more changes."""


STORAGE_ERRORS = (SQLAlchemyError, OSError)
"""Errors of a read or a commit that come from the database, its driver or the connection."""
FAILURES = (DBAPIError, PoolTimeout, StoreClosed, OSError)
MISTAKES = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
"""Errors of the program, not of the database: a retry would fail the same way."""
AGAIN = frozenset({"25P03", "53300", "55P03", "57P01", "57P02", "57P03", "57P05"})
"""SQLSTATEs of outages: idle for too long, shut down, starting up, too many clients. Class 08: the connection."""
CLASH = frozenset({"40001", "40P01"})
"""SQLSTATEs of serialization failures and deadlocks: this transaction was the one rolled back."""
LOCKED = ("database is locked", "database table is locked")
CLOSED = ("connection is closed", "connection was closed", "connection has been closed", "closed in the middle")


BAD_VALUE = ("22", "54")
"""Classes of SQLSTATE for bad values: data exceptions, and limits that one value exceeds."""


def is_bad_value(failure: BaseException) -> bool:
    """Tells whether a value cannot be stored in any database: a number out of range, a NUL, half of a surrogate
    pair. SQLite's driver raises exceptions of Python for it, PostgreSQL's some of either kind."""
    if isinstance(failure, (OverflowError, UnicodeError, DataError)):
        return True
    cause = getattr(failure, "orig", None) or failure
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str) and state.startswith(BAD_VALUE):
        return True
    return cause is not failure and is_bad_value(cause)


def is_outage(failure: BaseException) -> bool:
    """Tells whether the same attempt will succeed when the database is back."""
    if is_bad_value(failure):
        return False  # first: such an error may quote what people wrote, even the words looked for below
    if isinstance(failure, DBAPIError):
        if failure.connection_invalidated:
            return True
        return failure.orig is not None and is_outage(failure.orig)
    if isinstance(failure, (ConnectionError, FileNotFoundError, TimeoutError)):
        return True
    state = getattr(failure, "sqlstate", None)
    if isinstance(state, str) and (state.startswith("08") or state in AGAIN):
        return True
    words = str(failure).lower()
    return any(sign in words for sign in (*LOCKED, *CLOSED))


def store_failed(error: BaseException) -> bool:
    """Tells whether the store failed in a way that makes a later retry worthwhile."""
    return isinstance(error, FAILURES) and not isinstance(error, MISTAKES) and not is_bad_value(error)


def is_clash(failure: BaseException) -> bool:
    """Tells whether the same attempt will succeed at once."""
    cause = getattr(failure, "orig", None) or failure
    return getattr(cause, "sqlstate", None) in CLASH


NUMBER = text("SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)")
CHANNEL = "omerta"
"""The channel of LISTEN and NOTIFY on which processes announce what they have changed."""
NUMBER_AND_NEWS = text(f"SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint), pg_notify('{CHANNEL}', :news)")
STATUS = text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")
NEWEST = text("SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)")


class StillRunning(ConnectionError):
    """Raised while the server still runs the transaction: it has not noticed that its connection is gone."""


class InDoubt:
    """Remembers a transaction until its commit is answered, to find out later whether it was committed."""

    def __init__(self) -> None:
        self._number: int | None = None
        self.units: Sequence[Any] = ()

    async def begin(self, connection: AsyncConnection, units: Sequence[Any], news: str = "") -> None:
        """Remembers the transaction and queues its notification; called right before the commit."""
        asked = await connection.execute(NUMBER_AND_NEWS if news else NUMBER, {"news": news} if news else {})
        self._number = asked.one()[0]
        self.units = units

    def forget(self) -> None:
        self._number, self.units = None, ()

    async def has_happened(self, connection: AsyncConnection) -> bool:
        """Tells whether the transaction was committed. Asked on a new connection, before anything is repeated."""
        if self._number is None:
            return False
        number = self._number
        if number >= (await connection.execute(NEWEST)).scalar_one():
            self.forget()  # the server has lost it, and will give its number to another transaction
            return False
        status = (await connection.execute(STATUS, {"number": str(number)})).scalar_one_or_none()
        if status == "in progress":
            raise StillRunning(f"transaction {number}")
        if status != "committed":
            self.forget()
            return False
        return True
