"""The one way in: a command becomes events, stored together with its receipt and what is owed for it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog
from sqlalchemy import func, select

from bot.announcing import announce, welcome
from bot.clock import Clock
from bot.live import Live, load_live
from bot.lobby import Lobby, LobbyRefusal, Phase, lobby_from_json
from bot.outbox.rows import Kind, Numbers, Rank, Row
from bot.outbox.sender import Outbox
from bot.pace import WARN_BEFORE_MS, Pace
from bot.stages import stage_slot
from bot.store import Conflict, Store, Work
from bot.store.schema import clocks, games, receipts
from bot.timekeeping import HEARTBEAT, StepClock, next_clock
from bot.timers import Timers
from bot.trouble import OnTrouble, unheard
from engine.codec import encode
from engine.commands import CLOCK, Command, Rejected, Verb
from engine.deciding import open_game, perform
from engine.events import Event, StepName
from engine.game import Game

log = structlog.get_logger()

TRIES = 5
KEPT_MS = 15 * 60_000
WARNED = (StepName.SPEECH, StepName.MEET)
"""Steps whose last ten seconds are announced (S0 4.2-4.3, S3 4.2-4.3, S4 3.2-3.3)."""


@dataclass(frozen=True, slots=True)
class Accepted:
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """This update has had its effect already."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """No such game, or it is over and put away."""


Outcome = Accepted | Rejected | Repeated | Unknown


class Follower(Protocol):
    """Somebody who acts on what has happened: stand-ins, mutes, the records."""

    async def follow(self, live: Live, happened: Sequence[Event]) -> None: ...


class Service:
    """Serial per game: a game's commands wait for each other, different games do not."""

    def __init__(
        self, database: Store, clock: Clock, outbox: Outbox, timers: Timers, pace: Pace, process: int = 0
    ) -> None:
        self.database = database
        self.clock = clock
        self.outbox = outbox
        self.timers = timers
        self.pace = pace
        self._numbers = Numbers(process)
        self._live: dict[str, Live] = {}
        self._followers: list[Follower] = []
        self.on_lobby_due: Callable[[str], Awaitable[None]] | None = None
        self.on_outcome: Callable[[Outcome], None] | None = None
        self.on_trouble: OnTrouble = unheard

    def add_follower(self, follower: Follower) -> None:
        self._followers.append(follower)

    def next_id(self) -> int:
        return self._numbers.next(self.clock.now())

    # --- finding games ------------------------------------------------------------------------------------------

    async def live(self, game_id: str) -> Live | None:
        found = self._live.get(game_id)
        if found is None:
            loaded = await load_live(self.database, game_id)
            if loaded is None:
                return None
            # Somebody else may have loaded it meanwhile: there must be one of each.
            found = self._live.setdefault(game_id, loaded)
        return found

    async def table_in(self, chat_id: int, thread_id: int = 0) -> Live | None:
        """The lobby or game that runs in a group, or in a topic of it."""
        row = await self.database.row(
            select(games.c.id).where(
                games.c.chat_id == chat_id,
                games.c.thread_id == thread_id,
                games.c.phase.in_((Phase.OPEN.value, Phase.PLAYING.value)),
            )
        )
        return None if row is None else await self.live(row.id)

    async def tables_of(self, user_id: int) -> list[Live]:
        """Where a person sits now."""
        rows = await self.database.rows(
            select(games.c.id).where(
                games.c.phase.in_((Phase.OPEN.value, Phase.PLAYING.value)),
                games.c.lobby.contains(f'"u{user_id}"'),
            )
        )
        tables = [await self.live(row.id) for row in rows]
        return [live for live in tables if live is not None and live.lobby.holds(user_id)]

    async def tables_in_group(self, chat_id: int) -> list[Live]:
        """In all its topics."""
        where = (games.c.chat_id == chat_id, games.c.phase.in_((Phase.OPEN.value, Phase.PLAYING.value)))
        found = [await self.live(row.id) for row in await self.database.rows(select(games.c.id).where(*where))]
        return [live for live in found if live is not None]

    async def count_live(self) -> int:
        """Tables that are open or played at."""
        live = games.c.phase.in_((Phase.OPEN.value, Phase.PLAYING.value))
        return int((await self.database.rows(select(func.count()).where(live)))[0][0])

    def in_play(self) -> list[Live]:
        """The games in memory whose clock runs."""
        return [live for live in self._live.values() if live.clock is not None and live.state is not None]

    def put_away(self, game_id: str) -> None:
        """The game is not in the store any more."""
        self._live.pop(game_id, None)
        self.outbox.forget(game_id)

    def moved(self, old: int, new: int) -> None:
        """A group has another number from now on."""
        for live in self._live.values():
            if live.lobby.chat_id == old:
                live.lobby = replace(live.lobby, chat_id=new)

    # --- commands -----------------------------------------------------------------------------------------------

    async def submit(self, game_id: str, command: Command, receipt: str, author: int = 0) -> Outcome:
        """Decide a command and make it durable. When this returns, what it says is on the disk."""
        live = await self.live(game_id)
        if live is None or live.state is None:
            return Unknown()
        async with live.lock:
            for _ in range(TRIES):
                outcome = await self._try(live, command, receipt, author)
                if outcome is not None:
                    break
                live = await self._reload(live)
            else:
                raise RuntimeError(f"the journal of {game_id} changes faster than it can be read")
        if self.on_outcome is not None:
            self.on_outcome(outcome)
        if isinstance(outcome, Accepted):
            await self._after(live, outcome.events)
        return outcome

    async def _try(self, live: Live, command: Command, receipt: str, author: int) -> Outcome | None:
        """None: another process was quicker."""
        trial = Game(live.position.copy())
        rejected = perform(trial, command)
        if rejected is not None:
            # What has had its effect already looks too late or done: an update that comes again after a crash.
            return Repeated() if await self._counted(receipt) else rejected
        happened = tuple(trial.journal)
        now = self.clock.now()
        changed = replace_state(live, trial, now, happened, self._pace_of)
        rows = announce(changed, happened, self.next_id)
        clock = self._opened_if_nothing_is_owed(changed, rows, now)
        changed.clock = clock
        work = self._journal(live, happened, now, author, receipt)
        if receipt:
            work.add("add_receipt", key=receipt, at_ms=now)
        _put_clock(work, live.id, clock)
        if changed.table.step is StepName.OVER and live.lobby.phase is Phase.PLAYING:
            changed.lobby = replace(live.lobby, phase=Phase.OVER)
            _put_game(work, changed.lobby, now)
            rows.append(self.lobby_row(changed.lobby))
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return Repeated() if await self._counted(receipt) else None
        live.lobby, live.state, live.clock, live.version = changed.lobby, changed.state, clock, changed.version
        self.outbox.add(rows)
        self._arm(live)
        if changed.lobby.phase is Phase.OVER:
            self._put_away_later(live.id)
        return Accepted(happened)

    async def _counted(self, receipt: str) -> bool:
        """Has this update had its effect?"""
        stored = select(receipts.c.key).where(receipts.c.key == receipt)
        return bool(receipt) and await self.database.row(stored) is not None

    def _pace_of(self, live: Live) -> Callable[[int], int]:
        waits = live.awaits_person()
        return lambda seconds: self.pace.step(seconds, for_person=waits)

    def _opened_if_nothing_is_owed(self, live: Live, rows: Sequence[Row], now: int) -> StepClock | None:
        clock = live.clock
        if clock is None or not clock.waits or any(row.step == clock.step for row in rows):
            return clock
        if self.outbox.owes(live.id, clock.step):
            return clock
        return clock.delivered(now, stopped=live.table.stopped)

    def _journal(self, live: Live, happened: Sequence[Event], now: int, author: int, receipt: str) -> Work:
        work = Work()
        for number, event in enumerate(happened, start=live.version + 1):
            work.add(
                "add_event",
                game_id=live.id,
                version=number,
                payload=json.dumps(encode(event), ensure_ascii=False, separators=(",", ":")),
                at_ms=now,
                author=author,
                receipt=receipt,
            )
        return work

    async def _reload(self, live: Live) -> Live:
        fresh = await load_live(self.database, live.id)
        if fresh is None:
            raise LookupError(live.id)
        live.lobby, live.state, live.clock, live.version = fresh.lobby, fresh.state, fresh.clock, fresh.version
        return live

    async def _after(self, live: Live, happened: Sequence[Event]) -> None:
        for follower in self._followers:
            try:
                await follower.follow(live, happened)
            except Exception as error:  # the game is stored and goes on whatever a follower stumbles over
                log.exception("a follower failed", game=live.id, follower=type(follower).__name__)
                self.on_trouble("follower", error)

    def _put_away_later(self, game_id: str) -> None:
        """A game that is over is asked about for a while, and then found in the store."""

        async def put_away() -> None:
            live = self._live.get(game_id)
            if live is not None and not live.lock.locked():
                del self._live[game_id]
                self.outbox.forget(game_id)

        self.timers.set(f"away:{game_id}", self.clock.now() + KEPT_MS, put_away)

    # --- the clock ----------------------------------------------------------------------------------------------

    def _arm(self, live: Live) -> None:
        clock = live.clock
        deadline = None if clock is None else clock.deadline()
        if clock is None or deadline is None:
            self.timers.cancel(f"step:{live.id}")
            self.timers.cancel(f"warn:{live.id}")
            return
        self._arm_deadline(live.id, clock.step, deadline)
        table = live.table
        warn_at = deadline - self.pace.scale(WARN_BEFORE_MS)
        if table.step in WARNED and not table.time_out_by and table.seconds > 20:
            self.timers.set(f"warn:{live.id}", warn_at, lambda: self._warn(live.id, clock.step))
        else:
            self.timers.cancel(f"warn:{live.id}")

    def _arm_deadline(self, game_id: str, step: int, deadline: int) -> None:
        self.timers.set(f"step:{game_id}", deadline, lambda: self._expire(game_id, step))

    async def _expire(self, game_id: str, step: int) -> None:
        await self.submit(game_id, Command(CLOCK, Verb.EXPIRE, step=step), f"clock:{game_id}:{step}")

    async def _warn(self, game_id: str, step: int) -> None:
        """The last ten seconds: the speaker's message says so. Not worth storing."""
        live = await self.live(game_id)
        if live is None or live.state is None or live.clock is None or live.clock.step != step:
            return
        self.outbox.add([self._group_row(live.lobby, Kind.EDIT, "stage", Rank.RESULT, stage_slot(live.table))])

    async def on_settled(self, row: Row, work: Work, *, last_of_step: bool) -> None:
        """A row is delivered or refused for good; with the last prompt of a step its time begins."""
        live = await self.live(row.game_id) if last_of_step else None
        if live is None:
            await self.outbox.record(work)
            return
        async with live.lock:
            clock = live.clock
            if clock is None or not clock.waits or clock.step != row.step or live.state is None:
                await self.outbox.record(work)
                return
            opened = clock.delivered(self.clock.now(), stopped=live.table.stopped)
            _put_clock(work, live.id, opened)
            await self.outbox.record(work)
            live.clock = opened
            self._arm(live)

    async def wake_up(self, down_ms: int) -> int:
        """After a start: every clock that ran goes on, credited with the time the program was down.

        One transaction with the heartbeat up to which they are credited: whenever the program is killed, it is
        done once. Returns how many deadlines are set.
        """
        now = self.clock.now()
        work = Work().add("put_note", key=HEARTBEAT, value=str(now))
        running: list[tuple[str, int, int]] = []
        for stored in await self.database.rows(select(clocks)):
            clock = StepClock(stored.step, stored.left_ms, stored.runs_since, stored.under_ms, bool(stored.waits))
            if clock.runs_since is not None:
                clock = clock.credited(down_ms, now)
                _put_clock(work, stored.game_id, clock)
            elif clock.waits and not self.outbox.owes(stored.game_id, clock.step):
                live = await self.live(stored.game_id)
                stopped = live is not None and live.state is not None and live.table.stopped
                clock = clock.delivered(now, stopped=stopped)
                if live is not None:
                    live.clock = clock
                _put_clock(work, stored.game_id, clock)
            deadline = clock.deadline()
            if deadline is not None:
                running.append((stored.game_id, clock.step, deadline))
        lobbies = await self._open_lobbies(down_ms)
        for lobby in lobbies:
            _put_game(work, lobby, now)
        await self.database.commit(work)
        for game_id, step, deadline in running:
            self._arm_deadline(game_id, step, deadline)
        for lobby in lobbies:
            self._arm_lobby(lobby)
        return len(running)

    async def _open_lobbies(self, down_ms: int) -> list[Lobby]:
        """They start so much later; nobody has asked for one of them yet."""
        rows = await self.database.rows(select(games.c.lobby).where(games.c.phase == Phase.OPEN.value))
        lobbies = [lobby_from_json(row.lobby) for row in rows]
        return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]

    async def credit(self, lost_ms: int) -> None:
        """Every running clock gets back the time in which nothing could be stored."""
        loaded = dict(self._live)
        stored = [row for row in await self.database.rows(select(clocks)) if row.game_id not in loaded]
        work = Work()
        for row in stored:
            clock = StepClock(row.step, row.left_ms, row.runs_since, row.under_ms, bool(row.waits))
            clock = clock.credited(lost_ms, self.clock.now())
            _put_clock(work, row.game_id, clock)
            deadline = clock.deadline()
            if deadline is not None:
                self._arm_deadline(row.game_id, clock.step, deadline)
        both = [self._credit(live, lost_ms) for live in loaded.values()]
        if work.parts:
            both.append(self.database.commit(work))
        for outcome in await asyncio.gather(*both, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def _credit(self, live: Live, lost_ms: int) -> None:
        async with live.lock:
            if live.clock is None or live.clock.runs_since is None:
                return
            live.clock = live.clock.credited(lost_ms, self.clock.now())
            self._arm(live)
            work = Work()
            _put_clock(work, live.id, live.clock)
            await self.database.commit(work)

    # --- lobbies ------------------------------------------------------------------------------------------------

    async def open_lobby(self, lobby: Lobby, rows: list[Row], receipt: str) -> bool:
        """False: this update has opened it before."""
        now = self.clock.now()
        work = Work()
        if receipt:
            work.add("add_receipt", key=receipt, at_ms=now)
        _put_game(work, lobby, now)
        for row in rows:
            row.put(work)
        try:
            await self.database.commit(work)
        except Conflict:
            return False
        self._live[lobby.id] = Live(lobby)
        self.outbox.add(rows)
        self._arm_lobby(lobby)
        return True

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
            changed = change(live.lobby)
            if isinstance(changed, LobbyRefusal):
                return changed
            now = self.clock.now()
            work = Work()
            if receipt:
                work.add("add_receipt", key=receipt, at_ms=now)
            _put_game(work, changed, now)
            rows = [self.lobby_row(changed), *(more(changed) if more else [])]
            for row in rows:
                row.put(work)
            if changed.phase is Phase.CLOSED:
                work.add("drop_clock", game=game_id)
            try:
                await self.database.commit(work)
            except Conflict:
                return live.lobby
            live.lobby = changed
            self.outbox.add(rows)
            self._arm_lobby(changed)
            if changed.phase is Phase.CLOSED:
                live.clock = None
                self._arm(live) if live.state is not None else None
        return changed

    def _arm_lobby(self, lobby: Lobby) -> None:
        name = f"lobby:{lobby.id}"
        if lobby.phase is not Phase.OPEN or self.on_lobby_due is None:
            self.timers.cancel(name)
            return
        due = self.on_lobby_due

        async def fire() -> None:
            await due(lobby.id)

        self.timers.set(name, lobby.starts_at, fire)

    async def begin(self, game_id: str, receipt: str, author: int) -> Live | LobbyRefusal | None:
        """Deal the cards of an open lobby."""
        live = await self.live(game_id)
        if live is None:
            return None
        async with live.lock:
            lobby = live.lobby
            refusal = lobby.why_not_start()
            if refusal is not None:
                return refusal
            words = tuple(guest.word for guest in lobby.guests)
            game = open_game(lobby.rules, lobby.cards(len(words)), words, lobby.secret)
            now = self.clock.now()
            happened = tuple(game.journal)
            begun = Live(lobby.begin(game.table.guests), game.state, len(happened))
            begun.clock = next_clock(None, game.table, happened, now, self._pace_of(begun))
            rows = [
                self.lobby_row(begun.lobby),
                self._group_row(begun.lobby, Kind.SEND, "table", Rank.NEWS, "table"),
                self._group_row(begun.lobby, Kind.PIN, "table", Rank.NEWS, "table"),
                self._group_row(begun.lobby, Kind.UNPIN, "lobby", Rank.EDIT, "lobby"),
                *announce(begun, happened, self.next_id),
            ]
            work = self._journal(live, happened, now, author, receipt)
            if receipt:
                work.add("add_receipt", key=receipt, at_ms=now)
            _put_game(work, begun.lobby, now)
            _put_clock(work, live.id, begun.clock)
            for row in rows:
                row.put(work)
            try:
                await self.database.commit(work)
            except Conflict:
                return await self._reload(live)
            live.lobby, live.state, live.version, live.clock = begun.lobby, begun.state, begun.version, begun.clock
            self.timers.cancel(f"lobby:{game_id}")
            self.outbox.add(rows)
            self._arm(live)
        await self._after(live, happened)
        return live

    async def reseat(
        self, game_id: str, seat: int, user_id: int, name: str, receipt: str, rows: Callable[[Lobby], list[Row]]
    ) -> Lobby | LobbyRefusal | None:
        """Somebody else goes on with a seat. The card and whatever is asked now go to the new holder."""
        changed = await self.change_lobby(game_id, lambda lobby: lobby.reseat(seat, user_id, name), receipt, rows)
        live = await self.live(game_id)
        if isinstance(changed, Lobby) and live is not None and live.state is not None:
            again = welcome(live, seat, self.next_id)
            if again:
                await self.outbox.post(again)
            await self._after(live, ())
        return changed

    # --- rows ---------------------------------------------------------------------------------------------------

    def lobby_row(self, lobby: Lobby) -> Row:
        return self._group_row(lobby, Kind.EDIT, "lobby", Rank.EDIT, "lobby")

    def _group_row(self, lobby: Lobby, kind: Kind, page: str, rank: Rank, slot: str) -> Row:
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

    group_row = _group_row


def replace_state(
    live: Live, trial: Game, now: int, happened: Sequence[Event], pace_of: Callable[[Live], Callable[[int], int]]
) -> Live:
    """The game as it will be when the work is stored."""
    changed = Live(live.lobby, trial.state, live.version + len(happened), keypad=live.keypad, lock=live.lock)
    changed.clock = next_clock(live.clock, trial.table, happened, now, pace_of(changed))
    return changed


def _put_clock(work: Work, game_id: str, clock: StepClock | None) -> None:
    if clock is None:
        work.add("drop_clock", game=game_id)
        return
    work.add(
        "put_clock",
        game_id=game_id,
        step=clock.step,
        left_ms=clock.left_ms,
        runs_since=clock.runs_since,
        under_ms=clock.under_ms,
        waits=clock.waits,
    )


def _put_game(work: Work, lobby: Lobby, now: int) -> None:
    work.add(
        "put_game",
        id=lobby.id,
        chat_id=lobby.chat_id,
        thread_id=lobby.thread_id,
        phase=lobby.phase.value,
        lobby=lobby.to_json(),
        changed_ms=now,
    )
