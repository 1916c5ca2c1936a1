"""What the shell asks of a store; whatever keeps the contract of `tests/bot/storage` will do."""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Executable, Row

from bot.storage.unit_of_work import UnitOfWork


class Store(Protocol):
    async def commit(self, work: UnitOfWork) -> None:
        """All of it or nothing, durable on return; `Conflict` if something of it is there already."""
        ...

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]: ...

    async def row(self, statement: Executable, **values: Any) -> Row[Any] | None: ...
