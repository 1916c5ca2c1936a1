"""Tables before their game: opened, changed, and started when their time has come."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.timers import Timers
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal, Phase, lobby_from_json
from bot.games.running_game import RunningGame
from bot.games.step_clocks import disarm
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.directory import Directory
from bot.storage.groups import Group
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.outbox import OutboxRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row

CHAIR = "chair"
JUDGE_SHOWN_MS = 15_000
"""So long a table sees who judges before the cards are dealt: whoever starts may be in league with the judge."""
TRIES = 5
"""So often something is decided again because another process was quicker."""


class Lobbies(GameRegistry):
    def __init__(
        self,
        database: Store,
        clock: Clock,
        outbox: Outbox,
        timers: Timers,
        directory: Directory,
        pace: Pace,
        leadership: Leadership,
        process: int = 0,
    ) -> None:
        super().__init__(database, clock, outbox, timers, leadership, process)
        self._directory = directory
        self._stored_rows = OutboxRepository(database)
        self.pace = pace
        self._opening: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        """Groups and their topics in which a table is being opened."""
        self._sitting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """People who are sitting down."""
        self.on_lobby_due: Callable[[str], Awaitable[None]] | None = None

    async def open_lobby(
        self,
        lobby: Lobby,
        rows: list[Row],
        receipt: str,
        along: UnitOfWork | None = None,
        more: Callable[[Lobby], Awaitable[list[Row]]] | None = None,
        of_group: Callable[[Group], Group] | None = None,
    ) -> Lobby | None:
        """The table as it is opened: without those who sit elsewhere. None: there is one already.

        `along` is stored with it, by whoever wants all of the guests or no table; `more` is told about the table
        as it is opened, and `of_group` changes what the group has chosen.
        """
        place = (lobby.chat_id, lobby.thread_id)
        async with self._opening.setdefault(place, asyncio.Lock()):
            for _ in range(TRIES):
                work = UnitOfWork()
                if along is not None:
                    work.parts += along.parts
                if self.leadership.shared:
                    await self._directory.groups.guard(work, lobby.chat_id)
                async with self._at_two_tables(lobby, lobby.people, work) as busy:
                    if await self.table_in(*place) is not None or (along is not None and busy):
                        return None
                    opened = lobby.without(busy)
                    told = [*rows, *(await more(opened) if more is not None else ())]
                    if of_group is not None:
                        await self._directory.groups.put_guarded(work, lobby.chat_id, of_group)
                    try:
                        if await self._open(opened, work, told, receipt):
                            return opened
                    finally:
                        if of_group is not None:
                            self._directory.forget((lobby.chat_id,))
                if not self.leadership.shared or await self.counted(receipt):
                    return None
            raise RuntimeError(f"tables of {lobby.chat_id} open faster than they can be counted")

    async def _open(self, lobby: Lobby, work: UnitOfWork, rows: list[Row], receipt: str) -> bool:
        now = self.clock.now()
        if receipt:
            work.add_receipt(key=receipt, at_ms=now)
        put_game(work, lobby, now)
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return False
        self._live[lobby.id] = RunningGame(lobby)
        self.outbox.add(rows)
        self.arm_lobby(lobby)
        return True

    @asynccontextmanager
    async def _at_two_tables(
        self, lobby: Lobby, newcomers: frozenset[int], work: UnitOfWork
    ) -> AsyncIterator[frozenset[int]]:
        """Which of those who are sitting down here sit elsewhere, where the group does not want that.

        Whoever sits down is held until it is stored: two taps in two groups wait for each other, and of two
        that other processes got one is decided again.
        """
        async with AsyncExitStack() as held:
            for person in sorted(newcomers):
                await held.enter_async_context(self._sitting.setdefault(person, asyncio.Lock()))
            if not newcomers or (await self._directory.groups.get(lobby.chat_id)).several_tables:
                yield frozenset()
                return
            if self.leadership.shared:
                for person in sorted(newcomers):
                    await self._directory.people.guard(work, person)
            yield frozenset([person for person in newcomers if await self.elsewhere(person, lobby.id)])

    async def elsewhere(self, user_id: int, game_id: str) -> Lobby | None:
        """Another table at which this person sits."""
        others = (live.lobby for live in await self.tables_of(user_id) if live.id != game_id)
        return next(others, None)

    async def change_lobby(
        self,
        game_id: str,
        change: Callable[[Lobby], Lobby | LobbyRefusal],
        receipt: str,
        more: Callable[[Lobby], list[Row]] | None = None,
    ) -> Lobby | LobbyRefusal | None:
        """None: no such table. A repeated update finds the change made and is told so again."""
        live = await self.live(game_id)
        if live is None:
            return None
        async with live.lock:
            for _ in range(TRIES):
                changed = change(live.lobby)
                if isinstance(changed, LobbyRefusal):
                    if await self.is_newest(live):
                        return changed
                    continue
                work = UnitOfWork()
                known = self.guard(work, live)
                async with self._at_two_tables(changed, changed.people - live.lobby.people, work) as busy:
                    if busy:
                        return LobbyRefusal.ELSEWHERE
                    if await self._store(live, known, changed, work, receipt, more(changed) if more else []):
                        return changed
                if not self.leadership.shared or await self.counted(receipt):
                    return live.lobby
                await self.is_newest(live)
        raise RuntimeError(f"the table {game_id} changes faster than it can be read")

    async def put_off(self, game_id: str, lost_ms: int) -> Lobby | None:
        """The table begins so much later. None: it is not open any more."""
        live = await self._find(game_id, fresh=True)
        while live is not None and live.lobby.phase is Phase.OPEN:
            changed = replace(live.lobby, starts_at=live.lobby.starts_at + lost_ms)
            work = UnitOfWork()
            known = self.guard(work, live)
            put_game(work, changed, self.clock.now())
            try:
                await self.database.commit(work)
            except Conflict:
                await self.is_newest(live)
                continue
            self.adopt(live, known, replace(live, lobby=changed))
            self.arm_lobby(changed)
            return changed
        return None

    async def _store(
        self, live: RunningGame, known: int, changed: Lobby, work: UnitOfWork, receipt: str, more: list[Row]
    ) -> bool:
        """False: this update has had its effect already, or another process was quicker."""
        if receipt:
            work.add_receipt(key=receipt, at_ms=self.clock.now())
        adopt = self.put_lobby(work, live, known, changed, more)
        try:
            await self.database.commit(work)
        except Conflict:
            return False
        adopt()
        return True

    def put_lobby(
        self, work: UnitOfWork, live: RunningGame, known: int, changed: Lobby, more: Sequence[Row] = ()
    ) -> Callable[[], None]:
        """A change of a table as a part of somebody's work, who calls what this returns when it is stored."""
        put_game(work, changed, self.clock.now())
        rows = [self.lobby_row(changed), *more]
        for row in rows:
            row.put(work)
        ended = changed.phase is Phase.CLOSED
        if ended:
            work.drop_clock(game=live.id)

        def adopt() -> None:
            self.adopt(live, known, replace(live, lobby=changed, clock=None if ended else live.clock))
            self.outbox.add(rows)
            self.arm_lobby(changed)
            if ended:
                disarm(self.timers, live.id)
                self.put_away_later(live.id)

        return adopt

    def arm_lobby(self, lobby: Lobby) -> None:
        name = f"lobby:{lobby.id}"
        if lobby.phase is not Phase.OPEN or self.on_lobby_due is None:
            self.timers.cancel(name)
            return
        due = self.on_lobby_due

        async def fire() -> None:
            await due(lobby.id)

        self.timers.set(name, lobby.starts_at, fire)

    def lobby_shown(self, lobby: Lobby) -> list[Row]:
        """The message of a table that waits for players, pinned. People open tables as they like: no stage of
        another one waits for it."""
        return [self.group_row(lobby, kind, "lobby", Rank.ANSWER, "lobby") for kind in (Kind.SEND, Kind.PIN)]

    def lobby_unpinned(self, lobby: Lobby) -> Row:
        """After it was pinned, so in the same line."""
        return self.group_row(lobby, Kind.UNPIN, "lobby", Rank.ANSWER, "lobby")

    def lobby_row(self, lobby: Lobby) -> Row:
        return self.group_row(lobby, Kind.EDIT, "lobby", Rank.EDIT, "lobby")

    def chair_row(self, lobby: Lobby) -> Row:
        """A message of its own, which nothing of the table overtakes: an edit would be lost in the next one. And
        it is never given up, for the game does not begin before it is seen."""
        told = {"key": "chair-taken", "args": {"name": lobby.judge_name}}
        return replace(self.group_row(lobby, Kind.SEND, "text", Rank.RESULT, CHAIR), args=told)

    async def is_judge_unseen(self, lobby: Lobby) -> bool:
        """Has the table not been shown yet, for long enough, who will see its cards?"""
        if not lobby.judge:
            return False
        if self.clock.now() < lobby.judged_since + self.pace.scale(JUDGE_SHOWN_MS):
            return True
        return await self._stored_rows.has_slot(lobby.chat_id, f"{lobby.id}:{CHAIR}")


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
    """Stores who sits at tables that a process of an older release has stored beside this one."""
    work = UnitOfWork()
    for game in await GameRepository(database).live_without_places():
        _put_places(work, lobby_from_json(game.lobby))
    if work.parts:
        await database.commit(work)
