"""Games that are over: which there are, and all that is known of one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, or_, select

from bot.games.lobby import Lobby, Phase, lobby_from_json
from bot.storage import Store
from bot.storage.schema import events, games
from engine.codec import decode
from engine.events import Event, GameEnded

AT_ONCE = 20
"""Tables that are looked at in one go: a name may look like somebody's number."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game with its whole journal. Only of a game that is over: it tells every card."""

    lobby: Lobby
    journal: tuple[Event, ...]
    ended_ms: int
    changed_ms: int


async def last_in(store: Store, chat_id: int, thread_id: int) -> str:
    """The last finished game of a topic, or else of its group; empty if there is none."""
    here = select(games.c.id).where(games.c.chat_id == chat_id, games.c.phase == Phase.OVER.value)
    for narrower in (here.where(games.c.thread_id == thread_id), here):
        row = await store.row(narrower.order_by(games.c.changed_ms.desc(), games.c.id).limit(1))
        if row is not None:
            return str(row.id)
    return ""


async def last_of(store: Store, user_id: int) -> str:
    """The last finished game in which a person had a seat."""
    g = games.c
    mine = select(g.id, g.changed_ms, g.lobby).where(
        g.phase == Phase.OVER.value, g.lobby.contains(f'"u{user_id}"')
    )
    newest = mine.order_by(g.changed_ms.desc(), g.id).limit(AT_ONCE)
    rows = await store.rows(newest)
    while rows:
        for row in rows:
            if played(lobby_from_json(row.lobby), user_id):
                return str(row.id)
        last = rows[-1]
        older = or_(g.changed_ms < last.changed_ms, and_(g.changed_ms == last.changed_ms, g.id > last.id))
        rows = await store.rows(newest.where(older))
    return ""


async def lobby_of(store: Store, game_id: str) -> Lobby | None:
    row = await store.row(select(games.c.lobby).where(games.c.id == game_id))
    return None if row is None else lobby_from_json(row.lobby)


async def finished(store: Store, game_id: str) -> FinishedGame | None:
    """None: no such game, it still runs, or it ended without a result."""
    row = await store.row(select(games.c.lobby, games.c.changed_ms).where(games.c.id == game_id))
    lobby = None if row is None else lobby_from_json(row.lobby)
    if row is None or lobby is None or lobby.phase is not Phase.OVER:
        return None
    stored = await store.rows(
        select(events.c.payload, events.c.at_ms).where(events.c.game_id == game_id).order_by(events.c.version)
    )
    journal = tuple(decode(json.loads(row.payload)) for row in stored)
    return FinishedGame(lobby, journal, _end(journal, stored), row.changed_ms)


def _end(journal: Sequence[Event], stored: Sequence[Any]) -> int:
    """What the judge adds afterwards does not make the game longer."""
    for event, row in zip(journal, stored, strict=True):
        if isinstance(event, GameEnded):
            return int(row.at_ms)
    return int(stored[-1].at_ms) if stored else 0


def played(lobby: Lobby, user_id: int) -> bool:
    """Had this person a seat, at the end or until somebody took it over, or judged it?"""
    sat = bool(lobby.seat_of(user_id)) or lobby.has(user_id) or user_id in dict(lobby.absent).values()
    return sat or user_id in lobby.witnesses
