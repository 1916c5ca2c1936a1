"""Updates that were put aside, and those in progress early in a run."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import failed_updates
from bot.storage.store import Store

_f = failed_updates.c


class FailedUpdate(NamedTuple):
    tries: int
    aside: bool
    """Whether it is not tried any more."""


class FailedUpdateRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, update_id: int) -> FailedUpdate | None:
        row = await self._store.row(select(_f.tries, _f.aside).where(_f.update_id == update_id))
        return None if row is None else FailedUpdate._make(row)
