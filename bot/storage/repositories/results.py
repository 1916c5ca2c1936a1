"""Results of finished games without names, and separately the people on their seats."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Select, func, or_, select

from bot.storage.schema import entries, people, result_seats, results
from bot.storage.store import Store

UNCOUNTED = '"uncounted":true'
"""Text in the data of a person who wants to be in no statistics."""

_r = results.c
_s = result_seats.c


class Scope(NamedTuple):
    """Selects games by group, person, time and rules."""

    chat: int = 0
    """Only games of this group; 0: of all groups."""
    user: int = 0
    """Only games of this person; 0: of everybody."""
    since_ms: int = 0
    rules: str = ""


class StoredResult(NamedTuple):
    game_id: str
    ended_ms: int
    data: str
    """JSON, read by `engine.results.read_result`."""


class ResultRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, scope: Scope, after: StoredResult | None, limit: int) -> list[StoredResult]:
        """Returns the results that follow `after` in the order in which the games ended; None: the first ones."""
        question = _narrow(select(_r.game_id, _r.ended_ms, _r.data), scope)
        if after is not None:
            later = or_(_r.ended_ms > after.ended_ms, _r.game_id > after.game_id)
            question = question.where(_r.ended_ms >= after.ended_ms, later)
        rows = await self._store.rows(question.order_by(_r.ended_ms, _r.game_id).limit(limit))
        return [StoredResult._make(row) for row in rows]

    async def people_on_seats(self, game_ids: Collection[str]) -> dict[str, dict[int, int]]:
        """Returns who sat on which seat, by game. Seats of computers and of the forgotten are missing."""
        found: dict[str, dict[int, int]] = {}
        for row in await self._store.rows(select(result_seats).where(_s.game_id.in_([*game_ids]))):
            found.setdefault(row.game_id, {})[row.seat] = row.user_id
        return found

    async def mark(self, scope: Scope) -> tuple[Any, ...]:
        """Returns a value that changes whenever one of these results, its seats or its ruling changes: what was
        computed from them is valid as long as the mark is the same."""
        found = await self._store.row(_narrow(select(func.count(), func.sum(_r.changed_ms)), scope))
        ids = _narrow(select(_r.game_id), scope)
        seats = await self._store.row(select(func.count()).where(_s.game_id.in_(ids)))
        # A ruling makes an entry longer: its time and its author are stored.
        length = func.sum(func.length(entries.c.data))
        ruled = await self._store.row(select(length).where(entries.c.game_id.in_(ids)))
        return tuple(value for row in (found, seats, ruled) for value in row or ())

    async def chats(self) -> set[int]:
        return {row.chat_id for row in await self._store.rows(select(_r.chat_id).distinct())}

    async def players_in(self, chat_id: int) -> set[int]:
        """Returns everybody who has a result in a group."""
        return {row.user_id for row in await self._store.rows(_players_in(chat_id).distinct())}

    async def uncounted_in(self, chat_id: int) -> list[int]:
        """Returns the people who have a result in a group and want to be in no statistics."""
        named = people.c.user_id.in_(_players_in(chat_id))
        question = select(people.c.user_id).where(people.c.data.contains(UNCOUNTED), named)
        return [row.user_id for row in await self._store.rows(question)]


def _narrow(question: Select[*tuple[Any, ...]], scope: Scope) -> Select[*tuple[Any, ...]]:
    question = question.where(_r.ended_ms >= scope.since_ms)
    if scope.chat:
        question = question.where(_r.chat_id == scope.chat)
    if scope.user:
        question = question.where(_r.game_id.in_(select(_s.game_id).where(_s.user_id == scope.user)))
    return question.where(_r.ruleset == scope.rules) if scope.rules else question


def _players_in(chat_id: int) -> Select[tuple[int]]:
    return select(_s.user_id).join(results, _r.game_id == _s.game_id).where(_r.chat_id == chat_id)
