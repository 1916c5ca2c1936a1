"""Opens, changes and closes lobbies, and signals when their time to start has come."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.signals import AsyncSignal
from bot.core.timers import Timers
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, LobbyRefusal, Phase, lobby_from_json
from bot.games.memory_eviction import Eviction
from bot.games.running_game import RunningGame
from bot.games.self_start import GATHERED_MS, hurried
from bot.games.step_timers import disarm
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row

TRIES = 5
"""How often a change is tried before giving up, when other processes keep changing the same game first."""


class Lobbies:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        timers: Timers,
        outbox: Outbox,
        groups: Groups,
        people: People,
        leadership: Leadership,
        games: GameRegistry,
        eviction: Eviction,
        group_rows: GroupRows,
        receipts: ReceiptRepository,
        due: AsyncSignal[str],
        pace: Pace,
    ) -> None:
        """`due` is sent with the id of a lobby whose time to start has come."""
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self._groups = groups
        self._people = people
        self._leadership = leadership
        self._games = games
        self._eviction = eviction
        self._group_rows = group_rows
        self._receipts = receipts
        self._due = due
        self._gathered_ms = pace.scale(GATHERED_MS)
        self._opening: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        """Locks by group and topic: one lobby is opened at a time in each."""
        self._sitting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks by person: one seat is taken at a time by each."""

    async def open_lobby(
        self,
        lobby: Lobby,
        rows: list[Row],
        receipt: str,
        along: UnitOfWork | None = None,
        more: Callable[[Lobby], Awaitable[list[Row]]] | None = None,
    ) -> Lobby | None:
        """Returns the lobby as it was opened, without people who sit at another table. None: nothing was opened,
        because there is a table already or the update was carried out before.

        `along` is stored in the same transaction; with it the lobby is opened with all of its guests or not at
        all. `more` makes further rows about the opened lobby.
        """
        place = (lobby.chat_id, lobby.thread_id)
        async with self._opening.setdefault(place, asyncio.Lock()):
            for _ in range(TRIES):
                work = UnitOfWork()
                if along is not None:
                    work.parts += along.parts
                if self._leadership.shared:
                    await self._groups.guard(work, lobby.chat_id)
                async with self._at_two_tables(lobby, lobby.people, work) as busy:
                    if await self._games.table_in(*place) is not None or (along is not None and busy):
                        return None
                    opened = lobby.without(busy)
                    told = [*rows, *(await more(opened) if more is not None else ())]
                    if await self._open(opened, work, told, receipt):
                        return opened
                # What is stored along was decided on what may have changed: the caller decides again.
                if not self._leadership.shared or along is not None or await self._receipts.has(receipt):
                    return None
            raise RuntimeError(f"no lobby could be opened in {lobby.chat_id}: {TRIES} conflicts in a row")

    async def _open(self, lobby: Lobby, work: UnitOfWork, rows: list[Row], receipt: str) -> bool:
        now = self._clock.now()
        if receipt:
            work.add_receipt(key=receipt, at_ms=now)
        put_game(work, lobby, now)
        for row in rows:
            row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            return False
        self._games.add(lobby)
        self._outbox.add(rows)
        self.arm_lobby(lobby)
        return True

    @asynccontextmanager
    async def _at_two_tables(
        self, lobby: Lobby, newcomers: frozenset[int], work: UnitOfWork
    ) -> AsyncIterator[frozenset[int]]:
        """Yields which of the newcomers sit at another table, if the group does not allow that.

        Their locks are held until the change is stored: two taps of one person in two groups wait for each other,
        and of two that came to different processes one is decided again.
        """
        async with AsyncExitStack() as held:
            for person in sorted(newcomers):
                await held.enter_async_context(self._sitting.setdefault(person, asyncio.Lock()))
            if not newcomers or (await self._groups.get(lobby.chat_id)).several_tables:
                yield frozenset()
                return
            if self._leadership.shared:
                for person in sorted(newcomers):
                    await self._people.guard(work, person)
            yield frozenset([person for person in newcomers if await self._games.other_table_of(person, lobby.id)])

    async def change_lobby(
        self,
        game_id: str,
        change: Callable[[Lobby], Lobby | LobbyRefusal],
        receipt: str,
        more: Callable[[Lobby], list[Row]] | None = None,
    ) -> Lobby | LobbyRefusal | None:
        """Returns the changed lobby or the refusal; None if there is no such table. A repeated update changes
        nothing. `more` makes further rows about the changed lobby."""
        game = await self._games.find(game_id)
        if game is None:
            return None
        async with game.lock:
            for _ in range(TRIES):
                changed = change(game.lobby)
                if isinstance(changed, LobbyRefusal):
                    if await self._games.refresh(game):
                        return changed
                    continue
                work = UnitOfWork()
                known = self._games.guard(work, game)
                async with self._at_two_tables(changed, changed.people - game.lobby.people, work) as busy:
                    if busy:
                        return LobbyRefusal.ELSEWHERE
                    changed = hurried(game.lobby, changed, self._clock.now(), self._gathered_ms)
                    if await self._commit_change(
                        game, known, changed, work, receipt, more(changed) if more else []
                    ):
                        return changed
                if not self._leadership.shared or await self._receipts.has(receipt):
                    return game.lobby
                await self._games.refresh(game)
        raise RuntimeError(f"the lobby {game_id} could not be changed: {TRIES} conflicts in a row")

    async def put_off(self, game_id: str, lost_ms: int) -> Lobby | None:
        """Delays the start of a lobby by `lost_ms` and returns it; None if it is not open any more."""
        game = await self._games.find_newest(game_id)
        while game is not None and game.lobby.phase is Phase.OPEN:
            changed = replace(game.lobby, starts_at=game.lobby.starts_at + lost_ms)
            work = UnitOfWork()
            known = self._games.guard(work, game)
            put_game(work, changed, self._clock.now())
            try:
                await self._store.commit(work)
            except Conflict:
                await self._games.refresh(game)
                continue
            self._games.adopt(game, known, replace(game, lobby=changed))
            self.arm_lobby(changed)
            return changed
        return None

    async def _commit_change(
        self, game: RunningGame, known: int, changed: Lobby, work: UnitOfWork, receipt: str, more: list[Row]
    ) -> bool:
        """Stores the change. Returns False if the update was carried out before or another process was first."""
        if receipt:
            work.add_receipt(key=receipt, at_ms=self._clock.now())
        adopt = self.put_lobby(work, game, known, changed, more)
        try:
            await self._store.commit(work)
        except Conflict:
            return False
        adopt()
        return True

    def put_lobby(
        self, work: UnitOfWork, game: RunningGame, known: int, changed: Lobby, more: Sequence[Row] = ()
    ) -> Callable[[], None]:
        """Adds the change to a unit of work. Returns a function that applies it in memory, to be called after the
        commit."""
        put_game(work, changed, self._clock.now())
        rows = [self._group_rows.lobby_edited(changed), *more]
        for row in rows:
            row.put(work)
        ended = changed.phase is Phase.CLOSED
        if ended:
            work.drop_clock(game=game.id)

        def adopt() -> None:
            self._games.adopt(game, known, replace(game, lobby=changed, clock=None if ended else game.clock))
            self._outbox.add(rows)
            self.arm_lobby(changed)
            if ended:
                disarm(self._timers, game.id)
                self._eviction.evict_later(game.id)

        return adopt

    def arm_lobby(self, lobby: Lobby) -> None:
        name = f"lobby:{lobby.id}"
        if lobby.phase is not Phase.OPEN:
            self._timers.cancel(name)
            return

        async def fire() -> None:
            await self._due.send(lobby.id)

        self._timers.set(name, lobby.starts_at, fire)

    def disarm_lobby(self, game_id: str) -> None:
        self._timers.cancel(f"lobby:{game_id}")


def put_game(work: UnitOfWork, lobby: Lobby, now: int) -> None:
    work.put_game(
        game_id=lobby.id,
        chat_id=lobby.chat_id,
        thread_id=lobby.thread_id,
        phase=lobby.phase.value,
        lobby=lobby.to_json(),
        changed_ms=now,
    )
    _put_places(work, lobby)


def _put_places(work: UnitOfWork, lobby: Lobby) -> None:
    work.drop_places(game=lobby.id)
    for person in sorted(lobby.found_by):
        work.add_place(user_id=person, game_id=lobby.id)


async def put_missing_places(database: Store) -> None:
    """Stores the people of tables that a process of an older release has stored without them."""
    work = UnitOfWork()
    for game in await GameRepository(database).live_without_places():
        _put_places(work, lobby_from_json(game.lobby))
    if work.parts:
        await database.commit(work)
