"""A running game in memory: the lobby it came from, the position, the clock, and who may ask."""

import asyncio
import json
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.lobby import Lobby, lobby_from_json
from bot.store import Store
from bot.store.schema import clocks, events, games
from bot.timekeeping import StepClock
from engine.codec import decode
from engine.deciding import replay
from engine.state import State
from engine.table import Table


@dataclass(slots=True, eq=False)
class Live:
    lobby: Lobby
    state: State | None = None
    """None while the lobby is open."""
    version: int = 0
    """How many events the journal holds."""
    clock: StepClock | None = None
    keypad: int = 0
    """The step in which the speaker has opened the keypad of nominations; only in memory."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One command at a time."""

    @property
    def id(self) -> str:
        return self.lobby.id

    @property
    def table(self) -> Table:
        return self.position.table

    @property
    def position(self) -> State:
        if self.state is None:
            raise LookupError(f"the game {self.lobby.id} has not begun")
        return self.state

    def person_on(self, seat: int) -> int:
        """The person on a seat; 0 for a computer player."""
        return self.lobby.seating[seat - 1]

    def awaits_person(self) -> bool:
        """Does the step that runs wait for somebody of flesh and blood?"""
        if self.state is None:
            return True
        table = self.state.table
        step = table.rules.steps.get(table.step)
        if step is None:
            return False
        seats = (table.speaker,) if table.speaker else table.alive
        return any(self.person_on(seat) and step.awaits(self.state.views[seat]) for seat in seats)


async def load_live(database: Store, game_id: str) -> Live | None:
    """The game as the store has it; its journal is replayed."""
    row = await database.row(select(games.c.lobby).where(games.c.id == game_id))
    if row is None:
        return None
    live = Live(lobby_from_json(row.lobby))
    journal = await database.rows(
        select(events.c.payload).where(events.c.game_id == game_id).order_by(events.c.version)
    )
    if journal:
        live.state = replay(decode(json.loads(event.payload)) for event in journal)
        live.version = len(journal)
    clock = await database.row(select(clocks).where(clocks.c.game_id == game_id))
    if clock is not None:
        live.clock = StepClock(clock.step, clock.left_ms, clock.runs_since, clock.under_ms, bool(clock.waits))
    return live
