"""Sent messages that are edited later: message ids by chat and slot."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import slots
from bot.storage.store import Store

_s = slots.c


class StoredMessage(NamedTuple):
    message_id: int
    page: str
    args: str
    """JSON."""


class SentMessageRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, chat_id: int, slot: str) -> StoredMessage | None:
        question = select(_s.message_id, _s.page, _s.args).where(_s.chat_id == chat_id, _s.slot == slot)
        row = await self._store.row(question)
        return None if row is None else StoredMessage._make(row)
