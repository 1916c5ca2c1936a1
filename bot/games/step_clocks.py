"""The clocks of the games that run: they begin with the last prompt, ring at the deadline, and lend no time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from bot.core.pace import WARN_BEFORE_MS, Pace
from bot.core.timers import Timers
from bot.games.dormant_clocks import stored_clocks
from bot.games.game_registry import GameRegistry
from bot.games.local_time import SLOW_FROM_S, LocalTime, Place
from bot.games.running_game import RunningGame
from bot.games.step_clock import StepClock
from bot.games.steps import is_warned, stage_slot
from bot.storage import Conflict, UnitOfWork
from bot.storage.outage import STORAGE_ERRORS
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.table import Table

log = structlog.get_logger()

PUT_OFF_MS = 1_000
TRIES_TO_END = 10
"""Over some five minutes, as timers try again."""

Expire = Callable[[str, int], Awaitable[None]]
"""The time of a step of a game is over."""


class StepClocks:
    def __init__(self, tables: GameRegistry, pace: Pace, expire: Expire) -> None:
        self._tables = tables
        self.calendar = LocalTime(tables.clock, pace)
        self._pace = pace
        self._expire = expire
        self.on_armed: Callable[[Place, StepClock], None] | None = None
        """Told of every clock that is set going."""
        self.is_held: Callable[[RunningGame], bool] = _never
        """Does something else than a prompt keep this step from beginning: a speaker who cannot write yet?"""
        self.is_put_off: Callable[[str], Awaitable[bool]] = _never_put_off
        """Asked when the time of a step is over: could nobody be heard meanwhile? Then it is asked again soon."""

        self.on_unending: Callable[[str], Awaitable[None]] = _nobody_minds
        """A step of this game cannot be ended: its people would be kept at it, and muted, for ever."""
        self._tries: dict[tuple[str, int], int] = {}
        """How often steps could not be ended."""

    def arm(self, live: RunningGame) -> None:
        clock = live.clock
        deadline = None if clock is None else clock.deadline()
        if clock is None or deadline is None:
            disarm(self._tables.timers, live.id)
            return
        self.arm_stored(live.lobby, clock)
        if not _is_warned(live.table):
            self._tables.timers.cancel(f"warn:{live.id}")

    def arm_stored(self, place: Place, clock: StepClock) -> None:
        """Of a game that need not be in memory: which step it is will be seen when the time has come."""
        deadline = clock.deadline()
        if deadline is None:
            return
        timers, warn_at = self._tables.timers, deadline - self._pace.scale(WARN_BEFORE_MS)
        game_id, step = place.id, clock.step  # a timer keeps nothing else of a game that sleeps
        timers.set(f"step:{game_id}", deadline, lambda: self._ring(game_id, step))
        timers.set(f"warn:{game_id}", warn_at, lambda: self._warn(game_id, step))
        if self.on_armed is not None:
            self.on_armed(place, clock)

    async def _ring(self, game_id: str, step: int) -> None:
        if await self.is_put_off(game_id):
            soon = self._tables.clock.now() + PUT_OFF_MS
            self._tables.timers.set(f"step:{game_id}", soon, lambda: self._ring(game_id, step))
            return
        live = await self._tables.live(game_id)
        if live is not None and live.clock is not None and live.clock.runs_since is None:
            return  # it stands again
        if live is None or not await self._put_off(live, step):
            await self._end(game_id, step)

    async def _end(self, game_id: str, step: int) -> None:
        """Raises what has gone wrong, for the timer tries again; when that is of no use the game is given up."""
        try:
            await self._expire(game_id, step)
        except STORAGE_ERRORS:
            raise  # a database that is away or full: the game is as good as before
        except Exception:
            tries = self._tries.pop((game_id, step), 0) + 1
            if tries < TRIES_TO_END:
                self._tries[game_id, step] = tries
            else:
                log.error("game_given_up", game=game_id, step=step)
                await self.on_unending(game_id)
            raise
        self._tries.pop((game_id, step), None)

    async def _put_off(self, live: RunningGame, step: int) -> bool:
        """The clock on the wall may have been set, or the machine have slept: by now it may be quiet."""
        async with live.lock:
            clock = live.clock
            if clock is None or clock.step != step:
                return False
            later = self.calendar.spared(live.lobby, clock)
            if later == clock:
                return False
            work = UnitOfWork()
            known = self._tables.guard(work, live)
            put_clock(work, live.id, later)
            try:
                await self._tables.database.commit(work)
                self._tables.adopt(live, known, replace(live, clock=later))
            except Conflict:
                await self._tables.is_newest(live)
            self.arm(live)
        await self.show_deadline(live.id, step)
        return True

    async def _warn(self, game_id: str, step: int) -> None:
        """The last ten seconds: the speaker's message says so. Not worth storing."""
        await self._show(game_id, step, Rank.RESULT, when=_is_warned)

    async def show_deadline(self, game_id: str, step: int) -> None:
        """The deadline has moved: the message of the stage says so."""
        await self._show(game_id, step, Rank.EDIT, when=lambda table: not table.stopped)

    async def _show(self, game_id: str, step: int, rank: Rank, when: Callable[[Table], bool]) -> None:
        live = await self._tables.live(game_id)
        if live is None or live.state is None or live.clock is None or live.clock.step != step:
            return
        if when(live.table):
            self._tables.outbox.add(
                [self._tables.group_row(live.lobby, Kind.EDIT, "stage", rank, stage_slot(live.table))]
            )

    async def on_settled(self, row: Row, work: UnitOfWork, *, last_of_step: bool) -> None:
        """A row is delivered or refused for good; with the last prompt of a step its time begins."""
        live = await self._tables.live(row.game_id) if last_of_step else None
        if live is None:
            await self._tables.outbox.record(work)
            return
        async with live.lock:
            while not await self._record(live, row, work):
                await self._tables.is_newest(live)

    async def open_if_ready(self, live: RunningGame) -> None:
        """What the step waited for has come about: its time begins, unless it waits for something else too."""
        clock = live.clock
        if clock is not None and clock.waits and not self._tables.outbox.owes(live.id, clock.step):
            await self.open(live.id, clock.step)

    async def open(self, game_id: str, step: int) -> None:
        """Nothing is owed for this step any more: its time begins."""
        live = await self._tables.live(game_id)
        if live is None:
            return
        async with live.lock:
            while live.clock is not None and live.clock.step == step and live.clock.waits:
                if self.is_held(live) or await self._open(live, UnitOfWork()):
                    return
                await self._tables.is_newest(live)

    async def _record(self, live: RunningGame, row: Row, settled: UnitOfWork) -> bool:
        """False: another process has changed the game meanwhile."""
        clock = live.clock
        began = clock is None or not clock.waits or clock.step != row.step
        if began or live.state is None or self.is_held(live):
            await self._tables.outbox.record(settled)
            return True
        return await self._open(live, settled)

    async def _open(self, live: RunningGame, settled: UnitOfWork) -> bool:
        assert live.clock is not None
        opened = live.clock.delivered(self._tables.clock.now(), stopped=live.table.stopped)
        opened = self.calendar.spared(live.lobby, opened)
        work = UnitOfWork()
        known = self._tables.guard(work, live)
        work.parts += settled.parts
        put_clock(work, live.id, opened)
        try:
            await self._tables.outbox.record(work)
        except Conflict:
            return False
        self._tables.adopt(live, known, replace(live, clock=opened))
        self.arm(live)
        return True

    async def credit(self, lost_ms: int) -> None:
        """Every running clock gets back the time in which nothing could be stored."""
        if self._tables.leadership.shared:
            await self._tables.database.commit(credited(UnitOfWork(), lost_ms, self._tables.clock.now()))
            await self.arm_all()
            return
        loaded = self._tables.loaded()
        work = UnitOfWork()
        for place, clock in await stored_clocks(self._tables.database):
            if place.id in loaded:
                continue
            later = self.calendar.spared(place, clock.credited(lost_ms, self._tables.clock.now()))
            put_clock(work, place.id, later)
            self.arm_stored(place, later)
        both = [self._credit(live, lost_ms) for live in loaded.values()]
        if work.parts:
            both.append(self._tables.database.commit(work))
        for outcome in await asyncio.gather(*both, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def arm_all(self) -> None:
        """From what is stored, after all of it was changed at once."""
        for live in self._tables.loaded().values():
            await self._tables.is_newest(live)
            self.arm(live)
        loaded = self._tables.loaded()
        for place, clock in await stored_clocks(self._tables.database):
            if place.id not in loaded:
                self.arm_stored(place, clock)

    async def _credit(self, live: RunningGame, lost_ms: int) -> None:
        async with live.lock:
            if live.clock is None or live.clock.runs_since is None:
                return
            credited = live.clock.credited(lost_ms, self._tables.clock.now())
            live.clock = self.calendar.spared(live.lobby, credited)
            self.arm(live)
            work = UnitOfWork()
            put_clock(work, live.id, live.clock)
            await self._tables.database.commit(work)


def _never(_: RunningGame) -> bool:
    return False


async def _nobody_minds(_: str) -> None:
    """Unless somebody can end a game."""


async def _never_put_off(_: str) -> bool:
    return False


def _is_warned(table: Table) -> bool:
    return is_warned(table) and table.seconds < SLOW_FROM_S


def credited(work: UnitOfWork, lost_ms: int, now: int) -> UnitOfWork:
    """Of all clocks at once: nobody who changes one of them at this moment is overwritten."""
    return work.touch_games().credit_clocks(lost=lost_ms, now=now)


def disarm(timers: Timers, game_id: str) -> None:
    for name in ("step", "warn", "remind"):
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
