"""Starts the step clocks of running games when the last prompt is delivered, stores and prolongs them, and signals
their deadlines."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.core.signals import AsyncSignal
from bot.core.timers import Timers
from bot.games.announcements import stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.last_seconds_warning import WARN_BEFORE_MS, is_edited_to_warn
from bot.games.local_time import LocalTime, Place
from bot.games.quiet_hours import prolonged_over_quiet_hours
from bot.games.running_game import RunningGame
from bot.games.step_clock import StepClock
from bot.games.step_properties import is_looked_for
from bot.games.stored_step_clocks import stored_clocks
from bot.storage import Conflict, Store, UnitOfWork
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import CHECKED, KEPT, Args, Kind, Rank, Row

CLOCK_SHOWN: Args = {KEPT: {"clock": True}}


class StepClocks:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        pace: Pace,
        timers: Timers,
        outbox: Outbox,
        leadership: Leadership,
        games: GameRegistry,
        group_rows: GroupRows,
        local_time: LocalTime,
        is_held: Callable[[RunningGame], bool],
        on_armed: Callable[[Place, StepClock], None],
        fired: AsyncSignal[str, int],
    ) -> None:
        """`is_held`: does something other than a prompt keep this step from beginning, such as a speaker who
        cannot write yet? `on_armed` is called with every clock that is set going. `fired` is sent with the game
        and the step whose time is over.
        """
        self._store = store
        self._clock = clock
        self._pace = pace
        self._timers = timers
        self._outbox = outbox
        self._leadership = leadership
        self._games = games
        self._group_rows = group_rows
        self._local_time = local_time
        self.is_held = is_held
        self._on_armed = on_armed
        self._fired = fired

    def arm(self, game: RunningGame) -> None:
        clock = game.clock
        deadline = None if clock is None else clock.deadline()
        if clock is None or deadline is None:
            disarm(self._timers, game.id)
            return
        self.arm_stored(game.lobby, clock)
        if not is_edited_to_warn(game.table):
            self._timers.cancel(f"warn:{game.id}")
        self._look_in_the_middle(game, clock.step, deadline - clock.left_ms // 2)

    def arm_stored(self, place: Place, clock: StepClock) -> None:
        """Arms the clock of a game that need not be in memory."""
        deadline = clock.deadline()
        if deadline is None:
            return
        warn_at = deadline - self._pace.scale(WARN_BEFORE_MS)
        game_id, step = place.id, clock.step  # a timer keeps nothing else of a game that is not in memory
        self.fire_at(game_id, step, deadline)
        self._timers.set(f"warn:{game_id}", warn_at, lambda: self._warn(game_id, step))
        self._on_armed(place, clock)

    def is_armed(self, game_id: str) -> bool:
        return self._timers.has(f"step:{game_id}")

    def fire_at(self, game_id: str, step: int, moment: int) -> None:
        """Sets the timer that signals at `moment` that the time of this step is over."""
        self._timers.set(f"step:{game_id}", moment, lambda: self._fired.send(game_id, step))

    def _look_in_the_middle(self, game: RunningGame, step: int, moment: int) -> None:
        name = f"look:{game.id}"
        if not is_looked_for(game.table) or game.announces_vote or moment <= self._clock.now():
            self._timers.cancel(name)
            return
        game_id = game.id
        self._timers.set(name, moment, lambda: self._look(game_id, step))

    async def prolong_over_quiet_hours(self, game: RunningGame, step: int) -> bool:
        """Prolongs a step whose time is over in quiet hours until they end. Returns False if it need not be.

        This happens if the system clock was set, or the machine was suspended, since the step clock was started.
        """
        async with game.lock:
            clock = game.clock
            if clock is None or clock.step != step:
                return False
            later = prolonged_over_quiet_hours(self._local_time, game.lobby, clock)
            if later == clock:
                return False
            work = UnitOfWork()
            known = self._games.guard(work, game)
            put_clock(work, game.id, later)
            try:
                await self._store.commit(work)
                self._games.adopt(game, known, replace(game, clock=later))
            except Conflict:
                await self._games.refresh(game)
            self.arm(game)
        await self.show_deadline(game.id, step)
        return True

    async def open_vote(self, game: RunningGame, step: int) -> bool:
        """Opens a vote whose announcement is over: its message gets the keys, and its time begins when they are
        delivered. Returns False if no vote is announced."""
        async with game.lock:
            clock = game.clock
            if clock is None or clock.step != step or not game.announces_vote:
                return False
            if clock.runs_since is None:
                return True  # paused meanwhile; it goes on with the rest of the announcement
            shown = self._group_rows.row(game.lobby, Kind.EDIT, "stage", Rank.PROMPT, stage_slot(game.table))
            row, opened = replace(shown, step=step), clock.opened()
            work = UnitOfWork()
            known = self._games.guard(work, game)
            put_clock(work, game.id, opened)
            row.put(work)
            try:
                await self._store.commit(work)
                self._games.adopt(game, known, replace(game, clock=opened))
                self._outbox.add([row])
            except Conflict:
                await self._games.refresh(game)
            self.arm(game)
        return True

    async def _warn(self, game_id: str, step: int) -> None:
        """Edits the message of the step to say that its last ten seconds have begun; the edit is not stored."""
        await self._show(game_id, step, Rank.RESULT, CLOCK_SHOWN, when=lambda game: is_edited_to_warn(game.table))

    async def _look(self, game_id: str, step: int) -> None:
        """Has the message of the step sent again if people who are awaited in it have lost it."""
        await self._show(game_id, step, Rank.EDIT, {CHECKED: True}, when=_may_lack_keys)

    async def show_deadline(self, game_id: str, step: int) -> None:
        """Edits the message of the step after its deadline has moved."""
        await self._show(game_id, step, Rank.EDIT, CLOCK_SHOWN, when=lambda game: not game.table.stopped)

    async def _show(
        self, game_id: str, step: int, rank: Rank, args: Args, when: Callable[[RunningGame], bool]
    ) -> None:
        game = await self._games.find(game_id)
        if game is None or game.state is None or game.clock is None or game.clock.step != step:
            return
        if when(game):
            row = self._group_rows.row(game.lobby, Kind.EDIT, "stage", rank, stage_slot(game.table))
            self._outbox.add([replace(row, args=args)])

    async def on_settled(self, row: Row, work: UnitOfWork, *, last_of_step: bool) -> None:
        """Stores that a row was delivered or refused for good; if it was the last prompt of a step, also starts
        the clock of the step."""
        game = await self._games.find(row.game_id) if last_of_step else None
        if game is None:
            await self._outbox.record(work)
            return
        async with game.lock:
            while not await self._record(game, row, work):
                await self._games.refresh(game)

    async def open_if_ready(self, game: RunningGame) -> None:
        """Starts the clock of a step that has waited, unless prompts of the step are still to be delivered."""
        clock = game.clock
        if clock is not None and clock.waits and not self._outbox.owes(game.id, clock.step):
            await self.open(game.id, clock.step)

    async def open(self, game_id: str, step: int) -> None:
        """Starts the clock of a step whose prompts are all delivered, unless something else holds the step."""
        game = await self._games.find(game_id)
        if game is None:
            return
        async with game.lock:
            while game.clock is not None and game.clock.step == step and game.clock.waits:
                if self.is_held(game) or await self._open(game, UnitOfWork()):
                    return
                await self._games.refresh(game)

    async def _record(self, game: RunningGame, row: Row, settled: UnitOfWork) -> bool:
        """Stores the settled row and starts the clock if it may. Returns False if another process has changed the
        game meanwhile."""
        clock = game.clock
        began = clock is None or not clock.waits or clock.step != row.step
        if began or game.state is None or self.is_held(game):
            await self._outbox.record(settled)
            return True
        return await self._open(game, settled)

    async def _open(self, game: RunningGame, settled: UnitOfWork) -> bool:
        assert game.clock is not None
        opened = game.clock.delivered(self._clock.now(), stopped=game.table.stopped)
        opened = prolonged_over_quiet_hours(self._local_time, game.lobby, opened)
        work = UnitOfWork()
        known = self._games.guard(work, game)
        work.parts += settled.parts
        put_clock(work, game.id, opened)
        try:
            await self._outbox.record(work)
        except Conflict:
            return False
        self._games.adopt(game, known, replace(game, clock=opened))
        self.arm(game)
        return True

    async def credit(self, lost_ms: int) -> None:
        """Gives every running clock back the time in which nothing could be stored."""
        if self._leadership.shared:
            await self._store.commit(credited(UnitOfWork(), lost_ms, self._clock.now()))
            await self.arm_all()
            return
        loaded = self._games.loaded()
        work = UnitOfWork()
        for place, clock in await stored_clocks(self._store):
            if place.id in loaded:
                continue
            later = prolonged_over_quiet_hours(self._local_time, place, clock.credited(lost_ms, self._clock.now()))
            put_clock(work, place.id, later)
            self.arm_stored(place, later)
        both = [self._credit(game, lost_ms) for game in loaded.values()]
        if work.parts:
            both.append(self._store.commit(work))
        for outcome in await asyncio.gather(*both, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def arm_all(self) -> None:
        """Arms all stored clocks, after all of them were changed at once."""
        for game in self._games.loaded().values():
            await self._games.refresh(game)
            self.arm(game)
        loaded = self._games.loaded()
        for place, clock in await stored_clocks(self._store):
            if place.id not in loaded:
                self.arm_stored(place, clock)

    async def _credit(self, game: RunningGame, lost_ms: int) -> None:
        async with game.lock:
            if game.clock is None or game.clock.runs_since is None:
                return
            credited = game.clock.credited(lost_ms, self._clock.now())
            game.clock = prolonged_over_quiet_hours(self._local_time, game.lobby, credited)
            self.arm(game)
            work = UnitOfWork()
            put_clock(work, game.id, game.clock)
            await self._store.commit(work)


def _may_lack_keys(game: RunningGame) -> bool:
    """Is half of the table still awaited, perhaps because nobody has keys?"""
    return not game.table.stopped and 2 * len(game.awaited()) >= len(game.table.alive)


def credited(work: UnitOfWork, lost_ms: int, now: int) -> UnitOfWork:
    """Credits all clocks in one statement, so that no concurrent change of one is overwritten."""
    return work.touch_games().credit_clocks(lost=lost_ms, now=now)


def disarm(timers: Timers, game_id: str) -> None:
    for name in ("step", "warn", "look", "remind"):
        timers.cancel(f"{name}:{game_id}")


def put_clock(work: UnitOfWork, game_id: str, clock: StepClock | None) -> None:
    if clock is None:
        work.drop_clock(game=game_id)
        return
    work.put_clock(
        game_id=game_id,
        step=clock.step,
        left_ms=clock.left_ms,
        runs_since=clock.runs_since,
        under_ms=clock.under_ms,
        waits=clock.waits,
    )
