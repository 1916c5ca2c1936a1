"""Journals: the events of each game, in order."""

import json
from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import events
from bot.storage.store import Store
from engine.codec import decode
from engine.events import Event

_e = events.c


class TimedEvent(NamedTuple):
    event: Event
    at_ms: int
    """When it was stored."""


class ReceiptedEvent(NamedTuple):
    event: Event
    receipt: str
    """The receipt of the command that caused it; events of one command have the same one."""


class JournalRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, game_id: str) -> list[Event]:
        rows = await self._store.rows(select(_e.payload).where(_e.game_id == game_id).order_by(_e.version))
        return [read_event(row.payload) for row in rows]

    async def timed(self, game_id: str) -> list[TimedEvent]:
        question = select(_e.payload, _e.at_ms).where(_e.game_id == game_id).order_by(_e.version)
        return [TimedEvent(read_event(row.payload), row.at_ms) for row in await self._store.rows(question)]

    async def between(self, game_id: str, after: int, until: int) -> list[ReceiptedEvent]:
        """Returns the events whose versions are greater than `after` and not greater than `until`."""
        where = (_e.game_id == game_id, _e.version > after, _e.version <= until)
        question = select(_e.payload, _e.receipt).where(*where).order_by(_e.version)
        return [ReceiptedEvent(read_event(row.payload), row.receipt) for row in await self._store.rows(question)]

    async def stored_since(self, game_id: str, since_ms: int, until: int) -> tuple[Event, ...]:
        """Returns the events stored after that time, up to the version `until`."""
        where = (_e.game_id == game_id, _e.version <= until, _e.at_ms > since_ms)
        rows = await self._store.rows(select(_e.payload).where(*where).order_by(_e.version))
        return tuple(read_event(row.payload) for row in rows)

    async def games_with_author(self, user_id: int) -> list[str]:
        """Returns the ids of games in which a person has caused an event."""
        question = select(_e.game_id).where(_e.author == user_id).distinct()
        return [row.game_id for row in await self._store.rows(question)]


def read_event(payload: str) -> Event:
    return decode(json.loads(payload))
