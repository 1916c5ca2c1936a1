"""Who does not answer: a nudge after two missed steps, somebody else on the seat after three.

In a game over days a step is a day: a nudge after one, somebody else after two, and what was missed is stored, for
the host is started anew on the way. The step in which that happens counts for nobody.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import select

from bot.clockwork.calendar import is_slow
from bot.live import Live
from bot.stages import stage_slot
from bot.store import Store, Work
from bot.store.schema import notes
from engine.events import Event, Expired, StepName


class Patience(NamedTuple):
    """After how many missed steps in a row something happens."""

    nudged: int
    replaced: int


LIVE, SLOW = Patience(2, 3), Patience(1, 2)
COUNTED = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.BALLOT, StepName.TIE_BALLOT, StepName.NIGHT})

Deed = Callable[[Live, int], Awaitable[None]]


@dataclass(slots=True)
class _Watched:
    stage: str = ""
    step: StepName = StepName.DEAL
    awaited: frozenset[int] = frozenset()
    alive_signs: set[int] = field(default_factory=set)
    missed: dict[int, int] = field(default_factory=dict)


class Absence:
    def __init__(self, store: Store, nudge: Deed, replace: Deed) -> None:
        self._store = store
        self._nudge = nudge
        self._replace = replace
        self._games: dict[str, _Watched] = {}

    def clear(self) -> None:
        self._games.clear()

    async def heard(self, live: Live, seat: int) -> None:
        """Somebody has written or tapped, whatever it was."""
        watched = await self._watched(live)
        watched.alive_signs.add(seat)
        if watched.missed.pop(seat, None):
            await self._keep(live, watched)

    async def follow(self, live: Live, happened: Sequence[Event]) -> None:
        if live.state is None or live.table.step is StepName.OVER:
            self._games.pop(live.id, None)
            if is_slow(live.lobby):
                await self._store.commit(Work().add("drop_note", name=_note(live.id)))
            return
        watched = await self._watched(live)
        stage = stage_slot(live.table)
        if stage != watched.stage:
            if any(isinstance(event, Expired) for event in happened):
                await self._count(live, watched)
            watched.stage, watched.step, watched.alive_signs = stage, live.table.step, set()
        watched.awaited = frozenset(live.awaited()) if live.table.step in COUNTED else frozenset()

    async def _count(self, live: Live, watched: _Watched) -> None:
        if watched.step not in COUNTED:
            return
        before, patience = dict(watched.missed), SLOW if is_slow(live.lobby) else LIVE
        for seat in watched.awaited - watched.alive_signs:
            if not live.person_on(seat) or seat not in live.table.alive:
                continue
            missed = watched.missed[seat] = watched.missed.get(seat, 0) + 1
            if missed == patience.nudged:
                await self._nudge(live, seat)
            elif missed >= patience.replaced:
                del watched.missed[seat]
                await self._replace(live, seat)
        if watched.missed != before:
            await self._keep(live, watched)

    async def _watched(self, live: Live) -> _Watched:
        if live.id not in self._games:
            missed: dict[int, int] = {}
            if is_slow(live.lobby):
                row = await self._store.row(select(notes.c.value).where(notes.c.key == _note(live.id)))
                missed = {} if row is None else {int(seat): count for seat, count in json.loads(row.value).items()}
            self._games.setdefault(live.id, _Watched(missed=missed))
        return self._games[live.id]

    async def _keep(self, live: Live, watched: _Watched) -> None:
        if is_slow(live.lobby):
            value = json.dumps(watched.missed)
            await self._store.commit(Work().add("put_note", key=_note(live.id), value=value))


def _note(game_id: str) -> str:
    return f"missed:{game_id}"
