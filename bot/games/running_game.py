"""A running game in memory: the lobby it came from, the position, the clock, and who may ask."""

import asyncio
import json
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, select, text

from bot.games.lobby import Lobby, lobby_from_json
from bot.games.step_clock import StepClock
from bot.storage import Store
from bot.storage.schema import clocks, events, games
from engine.api import replay
from engine.codec import decode
from engine.commands import Command
from engine.events import Event, StepName
from engine.state import State, evolve
from engine.steps.night import has_answered
from engine.table import Table

if TYPE_CHECKING:
    from bot.telegram.buttons.callback_data import JudgeTap


@dataclass(slots=True, eq=False)
class RunningGame:
    lobby: Lobby
    state: State | None = None
    """None while the lobby is open."""
    version: int = 0
    """How many events the journal holds."""
    revision: int = 0
    """How often the game was changed, where several processes may do so."""
    clock: StepClock | None = None
    keypad: int = 0
    """The step in which the speaker has opened the keypad of nominations; only in memory."""
    named: Command | None = None
    """A best move that its victim has ticked and not confirmed yet; only in memory."""
    screens: "dict[int, JudgeTap]" = field(default_factory=dict)
    """What each judge's panel is opened at; only in memory, after a restart it is at its first page."""
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
        """Does the step that runs wait for somebody of flesh and blood?

        Asked only where an evening is sped up, in the sandbox: there all phones lie on one table.
        """
        return self.state is None or bool(self._asked(alike=False))

    def awaited(self) -> tuple[int, ...]:
        """The people whom the step that runs waits for, by their seats; as far as the table may know.

        Who has something to settle in the meeting, or a second question at night, does not show in whom it is
        brought to mind: in the meeting all are asked, at night those who have answered nothing.
        """
        seats = self._asked(alike=self.table.step is StepName.MEET)
        if self.table.step is not StepName.NIGHT:
            return seats
        return tuple(seat for seat in seats if not has_answered(self.position.views[seat]))

    def _asked(self, *, alike: bool) -> tuple[int, ...]:
        table, views = self.table, self.position.views
        step = table.rules.steps.get(table.step)
        seats = (table.speaker,) if table.speaker else table.alive
        if step is None:
            return ()
        return tuple(seat for seat in seats if self.person_on(seat) and (alike or step.awaits(views[seat])))


async def load_game(database: Store, game_id: str) -> RunningGame | None:
    """The game as the store has it; its journal is replayed."""
    row = await database.row(select(games.c.lobby, games.c.chat_id, games.c.revision).where(games.c.id == game_id))
    if row is None:
        return None
    live = RunningGame(stored_lobby(row), revision=row.revision)
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


async def recent_events(database: Store, live: RunningGame, since: int) -> tuple[Event, ...]:
    e = events.c
    recent = select(e.payload).where(e.game_id == live.id, e.version <= live.version, e.at_ms > since)
    return tuple(decode(json.loads(row.payload)) for row in await database.rows(recent.order_by(e.version)))


NEWER = text("""
    SELECT games.lobby, games.chat_id, games.revision,
           clocks.step, clocks.left_ms, clocks.runs_since, clocks.under_ms, clocks.waits,
           ARRAY(
               SELECT payload FROM events WHERE game_id = games.id AND version > :version ORDER BY version
           ) AS news
    FROM games LEFT JOIN clocks ON clocks.game_id = games.id
    WHERE games.id = :game AND games.revision <> :revision
""")
"""What PostgreSQL knows beyond a view of a game; no row if that is nothing."""


async def catch_up(database: Store, live: RunningGame) -> tuple[Event, ...] | None:
    """What other processes have done to the game since it was read; None: nothing at all."""
    while True:
        revision, version = live.revision, live.version
        newer = await database.row(NEWER, game=live.id, revision=revision, version=version)
        if newer is None:
            return None
        if live.revision == revision:
            break  # else somebody here has changed it meanwhile
    happened = tuple(decode(json.loads(payload)) for payload in newer.news)
    live.lobby = stored_lobby(newer)
    if happened:
        # Whoever decides on the old position at this moment keeps it.
        live.state = reduce(evolve, happened, live.state.copy()) if live.state else replay(happened)
    live.version, live.revision = version + len(happened), newer.revision
    live.clock = None
    if newer.step is not None:
        live.clock = StepClock(newer.step, newer.left_ms, newer.runs_since, newer.under_ms, newer.waits)
    return happened


def stored_lobby(row: Row[Any]) -> Lobby:
    """A group that has become a supergroup has another number than when the table was opened."""
    lobby = lobby_from_json(row.lobby)
    return lobby if lobby.chat_id == row.chat_id else replace(lobby, chat_id=row.chat_id)
