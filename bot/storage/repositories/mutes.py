"""Mutes of group members: the people whom the host has restricted, and their permissions before."""

from typing import NamedTuple

from sqlalchemy import select

from bot.core.phase import Phase
from bot.storage.schema import games, mutes
from bot.storage.store import Store

_m = mutes.c


class StoredMute(NamedTuple):
    chat_id: int
    user_id: int
    game_id: str
    until_ms: int
    former: str
    """The member's permissions before, as JSON (`bot.telegram.restrictions.member_permissions`)."""


class MuteRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[StoredMute]:
        question = select(_m.chat_id, _m.user_id, _m.game_id, _m.until_ms, _m.former)
        return [StoredMute._make(row) for row in await self._store.rows(question)]

    async def games_played(self) -> list[str]:
        """Returns the ids of running games in which somebody is muted."""
        question = select(_m.game_id).join(games, games.c.id == _m.game_id).distinct()
        rows = await self._store.rows(question.where(games.c.phase == Phase.PLAYING.value))
        return [row.game_id for row in rows]
