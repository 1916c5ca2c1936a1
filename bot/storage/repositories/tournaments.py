"""Tournaments, and the games entered in them with their protests."""

import json
from typing import Any, NamedTuple

from sqlalchemy import select

from bot.storage.entry_json import read_entry
from bot.storage.port import Store
from bot.storage.schema import entries as entries_table
from bot.storage.schema import tournaments
from engine.tournament.protests import Entry


class Stored(NamedTuple):
    """A tournament as it is stored."""

    data: str
    """JSON, read by `bot.tournaments.tournament`."""
    revision: int
    changed_ms: int


class ScheduledGame(NamedTuple):
    """Where a game stands in its tournament."""

    tournament: str
    """The tournament's name."""
    stage: str
    round: int
    table: int
    replay_of: str


async def find(store: Store, tournament_id: str) -> Stored | None:
    t = tournaments.c
    row = await store.row(select(t.data, t.revision, t.changed_ms).where(t.id == tournament_id))
    return None if row is None else Stored(row.data, row.revision, row.changed_ms)


async def scheduled_game(store: Store, tournament_id: str, game_id: str) -> ScheduledGame | None:
    """None: there is no such tournament, or the game is not on its schedule."""
    row = await find(store, tournament_id)
    if row is None:
        return None
    data: dict[str, Any] = json.loads(row.data)
    for slot in data["slots"]:
        if slot.get("game") == game_id:
            return ScheduledGame(
                data["name"], data["stage"], slot["round"], slot["table"], slot.get("replay_of", "")
            )
    return None


async def newest(store: Store, chat_id: int, limit: int) -> list[str]:
    """Data of the tournaments that a chat has created, newest first."""
    t = tournaments.c
    question = select(t.data).where(t.chat_id == chat_id).order_by(t.changed_ms.desc(), t.id)
    return [row.data for row in await store.rows(question.limit(limit))]


async def newest_naming(store: Store, chat_id: int, limit: int) -> list[str]:
    """Data of tournaments in whose JSON the chat's number occurs, newest first; the caller checks where."""
    t = tournaments.c
    question = select(t.data).where(t.data.contains(str(chat_id))).order_by(t.changed_ms.desc(), t.id)
    return [row.data for row in await store.rows(question.limit(limit))]


async def entry(store: Store, game_id: str) -> Entry | None:
    row = await store.row(select(entries_table.c.data).where(entries_table.c.game_id == game_id))
    return None if row is None else read_entry(row.data)


async def entries(store: Store, tournament_id: str) -> list[Entry]:
    """In the order in which the games ended."""
    question = select(entries_table.c.data).where(entries_table.c.tournament_id == tournament_id)
    rows = await store.rows(question.order_by(entries_table.c.game_id))
    return sorted((read_entry(row.data) for row in rows), key=lambda one: one.result.ended_ms)
