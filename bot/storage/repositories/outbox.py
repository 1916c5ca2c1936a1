"""Messages that are to be sent: rows of the outbox."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import outbox
from bot.storage.store import Store

_o = outbox.c


class StoredRow(NamedTuple):
    """A message to be sent or edited; `bot.telegram.outbox.rows.Row` says what the fields mean."""

    id: int
    chat_id: int
    thread_id: int
    game_id: str
    step: int
    rank: int
    kind: str
    slot: str
    page: str
    args: str
    """JSON."""
    due_ms: int
    tries: int
    """How often a program has begun to render the row after a start, and has not finished."""


class OutboxRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[StoredRow]:
        """Returns all rows, oldest first."""
        return [StoredRow._make(row) for row in await self._store.rows(_ROW.order_by(_o.id))]

    async def among(self, ids: Iterable[int]) -> list[StoredRow]:
        """Returns those of the rows that are stored, oldest first."""
        question = _ROW.where(_o.id.in_([*ids])).order_by(_o.id)
        return [StoredRow._make(row) for row in await self._store.rows(question)]

    async def games_by_row(self) -> dict[int, str]:
        """Returns the id of every row and the game it belongs to; empty: to none."""
        return {row.id: row.game_id for row in await self._store.rows(select(_o.id, _o.game_id))}

    async def has_slot(self, chat_id: int, slot: str) -> bool:
        """Tells whether a row for this slot of the chat waits."""
        question = select(_o.id).where(_o.chat_id == chat_id, _o.slot == slot).limit(1)
        return await self._store.row(question) is not None

    async def slots_of_step(self, game_id: str, step: int, kind: str) -> set[tuple[int, str]]:
        """Returns chat and slot of the rows of one kind that a step of a game waits for."""
        where = (_o.game_id == game_id, _o.step == step, _o.kind == kind)
        rows = await self._store.rows(select(_o.chat_id, _o.slot).where(*where))
        return {(row.chat_id, row.slot) for row in rows}


_ROW = select(*(_o[name] for name in StoredRow._fields))
