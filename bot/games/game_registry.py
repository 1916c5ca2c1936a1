"""Finds running games and open lobbies by id, group or person, and keeps each of them once in memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.games.lobby import Lobby
from bot.games.memory_eviction import ENDED, Eviction
from bot.games.running_game import RunningGame, catch_up, load_game
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.journals import JournalRepository
from engine.commands import Command, Verb
from engine.events import Event

_refreshed: ContextVar[set[str] | None] = ContextVar("refreshed", default=None)
"""Games that were compared with the store while this update is handled."""


@contextmanager
def refreshed_once() -> Iterator[None]:
    """Compares each game with the store when it is first asked for while one update is handled, because another
    process may have changed it."""
    token = _refreshed.set(set())
    try:
        yield
    finally:
        _refreshed.reset(token)


RECENT_MS = 10_000
"""Events stored this shortly before a game is loaded may not have been followed: their process may have died."""
JUDGED_MS = 24 * 60 * 60_000
"""How long after its end a game's panel is found by a command."""


class GameRegistry:
    def __init__(
        self,
        in_memory: dict[str, RunningGame],
        store: Store,
        clock: Clock,
        leadership: Leadership,
        eviction: Eviction,
    ) -> None:
        """`in_memory` is shared with `eviction`."""
        self._in_memory = in_memory
        self._store = store
        self._stored_games = GameRepository(store)
        self._journals = JournalRepository(store)
        self._clock = clock
        self._leadership = leadership
        self._eviction = eviction
        self._unfollowed: dict[str, list[Event]] = {}
        """Events of other processes that the followers have not been told of; only while this process leads."""

    # --- found by id ---------------------------------------------------------------------------------------------

    async def find(self, game_id: str) -> RunningGame | None:
        refreshed = _refreshed.get()
        if refreshed is None or game_id in refreshed:
            return await self._find(game_id, newest=False)
        refreshed.add(game_id)
        return await self._find(game_id, newest=True)

    async def find_newest(self, game_id: str) -> RunningGame | None:
        return await self._find(game_id, newest=True)

    async def _find(self, game_id: str, *, newest: bool) -> RunningGame | None:
        found = self._in_memory.get(game_id)
        if found is None:
            return await self._load(game_id)
        if newest:
            await self.refresh(found)
        return found

    async def _load(self, game_id: str) -> RunningGame | None:
        loaded = await load_game(self._store, game_id)
        if loaded is None:
            return None
        if not self._leadership.held:
            self._eviction.evict_ended()
        # It may have been loaded by another task meanwhile: there must be one object per game.
        found = self._in_memory.setdefault(game_id, loaded)
        if found.lobby.phase in ENDED:
            self._eviction.evict_later(game_id)
        if found is loaded and self._leadership.shared and self._leadership.held:
            since = self._clock.now() - RECENT_MS
            if recent := await self._journals.stored_since(game_id, since, loaded.version):
                self._note_unfollowed(loaded, recent)
        return found

    # --- found by group and person -------------------------------------------------------------------------------

    async def table_in(self, chat_id: int, thread_id: int = 0) -> RunningGame | None:
        """Returns the lobby or game that runs in a group, or in a topic of it."""
        game_id = await self._stored_games.live_in(chat_id, thread_id)
        return await self.find(game_id) if game_id else None

    async def tables_in_group(self, chat_id: int) -> list[RunningGame]:
        """Returns the lobbies and games of all its topics."""
        found = [await self.find(game_id) for game_id in await self._stored_games.live_in_group(chat_id)]
        return [game for game in found if game is not None]

    async def tables_of(self, user_id: int) -> list[RunningGame]:
        """Returns the lobbies and games at which a person sits now."""
        found = [await self.find_newest(game_id) for game_id in await self._stored_games.live_of(user_id)]
        return [game for game in found if game is not None and game.lobby.holds(user_id)]

    async def other_table_of(self, user_id: int, game_id: str) -> Lobby | None:
        """Returns a table at which this person sits, other than the given one."""
        others = (game.lobby for game in await self.tables_of(user_id) if game.id != game_id)
        return next(others, None)

    async def judged_by(self, user_id: int) -> list[RunningGame]:
        """Returns the tables that a person judges, newest first, and games lately over: their protocol may be
        open."""
        stored = await self._stored_games.live_or_over_of(user_id, self._clock.now() - JUDGED_MS)
        found = [await self.find(game_id) for game_id in stored]
        return [game for game in found if game is not None and user_id in game.lobby.judges]

    async def count_running(self) -> int:
        """Returns the number of open lobbies and running games in the store."""
        return sum((await self._stored_games.count_live()).values())

    # --- what is in memory ---------------------------------------------------------------------------------------

    def add(self, lobby: Lobby) -> None:
        """Takes a lobby that has just been stored into memory."""
        self._in_memory[lobby.id] = RunningGame(lobby)

    def loaded(self) -> dict[str, RunningGame]:
        """Returns the games in memory, by id."""
        return dict(self._in_memory)

    def with_clock(self) -> list[RunningGame]:
        """Returns the games in memory that have a step clock."""
        return [game for game in self._in_memory.values() if game.clock is not None and game.state is not None]

    def forget_idle(self) -> None:
        """Drops every game that is not being changed: they are read again when they are asked for."""
        self._unfollowed.clear()
        for game_id, game in [*self._in_memory.items()]:
            if not game.lock.locked():
                del self._in_memory[game_id]

    def forget_unfollowed(self, game_id: str) -> None:
        """Drops the unfollowed events of a game that was evicted."""
        self._unfollowed.pop(game_id, None)

    # --- changed together with the store -------------------------------------------------------------------------

    async def refresh(self, game: RunningGame) -> bool:
        """Reads what other processes have stored. Returns True if the game was up to date."""
        happened = await catch_up(self._stored_games, game) if self._leadership.shared else None
        if happened is not None:
            self._note_unfollowed(game, happened)
        return happened is None

    async def reload(self, game: RunningGame) -> None:
        """Replaces the game in memory by the stored one, after a conflict."""
        if self._leadership.shared:
            await self.refresh(game)
            return
        stored = await load_game(self._store, game.id)
        if stored is None:
            raise LookupError(game.id)
        game.lobby, game.state, game.clock, game.version = stored.lobby, stored.state, stored.clock, stored.version

    def guard(self, work: UnitOfWork, game: RunningGame) -> int:
        """Makes the work conflict if another process has changed the game. Returns the known revision."""
        if self._leadership.shared:
            work.guard_game(game=game.id, known=game.revision)
        return game.revision

    def adopt(self, game: RunningGame, known: int, changed: RunningGame) -> None:
        """Applies a stored change to the game in memory, unless that was refreshed to an even newer state."""
        if game.revision == known:
            game.lobby, game.state, game.clock = changed.lobby, changed.state, changed.clock
            game.version, game.revision = changed.version, known + self._leadership.shared
            game.acts = changed.acts

    # --- what other processes have done --------------------------------------------------------------------------

    def _note_unfollowed(self, game: RunningGame, happened: Sequence[Event]) -> None:
        if self._leadership.held:
            self._unfollowed.setdefault(game.id, []).extend(happened)

    def take_unfollowed(self, game_id: str) -> Sequence[Event]:
        """Returns events of other processes that followers have not been told of, and forgets them."""
        return self._unfollowed.pop(game_id, ())

    def with_unfollowed(self) -> list[str]:
        """Returns the ids of games with such events."""
        return [*self._unfollowed]

    def chat_moved(self, old: int, new: int) -> None:
        """Changes the chat id of games in memory after their group got another one."""
        for game in self._in_memory.values():
            if game.lobby.chat_id == old:
                game.lobby = replace(game.lobby, chat_id=new)

    def best_move_named(self, game_id: str, step: int, seat: int, seats: list[int]) -> None:
        """Notes the seats that a victim has ticked for the best move and not confirmed yet."""
        game = self._in_memory.get(game_id)
        if game is not None:
            game.named = Command(seat, Verb.BEST_MOVE, tuple(seats), step=step) if seats else None
