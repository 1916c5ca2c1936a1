"""Tournaments, and the games entered in them with their protests."""

import json
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import select

from bot.storage.schema import entries, tournaments
from bot.storage.store import Store
from bot.storage.tournament_entry_json import read_entry, read_ruling
from engine.tournament.protests import Entry, Ruling

_t = tournaments.c
_e = entries.c


class StoredTournament(NamedTuple):
    data: str
    """JSON, read by `bot.tournaments.tournament`."""
    revision: int
    changed_ms: int


class ScheduledGame(NamedTuple):
    """The position of a game in its tournament."""

    tournament: str
    """The tournament's name."""
    stage: str
    round: int
    table: int
    replay_of: str


class EntryKey(NamedTuple):
    game_id: str
    tournament_id: str
    """The tournament; empty: a protested game that belongs to no tournament."""


class TournamentRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, tournament_id: str) -> StoredTournament | None:
        row = await self._store.row(select(_t.data, _t.revision, _t.changed_ms).where(_t.id == tournament_id))
        return None if row is None else StoredTournament._make(row)

    async def scheduled_game(self, tournament_id: str, game_id: str) -> ScheduledGame | None:
        """Returns None if there is no such tournament, or the game is not on its schedule."""
        stored = await self.find(tournament_id)
        if stored is None:
            return None
        data: dict[str, Any] = json.loads(stored.data)
        for slot in data["slots"]:
            if slot.get("game") == game_id:
                return ScheduledGame(
                    data["name"], data["stage"], slot["round"], slot["table"], slot.get("replay_of", "")
                )
        return None

    async def newest(self, chat_id: int, limit: int) -> list[str]:
        """Returns the data of the tournaments that a chat has created, newest first."""
        question = select(_t.data).where(_t.chat_id == chat_id).order_by(_t.changed_ms.desc(), _t.id)
        return [row.data for row in await self._store.rows(question.limit(limit))]

    async def newest_naming(self, chat_id: int, limit: int) -> list[str]:
        """Returns the data of tournaments in which the digits of the chat's id occur, newest first. The caller
        checks that it is the chat."""
        question = select(_t.data).where(_t.data.contains(str(chat_id))).order_by(_t.changed_ms.desc(), _t.id)
        return [row.data for row in await self._store.rows(question.limit(limit))]

    async def naming(self, number: int) -> list[str]:
        """Returns the ids of tournaments in whose data the digits of a chat's or person's id occur. The caller
        checks what they mean there."""
        rows = await self._store.rows(select(_t.id).where(_t.data.contains(str(number))))
        return [row.id for row in rows]

    # --- games -------------------------------------------------------------------------------------------------

    async def entry(self, game_id: str) -> Entry | None:
        row = await self._store.row(select(_e.data).where(_e.game_id == game_id))
        return None if row is None else read_entry(row.data)

    async def entries(self, tournament_id: str) -> list[Entry]:
        """Returns the games of a tournament in the order in which they ended."""
        rows = await self._store.rows(
            select(_e.data).where(_e.tournament_id == tournament_id).order_by(_e.game_id)
        )
        return sorted((read_entry(row.data) for row in rows), key=lambda one: one.result.ended_ms)

    async def entries_naming(self, player: str) -> list[EntryKey]:
        """Returns the games in whose entry a player's word occurs: as a player, or as somebody who ruled."""
        question = select(_e.game_id, _e.tournament_id).where(_e.data.contains(f'"{player}"'))
        return [EntryKey._make(row) for row in await self._store.rows(question)]

    async def rulings(self, game_ids: Collection[str]) -> dict[str, Ruling]:
        """Returns the rulings of those games that have an entry."""
        rows = await self._store.rows(select(_e.game_id, _e.data).where(_e.game_id.in_([*game_ids])))
        return {row.game_id: read_ruling(row.data) for row in rows}
