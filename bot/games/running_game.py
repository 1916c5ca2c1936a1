"""A running game in memory: its lobby, position and clock; how it is loaded and kept up to date."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

from bot.games.lobby import Lobby, lobby_from_json
from bot.games.step_acts import Acts
from bot.games.step_clock import StepClock
from bot.storage import Store
from bot.storage.repositories.clocks import ClockRepository, StoredClock
from bot.storage.repositories.games import GameRepository, StoredGame
from bot.storage.repositories.journals import JournalRepository
from engine.api import replay
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
    """How often the stored game was changed; counted where several processes may change it."""
    clock: StepClock | None = None
    acts: Acts = field(default_factory=Acts)
    named: Command | None = None
    """A best move that its victim has ticked and not confirmed yet; only in memory."""
    screens: "dict[int, JudgeTap]" = field(default_factory=dict)
    """The page that each judge's panel shows; only in memory, so after a restart it is the first page."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a command is decided and stored: one at a time."""

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

    def seat_of(self, user_id: int) -> int:
        """The seat of a person in the game; 0 if none."""
        seating = self.lobby.seating
        return seating.index(user_id) + 1 if user_id and user_id in seating else 0

    def person_on(self, seat: int) -> int:
        """The person on a seat; 0 for a computer player."""
        return self.lobby.seating[seat - 1]

    def has_people(self) -> bool:
        """Is a person still in the game, and not only computer players?"""
        return any(self.person_on(seat) for seat in self.table.alive)

    @property
    def announces_vote(self) -> bool:
        """Is the running step a vote that is only announced yet? Its message has no keys, and its time begins
        when the announcement is over."""
        return self.clock is not None and bool(self.clock.under_ms) and not self.table.time_out_by

    def awaits_person(self) -> bool:
        """Does the running step wait for a person, not only for computer players?

        Matters only where games are sped up, in the sandbox: all private chats are visible there, so the length of
        a step gives away nothing.
        """
        return self.state is None or bool(self._asked(alike=False))

    def awaited(self) -> tuple[int, ...]:
        """Returns the seats of people whom the running step waits for, as far as the table may know it.

        Reminders must not reveal who has something to decide in the meeting, or a second question at night: in the
        meeting all seats are returned, at night those that have answered nothing.
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


async def load_game(store: Store, game_id: str) -> RunningGame | None:
    """Returns the game as it is stored; its journal is replayed."""
    stored = await GameRepository(store).find(game_id)
    if stored is None:
        return None
    game = RunningGame(stored_lobby(stored), revision=stored.revision)
    journal = await JournalRepository(store).of(game_id)
    if journal:
        game.state = replay(journal)
        game.version = len(journal)
        game.acts = Acts().after(journal)
    game.clock = stored_clock(await ClockRepository(store).of(game_id))
    return game


async def catch_up(games: GameRepository, game: RunningGame) -> tuple[Event, ...] | None:
    """Applies what other processes have done to the game since it was read, and returns it; None: nothing."""
    while True:
        revision, version = game.revision, game.version
        newer = await games.newer(game.id, revision=revision, version=version)
        if newer is None:
            return None
        if game.revision == revision:
            break  # else this process has changed it meanwhile
    happened = newer.events
    game.lobby = stored_lobby(newer.game)
    if happened:
        # A copy: a decision that is being made on the old position keeps it.
        game.state = reduce(evolve, happened, game.state.copy()) if game.state else replay(happened)
        game.acts = game.acts.after(happened)
    game.version, game.revision = version + len(happened), newer.game.revision
    game.clock = stored_clock(newer.clock)
    return happened


def stored_clock(clock: StoredClock | None) -> StepClock | None:
    if clock is None:
        return None
    return StepClock(clock.step, clock.left_ms, clock.runs_since, clock.under_ms, clock.waits)


def stored_lobby(game: StoredGame) -> Lobby:
    """Returns the lobby with the chat's id of today: a group that became a supergroup has another one since."""
    lobby = lobby_from_json(game.lobby)
    return lobby if lobby.chat_id == game.chat_id else replace(lobby, chat_id=game.chat_id)
