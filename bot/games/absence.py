"""Players who do not answer: reminded after two missed steps in a row, replaced after three.

In a game over days they are reminded after one and replaced after two, and the counts are stored, because the
host may be restarted in between. A step during which the host was restarted, or in which taps were lost, counts
for nobody: who tapped then believes to have answered.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.games.announcements import stage_slot
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.slow_games import is_slow
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.notes import Notes
from bot.telegram.updates.polling_reception import Reception
from engine.events import Event, Expired, StepName

EXCUSED = Notes("excused:", str)
"""By game: the step that counts as missed by nobody."""
MISSED: Notes[dict[int, int]] = Notes(
    "missed:", lambda text: {int(seat): count for seat, count in json.loads(text).items()}, json.dumps
)
"""By game over days: how many steps in a row each seat has missed."""


class Patience(NamedTuple):
    """Numbers of missed steps in a row after which a player is reminded, and is replaced."""

    nudged: int
    replaced: int


LIVE, SLOW = Patience(2, 3), Patience(1, 2)
COUNTED = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.BALLOT, StepName.TIE_BALLOT, StepName.NIGHT})

SeatAction = Callable[[RunningGame, int], Awaitable[None]]


@dataclass(slots=True)
class _Watched:
    stage: str = ""
    step: StepName = StepName.DEAL
    awaited: frozenset[int] = frozenset()
    alive_signs: set[int] = field(default_factory=set)
    missed: dict[int, int] = field(default_factory=dict)
    slow: bool = False


class Absence:
    def __init__(self, store: Store, reception: Reception, nudge: SeatAction, replace: SeatAction) -> None:
        self._store = store
        self._reception = reception
        self._nudge = nudge
        self._replace = replace
        self._games: dict[str, _Watched] = {}

    def clear(self) -> None:
        self._games.clear()

    def forget(self, game_id: str) -> None:
        """The game is over or was stopped."""
        self._games.pop(game_id, None)

    def forgive(self) -> None:
        """Clears the counts after an outage of updates: steps missed in it cannot be told from those before it.
        In a game over days an outage is too short to matter, so its counts stay."""
        for watched in self._games.values():
            if not watched.slow:
                watched.missed.clear()

    async def heard(self, game: RunningGame, seat: int) -> None:
        """Notes a sign of life: the player on this seat has written or tapped anything."""
        if game.state is None or game.lobby.phase is not Phase.PLAYING:
            return
        watched = await self._watched(game)
        watched.alive_signs.add(seat)
        if watched.missed.pop(seat, None):
            await self._keep(game, watched)

    async def follow(self, game: RunningGame, happened: Sequence[Event]) -> None:
        if game.state is None or game.table.step is StepName.OVER:
            self._games.pop(game.id, None)
            await self._forget(game)
            return
        watched = await self._watched(game)
        stage = stage_slot(game.table)
        if stage != watched.stage:
            if any(isinstance(event, Expired) for event in happened):
                await self._count(game, watched)
            watched.stage, watched.step, watched.alive_signs = stage, game.table.step, set()
        watched.awaited = frozenset(game.awaited()) if game.table.step in COUNTED else frozenset()

    async def _count(self, game: RunningGame, watched: _Watched) -> None:
        if watched.step not in COUNTED:
            return
        if self._reception.is_interrupted or await self._is_excused(game.id, watched.stage):
            return
        before, patience = dict(watched.missed), SLOW if is_slow(game.lobby) else LIVE
        for seat in watched.awaited - watched.alive_signs:
            if not game.person_on(seat) or seat not in game.table.alive:
                continue
            missed = watched.missed[seat] = watched.missed.get(seat, 0) + 1
            if missed == patience.nudged:
                await self._nudge(game, seat)
            elif missed >= patience.replaced:
                del watched.missed[seat]
                await self._replace(game, seat)
        if watched.missed != before:
            await self._keep(game, watched)

    async def _is_excused(self, game_id: str, stage: str) -> bool:
        return await EXCUSED.read(self._store, game_id) == stage

    async def _forget(self, game: RunningGame) -> None:
        """The game is over."""
        work = UnitOfWork()
        if await EXCUSED.read(self._store, game.id) is not None:
            EXCUSED.drop(work, game.id)
        if is_slow(game.lobby) and await MISSED.read(self._store, game.id) is not None:
            MISSED.drop(work, game.id)
        if work.parts:
            await self._store.commit(work)

    async def _watched(self, game: RunningGame) -> _Watched:
        if game.id not in self._games:
            missed: dict[int, int] = {}
            if is_slow(game.lobby):
                missed = await MISSED.read(self._store, game.id) or {}
            self._games.setdefault(game.id, _Watched(missed=missed, slow=is_slow(game.lobby)))
        return self._games[game.id]

    async def _keep(self, game: RunningGame, watched: _Watched) -> None:
        if is_slow(game.lobby):
            await self._store.commit(MISSED.put(UnitOfWork(), game.id, watched.missed))


def excuse(work: UnitOfWork, game_id: str, stage: str) -> None:
    """Stores that this step counts as missed by nobody, also after further restarts."""
    EXCUSED.put(work, game_id, stage)
