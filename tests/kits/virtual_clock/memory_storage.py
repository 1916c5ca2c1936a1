"""A store in memory without threads: the same statements on SQLite, run at once."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row, create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from bot.storage import Conflict, UnitOfWork
from bot.storage.schema import metadata
from bot.storage.statements import changes, merged


class InlineStore:
    def __init__(self) -> None:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        metadata.create_all(engine)
        self._connection = engine.connect()
        self._changes = changes("sqlite")
        self.commits = 0

    async def commit(self, work: UnitOfWork) -> None:
        try:
            for run in merged([work], self._changes):
                self._connection.execute(self._changes[run.name].statement, run.rows)
        except IntegrityError as clash:
            self._connection.rollback()
            raise Conflict(str(clash.orig)) from clash
        self._connection.commit()
        self.commits += 1

    def become(self, other: sqlite3.Connection) -> None:
        """Takes over the contents of an earlier program's store."""
        raw = self._connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        other.backup(raw)

    def forget_everything(self) -> None:
        """Deletes every row; a database file would not be in memory either."""
        for table in metadata.sorted_tables:
            self._connection.execute(table.delete())
        self._connection.commit()

    def back_up(self, other: sqlite3.Connection) -> None:
        """Copies the contents into another database."""
        raw = self._connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.backup(other)

    def now_do(self, statement: Executable, rows: list[dict[str, Any]]) -> None:
        """Executes a statement with these rows, as if an earlier run had stored them."""
        if rows:
            self._connection.execute(statement, rows)
            self._connection.commit()

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        return self.now(statement, **values)

    def now(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        return self._connection.execute(statement, values).all()

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None:
        return self._connection.execute(statement, values).first()
