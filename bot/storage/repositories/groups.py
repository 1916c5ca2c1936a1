"""What is stored of groups: title, language, what they have chosen. `bot.storage.groups` keeps it in memory."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import groups
from bot.storage.store import Store

BLOCKED = '"blocked":true'
"""Text in the data of a group that the owner has blocked."""

_g = groups.c


class StoredGroup(NamedTuple):
    data: str
    """JSON."""
    revision: int


class GroupRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, chat_id: int) -> StoredGroup | None:
        row = await self._store.row(select(_g.data, _g.revision).where(_g.chat_id == chat_id))
        return None if row is None else StoredGroup._make(row)

    async def blocked(self) -> list[StoredGroup]:
        """Returns the groups that the owner has blocked."""
        rows = await self._store.rows(select(_g.data, _g.revision).where(_g.data.contains(BLOCKED)))
        return [StoredGroup._make(row) for row in rows]

    async def naming(self, user_id: int) -> list[int]:
        """Returns the groups in whose data the digits of a user id occur; the caller checks what they mean."""
        rows = await self._store.rows(select(_g.chat_id).where(_g.data.contains(str(user_id))))
        return [row.chat_id for row in rows]
