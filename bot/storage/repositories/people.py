"""What is stored of people: name, language, wishes. `bot.storage.people` keeps it in memory."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import people
from bot.storage.store import Store

TO_FORGET = '"forget":true'
"""Text in the data of a person who wants to be forgotten."""

_p = people.c


class StoredPerson(NamedTuple):
    data: str
    """JSON."""
    revision: int


class PersonRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, user_id: int) -> StoredPerson | None:
        row = await self._store.row(select(_p.data, _p.revision).where(_p.user_id == user_id))
        return None if row is None else StoredPerson._make(row)

    async def to_forget(self) -> list[int]:
        """Returns the people who have asked to be forgotten."""
        rows = await self._store.rows(select(_p.user_id).where(_p.data.contains(TO_FORGET)))
        return [row.user_id for row in rows]
