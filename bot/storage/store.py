"""The port of the storage; `tests/bot/storage` is the contract that every implementation keeps."""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Executable, Row

from bot.storage.unit_of_work import UnitOfWork


class Store(Protocol):
    async def commit(self, work: UnitOfWork) -> None:
        """Stores the whole work or nothing; it is durable on return. Raises `Conflict` if part of it is stored
        already."""
        ...

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]: ...

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None: ...
