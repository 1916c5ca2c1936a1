"""Who does not answer: a nudge after two missed steps, somebody else on the seat after three.

Only in memory: after a restart nobody is blamed for the time in which the host was away.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from bot.live import Live
from bot.stages import stage_slot
from engine.events import Event, Expired, StepName

NUDGED_AT, REPLACED_AT = 2, 3
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
    def __init__(self, nudge: Deed, replace: Deed) -> None:
        self._nudge = nudge
        self._replace = replace
        self._games: dict[str, _Watched] = {}

    def heard(self, live: Live, seat: int) -> None:
        """Somebody has written or tapped, whatever it was."""
        watched = self._games.get(live.id)
        if watched is not None:
            watched.alive_signs.add(seat)
            watched.missed.pop(seat, None)

    async def follow(self, live: Live, happened: Sequence[Event]) -> None:
        if live.state is None or live.table.step is StepName.OVER:
            self._games.pop(live.id, None)
            return
        watched = self._games.setdefault(live.id, _Watched())
        stage = stage_slot(live.table)
        if stage != watched.stage:
            if any(isinstance(event, Expired) for event in happened):
                await self._count(live, watched)
            watched.stage, watched.step, watched.alive_signs = stage, live.table.step, set()
        watched.awaited = self._awaited(live)

    async def _count(self, live: Live, watched: _Watched) -> None:
        if watched.step not in COUNTED:
            return
        for seat in watched.awaited - watched.alive_signs:
            if not live.person_on(seat) or seat not in live.table.alive:
                continue
            missed = watched.missed[seat] = watched.missed.get(seat, 0) + 1
            if missed == NUDGED_AT:
                await self._nudge(live, seat)
            elif missed >= REPLACED_AT:
                del watched.missed[seat]
                await self._replace(live, seat)

    def _awaited(self, live: Live) -> frozenset[int]:
        table, views = live.table, live.position.views
        step = table.rules.steps[table.step]
        seats = (table.speaker,) if table.speaker else table.alive
        return frozenset(seat for seat in seats if live.person_on(seat) and step.awaits(views[seat]))
