"""The tables: each game once in memory, found by its name, its group or its people."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.timers import Timers
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame, catch_up, load_game
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.journals import JournalRepository
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.commands import Command, Verb
from engine.events import Event

_seen: ContextVar[set[str] | None] = ContextVar("seen", default=None)
"""Games that were looked at in the course of this update."""


@contextmanager
def fresh_look() -> Iterator[None]:
    """Within this, each game is first brought to what is stored: another process may have had the last update."""
    token = _seen.set(set())
    try:
        yield
    finally:
        _seen.reset(token)


ENDED = frozenset({Phase.OVER, Phase.CLOSED})
KEPT_MS = 15 * 60_000
"""So long a game that has ended stays in memory after somebody has asked for it."""
RECENT_MS = 10_000
"""What was stored so short a time before a game is read has not been followed, if another has died over it."""
JUDGED_MS = 24 * 60 * 60_000
"""So long after its end a game's panel is found by a command."""


class GameRegistry:
    def __init__(
        self,
        database: Store,
        clock: Clock,
        outbox: Outbox,
        timers: Timers,
        leadership: Leadership,
        process: int = 0,
    ) -> None:
        self.database = database
        self._stored_games = GameRepository(database)
        self._journals = JournalRepository(database)
        self._receipts = ReceiptRepository(database)
        self.leadership = leadership
        self.clock = clock
        self.outbox = outbox
        self.timers = timers
        self._numbers = RowIds(process)
        self._live: dict[str, RunningGame] = {}
        self.unheard: dict[str, list[Event]] = {}
        """What others have done to a game and nobody here has followed yet; only while this process conducts."""
        self.on_put_away: Callable[[str], None] = _nobody_minds

    def be_process(self, number: int) -> None:
        """A number that no other process has: rows must not meet those of another."""
        self._numbers = RowIds(number)

    def next_id(self) -> int:
        return self._numbers.next(self.clock.now())

    async def live(self, game_id: str) -> RunningGame | None:
        seen = _seen.get()
        is_new = seen is not None and game_id not in seen
        if seen is not None:
            seen.add(game_id)
        return await self._find(game_id, fresh=is_new)

    async def _find(self, game_id: str, *, fresh: bool) -> RunningGame | None:
        found = self._live.get(game_id)
        if found is None:
            loaded = await load_game(self.database, game_id)
            if loaded is None:
                return None
            if not self.leadership.held:
                self._put_ended_away()
            # Somebody else may have loaded it meanwhile: there must be one of each.
            found = self._live.setdefault(game_id, loaded)
            if found.lobby.phase in ENDED:
                self.put_away_later(game_id)
            if found is loaded and self.leadership.shared and self.leadership.held:
                since = self.clock.now() - RECENT_MS
                if recent := await self._journals.stored_since(game_id, since, loaded.version):
                    self._not_heard(loaded, recent)
        elif fresh:
            await self.is_newest(found)
        return found

    async def is_newest(self, live: RunningGame) -> bool:
        """Was it decided on what is stored? Brings it there if not."""
        happened = await catch_up(self._stored_games, live) if self.leadership.shared else None
        if happened is not None:
            self._not_heard(live, happened)
        return happened is None

    def _not_heard(self, live: RunningGame, happened: Sequence[Event]) -> None:
        """Whichever way we came to know of it, nobody has followed yet: the sweep of whoever conducts finds it."""
        if self.leadership.held:
            self.unheard.setdefault(live.id, []).extend(happened)

    def guard(self, work: UnitOfWork, live: RunningGame) -> int:
        """Nothing of this work is stored if another process has changed the game. Returns what `adopt` wants."""
        if self.leadership.shared:
            work.guard_game(game=live.id, known=live.revision)
        return live.revision

    def adopt(self, live: RunningGame, known: int, changed: RunningGame) -> None:
        """It is stored. Unless somebody has caught up with even more meanwhile."""
        if live.revision == known:
            live.lobby, live.state, live.clock = changed.lobby, changed.state, changed.clock
            live.version, live.revision = changed.version, known + self.leadership.shared

    async def counted(self, receipt: str) -> bool:
        """Has this update had its effect?"""
        return await self._receipts.has(receipt)

    async def table_in(self, chat_id: int, thread_id: int = 0) -> RunningGame | None:
        """The lobby or game that runs in a group, or in a topic of it."""
        game_id = await self._stored_games.live_in(chat_id, thread_id)
        return await self.live(game_id) if game_id else None

    async def tables_of(self, user_id: int) -> list[RunningGame]:
        """Where a person sits now."""
        tables = [await self._find(game_id, fresh=True) for game_id in await self._stored_games.live_of(user_id)]
        return [live for live in tables if live is not None and live.lobby.holds(user_id)]

    async def judged_by(self, user_id: int) -> list[RunningGame]:
        """Where a person judges now, the newest first; and where somebody did whose protocol may still be open."""
        stored = await self._stored_games.live_or_over_of(user_id, self.clock.now() - JUDGED_MS)
        tables = [await self.live(game_id) for game_id in stored]
        return [live for live in tables if live is not None and user_id in live.lobby.judges]

    async def tables_in_group(self, chat_id: int) -> list[RunningGame]:
        """In all its topics."""
        found = [await self.live(game_id) for game_id in await self._stored_games.live_in_group(chat_id)]
        return [live for live in found if live is not None]

    async def count_live(self) -> int:
        """Tables that are open or played at."""
        return sum((await self._stored_games.count_live()).values())

    def in_play(self) -> list[RunningGame]:
        """The games in memory whose clock runs."""
        return [live for live in self._live.values() if live.clock is not None and live.state is not None]

    def put_away_later(self, game_id: str) -> None:
        """A game that is over or was stopped is asked about for a while, and then found in the store."""

        async def put_away() -> None:
            live = self._live.get(game_id)
            if live is None or live.lobby.phase not in ENDED:
                return
            if live.lock.locked():
                self.put_away_later(game_id)
            else:
                self.put_away(game_id)

        self.timers.set(f"away:{game_id}", self.clock.now() + KEPT_MS, put_away)

    def _put_ended_away(self) -> None:
        """Where another process keeps the time, whenever a game is loaded."""
        for game_id, live in [*self._live.items()]:
            if live.lobby.phase in ENDED and not live.lock.locked():
                self.put_away(game_id)

    def put_away(self, game_id: str) -> None:
        """Nothing of it stays in memory; whoever asks for it finds it in the store, if it is still there."""
        self._live.pop(game_id, None)
        self.unheard.pop(game_id, None)
        self.outbox.sent_messages.forget_game(game_id)
        self.on_put_away(game_id)

    def moved(self, old: int, new: int) -> None:
        """A group has another number from now on."""
        for live in self._live.values():
            if live.lobby.chat_id == old:
                live.lobby = replace(live.lobby, chat_id=new)

    def keypad_opened(self, game_id: str, step: int) -> None:
        """The speaker has opened the keypad of nominations in this step."""
        live = self._live.get(game_id)
        if live is not None:
            live.keypad = step

    def best_move_named(self, game_id: str, step: int, seat: int, seats: list[int]) -> None:
        """A victim has ticked these seats for the best move, and not confirmed them yet."""
        live = self._live.get(game_id)
        if live is not None:
            live.named = Command(seat, Verb.BEST_MOVE, tuple(seats), step=step) if seats else None

    def forget_idle(self) -> None:
        """Whoever asks for one of them reads it anew."""
        self.unheard.clear()
        for game_id, live in [*self._live.items()]:
            if not live.lock.locked():
                del self._live[game_id]

    def loaded(self) -> dict[str, RunningGame]:
        """The games in memory, by name."""
        return dict(self._live)

    def group_row(self, lobby: Lobby, kind: Kind, page: str, rank: Rank, slot: str) -> Row:
        return Row(
            self.next_id(),
            lobby.chat_id,
            kind,
            page,
            rank,
            game_id=lobby.id,
            thread_id=lobby.thread_id,
            slot=f"{lobby.id}:{slot}",
        )

    def tidings(self, lobby: Lobby, key: str, *, slot: str, **args: Any) -> Row:
        """A sentence to the table about what people have done. No stage waits for it, and of those that wait under
        the same name the newest is said."""
        row = self.group_row(lobby, Kind.SEND, "text", Rank.ANSWER, slot)
        return replace(row, args={"key": key, "args": args})

    def question_decided(self, lobby: Lobby, page: str, slot: str, key: str = "") -> Row:
        """A question in the group has its answer: its buttons go, and the text of `key`, if any, replaces it."""
        row = self.group_row(lobby, Kind.EDIT, page, Rank.ANSWER, slot)
        return replace(row, args={"decided": key or True})


def _nobody_minds(_: str) -> None:
    """Unless somebody keeps something about games."""
