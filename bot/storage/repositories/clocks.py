"""Step clocks of running games."""

from typing import NamedTuple

from sqlalchemy import select

from bot.storage.schema import clocks, games
from bot.storage.store import Store


class StoredClock(NamedTuple):
    """The clock of the step that runs; `bot.games.step_clock.StepClock` says what the times mean."""

    game_id: str
    step: int
    left_ms: int
    runs_since: int | None
    under_ms: int
    waits: bool


class ClockWithLobby(NamedTuple):
    clock: StoredClock
    lobby: str
    """JSON, read by `bot.games.lobby.lobby_from_json`."""


class ClockRepository:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, game_id: str) -> StoredClock | None:
        row = await self._store.row(_CLOCK.where(clocks.c.game_id == game_id))
        return None if row is None else StoredClock._make(row)

    async def with_lobbies(self) -> list[ClockWithLobby]:
        """Returns every clock with the lobby of its game."""
        question = _CLOCK.add_columns(games.c.lobby).join(games, games.c.id == clocks.c.game_id)
        rows = await self._store.rows(question)
        return [ClockWithLobby(StoredClock._make(row[:-1]), row.lobby) for row in rows]


_c = clocks.c
_CLOCK = select(_c.game_id, _c.step, _c.left_ms, _c.runs_since, _c.under_ms, _c.waits)
