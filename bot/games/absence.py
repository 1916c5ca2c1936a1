"""Players who do not answer: reminded after two missed steps in a row, replaced after three.

In a game over days they are reminded after one and replaced after two, and the counts are stored, because the
host may be restarted in between. A step during which the host was restarted, or in which taps were lost, counts
for nobody: who tapped then believes to have answered. A ballot counts only for those who have missed another step
and shown no sign of life since: silence is a way to vote. However short the steps are, nobody is replaced within
`LEAST_SILENCE_MS` of their last sign of life.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.announcements import stage_slot
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.slow_games import is_slow
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.notes import Notes
from bot.telegram.updates.polling_reception import Reception
from engine.events import Event, Expired, Resumed, StepName

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
LEAST_SILENCE_MS = 5 * 60_000
BALLOTS = frozenset({StepName.BALLOT, StepName.TIE_BALLOT})
COUNTED = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.NIGHT}) | BALLOTS

SeatAction = Callable[[RunningGame, int], Awaitable[None]]


@dataclass(slots=True)
class _Watched:
    since: int
    """The beginning of the silence of those who have not been heard of: no pause, outage or time before a start
    counts."""
    seating: tuple[int, ...]
    stage: str = ""
    step: StepName = StepName.DEAL
    awaited: frozenset[int] = frozenset()
    alive_signs: set[int] = field(default_factory=set)
    heard_at: dict[int, int] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)
    slow: bool = False

    def begin_anew(self, now: int) -> None:
        """Lets everybody's silence begin now."""
        self.since = now
        self.heard_at.clear()

    def silence_ms(self, seat: int, now: int) -> int:
        return now - self.heard_at.get(seat, self.since)


class Absence:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        pace: Pace,
        reception: Reception,
        nudge: SeatAction,
        replace: SeatAction,
    ) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
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
            watched.begin_anew(self._clock.now())
            if not watched.slow:
                watched.missed.clear()

    async def heard(self, game: RunningGame, seat: int) -> None:
        """Notes a sign of life: the player on this seat has written or tapped anything."""
        if game.state is None or game.lobby.phase is not Phase.PLAYING:
            return
        watched = await self._watched(game)
        watched.alive_signs.add(seat)
        watched.heard_at[seat] = self._clock.now()
        if watched.missed.pop(seat, None):
            await self._keep(game, watched)

    async def follow(self, game: RunningGame, happened: Sequence[Event]) -> None:
        if game.state is None or game.table.step is StepName.OVER:
            self._games.pop(game.id, None)
            await self._forget(game)
            return
        watched = await self._watched(game)
        if any(isinstance(event, Resumed) for event in happened):
            watched.begin_anew(self._clock.now())
        await self._greet_successors(game, watched)
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
        step = watched.step  # a replacement leads back here, to the step that has begun
        before, patience = dict(watched.missed), SLOW if is_slow(game.lobby) else LIVE
        for seat in watched.awaited - watched.alive_signs:
            if not game.person_on(seat) or seat not in game.table.alive:
                continue
            if step in BALLOTS and seat not in watched.missed:
                continue
            missed = watched.missed[seat] = watched.missed.get(seat, 0) + 1
            if missed == patience.nudged:
                await self._nudge(game, seat)
            elif missed >= patience.replaced and self._is_silent_for_long(watched, seat):
                del watched.missed[seat]
                await self._replace(game, seat)
        if watched.missed != before:
            await self._keep(game, watched)

    def _is_silent_for_long(self, watched: _Watched, seat: int) -> bool:
        return watched.silence_ms(seat, self._clock.now()) >= self._pace.scale(LEAST_SILENCE_MS)

    async def _greet_successors(self, game: RunningGame, watched: _Watched) -> None:
        """Lets those who have taken over a seat begin without what was missed before them."""
        before, watched.seating = watched.seating, game.lobby.seating
        changed = [seat for seat, person in enumerate(before, start=1) if person != game.person_on(seat)]
        for seat in changed:
            watched.heard_at[seat] = self._clock.now()
            watched.missed.pop(seat, None)
        if changed:
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
            watched = _Watched(self._clock.now(), game.lobby.seating, missed=missed, slow=is_slow(game.lobby))
            self._games.setdefault(game.id, watched)
        return self._games[game.id]

    async def _keep(self, game: RunningGame, watched: _Watched) -> None:
        if is_slow(game.lobby):
            await self._store.commit(MISSED.put(UnitOfWork(), game.id, watched.missed))


def excuse(work: UnitOfWork, game_id: str, stage: str) -> None:
    """Stores that this step counts as missed by nobody, also after further restarts."""
    EXCUSED.put(work, game_id, stage)
