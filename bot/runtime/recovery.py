"""Recovery: going on where the last run, or another leader, has ended; and stopping everything."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple

import structlog

from bot.core.background_tasks import BackgroundTasks
from bot.games.absence import Absence
from bot.games.afterlife import Afterlife
from bot.games.dormant_clocks import DormantClock, stored_clocks
from bot.games.lobbies import put_game, put_missing_places
from bot.games.lobby import Lobby, Phase
from bot.games.lost_taps import NOTE, TAP_KEPT_MS, LostTaps, unfinished
from bot.games.muting import Muting
from bot.games.running_game import RunningGame, stored_lobby
from bot.games.seat_tags import SeatTags
from bot.games.service import Service
from bot.games.step_clock import HEARTBEAT, StepClock
from bot.games.step_clocks import credited, put_clock
from bot.games.suspension import Suspension
from bot.stand_ins.stand_ins import StandIns
from bot.storage import UnitOfWork
from bot.storage.outage import store_failed
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.mutes import MuteRepository
from bot.telegram.updates.reception import Reception

log = structlog.get_logger()

NOTICED = 60
"""A deadline that has moved by less than a sixtieth of what is left is not worth an edit."""
ONE_EVERY_MS = 40
NEXT_ROUND_MS = 5_000
"""Until games are tried again that could not be stored."""
HEARD_FIRST_MS = 3_000
"""Taps that were kept come in before anybody is asked again: whoever tapped just before the host came back has
answered."""
JUST_BEGUN_MS = 60_000
"""So long before the last heartbeat a step may have begun whose mutes were not all stored."""


class Recovered(NamedTuple):
    """What is to be caught up with after a start."""

    moved: dict[str, int]
    """Games whose deadline is noticeably later than shown, with the step it ends; the nearest first."""
    lobbies: tuple[Lobby, ...]
    """Tables that begin noticeably later than shown."""
    begun: frozenset[str]
    """Games whose step had just begun: not everything that follows from it may have been done."""
    with_stand_ins: tuple[str, ...]
    """Games in which computer players sit, and think."""
    unasked: tuple[str, ...] = ()
    """Games whose people are to be asked again, for taps were lost; the nearest deadline first."""
    ended: int = 0
    """When the outage ended in which they were."""


async def credit_all(service: Service, down_ms: int) -> Recovered:
    """After a start: every clock that ran goes on, credited with the time the program was down.

    One transaction with the heartbeat up to which they are credited: whenever the program is killed, it is
    done once.
    """
    now = service.clock.now()
    if service.leadership.shared:
        return await _credit_shared(service, down_ms, now)
    work = UnitOfWork().put_note(key=HEARTBEAT, value=str(now))
    ended = await _outage(service, work, down_ms, now)
    running: list[tuple[DormantClock, StepClock]] = []
    moved: list[tuple[int, str, int]] = []
    begun: set[str] = set()
    unasked: list[tuple[int, str]] = []
    with_stand_ins: list[str] = []
    spared = service.clocks.calendar.spared
    for place, stored in await stored_clocks(service.database):
        clock = stored
        if place.has_stand_ins:
            with_stand_ins.append(place.id)
        if stored.waits or (stored.runs_since is not None and stored.runs_since > now - down_ms - JUST_BEGUN_MS):
            begun.add(place.id)
        if stored.runs_since is not None:
            clock = spared(place, stored.credited(down_ms, now))
            put_clock(work, place.id, clock)
            if _is_noticed(down_ms, left := clock.left(now)):
                moved.append((left, place.id, clock.step))
        elif stored.waits and not service.outbox.owes(place.id, stored.step):
            live = await service.live(place.id)
            if live is not None and service.clocks.is_held(live):
                continue  # its speaker cannot write yet
            stopped = live is not None and live.state is not None and live.table.stopped
            clock = spared(place, stored.delivered(now, stopped=stopped))
            if live is not None:
                live.clock = clock
            put_clock(work, place.id, clock)
        if clock.runs_since is not None:
            running.append((place, clock))
        if ended:
            unasked.append((clock.left(now), place.id))
    lobbies = await _open_lobbies(service, down_ms)
    for lobby in lobbies:
        put_game(work, lobby, now)
    await service.database.commit(work)
    for place, clock in running:
        service.clocks.arm_stored(place, clock)
    for lobby in lobbies:
        service.arm_lobby(lobby)
    shifted = tuple(lobby for lobby in lobbies if _is_noticed(down_ms, lobby.starts_at - now))
    later = {game_id: step for _, game_id, step in sorted(moved)}
    again = tuple(game_id for _, game_id in sorted(unasked))
    return Recovered(later, shifted, frozenset(begun), tuple(with_stand_ins), again, ended)


async def _credit_shared(service: Service, down_ms: int, now: int) -> Recovered:
    """While others go on changing games: all clocks in one statement, then each game on its newest view."""
    work = credited(UnitOfWork(), down_ms, now).put_note(key=HEARTBEAT, value=str(now))
    ended = await _outage(service, work, down_ms, now)
    await service.database.commit(work)
    stored = await stored_clocks(service.database)
    await service.outbox.backlog.take_up(
        await service.outbox.backlog.missing()
    )  # after the clocks that wait for it
    moved: list[tuple[int, str, int]] = []
    begun: set[str] = set()
    for place, clock in stored:
        if clock.waits or (clock.runs_since is not None and clock.runs_since > now - JUST_BEGUN_MS):
            begun.add(place.id)
        if clock.waits and not service.outbox.owes(place.id, clock.step):
            await service.clocks.open(place.id, clock.step)
        elif clock.runs_since is not None:
            service.clocks.arm_stored(place, clock)
            if _is_noticed(down_ms, left := clock.left(now)):
                moved.append((left, place.id, clock.step))
    shifted = []
    for lobby in await _open_lobbies(service, 0):
        put_off = await service.put_off(lobby.id, down_ms)
        if put_off is not None and _is_noticed(down_ms, put_off.starts_at - now):
            shifted.append(put_off)
    later = {game_id: step for _, game_id, step in sorted(moved)}
    with_stand_ins = tuple(place.id for place, _ in stored if place.has_stand_ins)
    again = tuple(name for _, name in sorted((clock.left(now), place.id) for place, clock in stored if ended))
    return Recovered(later, tuple(shifted), frozenset(begun), with_stand_ins, again, ended)


async def _outage(service: Service, work: UnitOfWork, down_ms: int, now: int) -> int:
    """When the outage ended in which taps were lost, this one or one before it; 0 if none were."""
    if down_ms > TAP_KEPT_MS:
        work.put_note(key=NOTE, value=str(now))
        return now
    return await unfinished(service.database)


def _is_noticed(moved_ms: int, left_ms: int) -> bool:
    return moved_ms * NOTICED > left_ms


class Recovery:
    def __init__(
        self,
        service: Service,
        suspension: Suspension,
        muting: Muting,
        tags: SeatTags,
        stand_ins: StandIns,
        absence: Absence,
        afterlife: Afterlife,
        lost_taps: LostTaps,
        reception: Reception,
        background: BackgroundTasks,
    ) -> None:
        self._service = service
        self._suspension = suspension
        self._muting = muting
        self._tags = tags
        self._stand_ins = stand_ins
        self._absence = absence
        self._afterlife = afterlife
        self._lost_taps = lost_taps
        self._reception = reception
        self._background = background

    async def recover(self, down_ms: int) -> None:
        """Go on where the last run ended: the outbox, the clocks, the stand-ins, the mutes."""
        service = self._service
        await put_missing_places(service.database)
        await service.outbox.backlog.load()
        await self._suspension.load(self._read)
        await self._muting.load()
        await self._tags.load()
        recovered = await credit_all(service, down_ms)
        self._reception.take_over()
        self._lost_taps.begin(recovered.unasked, recovered.ended)
        service.timers.start()
        service.outbox.start()
        self._background.start(self._catch_up(recovered), "catching up")
        await self._wake_tables(recovered.with_stand_ins)

    async def resume(self, deaf_ms: int) -> None:
        """Updates come in again after `deaf_ms` in which none could be fetched.

        As after a restart, that time is not charged to anybody, and taps may be lost.
        """
        service = self._service
        if not service.leadership.held:
            return
        await service.clocks.credit(deaf_ms)
        now, lost = service.clock.now(), deaf_ms > TAP_KEPT_MS
        if lost:
            await service.database.commit(UnitOfWork().put_note(key=NOTE, value=str(now)))
            self._absence.forgive()
        stored = await stored_clocks(service.database)
        running = sorted((clock.left(now), place.id, clock) for place, clock in stored)
        moved = {
            name: clock.step for left, name, clock in running if clock.runs_since and _is_noticed(deaf_ms, left)
        }
        unasked = tuple(name for _, name, _ in running) if lost else ()
        self._lost_taps.begin(unasked, now)
        self._background.start(self._catch_up(Recovered(moved, (), frozenset(), (), unasked, now)), "catching up")

    async def rest(self) -> None:
        """Nothing begins, and what is under way ends."""
        self._background.cancel()
        await self._service.timers.stop()
        await self._service.outbox.stop()
        await self._muting.stop()
        await self._tags.stop()

    def forget(self) -> None:
        """Drop what is kept in memory: another process was the leader meanwhile, and the store knows better."""
        for part in (
            self._service.timers,
            self._service.outbox,
            self._muting,
            self._tags,
            self._stand_ins,
            self._absence,
            self._afterlife,
            self._lost_taps,
        ):
            part.clear()

    async def _catch_up(self, recovered: Recovered) -> None:
        """Messages that count down to an old deadline are edited, one for each table; who had to be muted is.

        One game after the other, no quicker than Telegram lets us edit: whoever taps meanwhile must not wait for
        journals to be read.
        """
        service = self._service
        service.outbox.add([service.lobby_row(lobby) for lobby in recovered.lobbies])
        unasked = frozenset(recovered.unasked)
        for game_id in dict.fromkeys(
            (*(name for name in recovered.moved if name not in unasked), *recovered.begun)
        ):
            async with self._one_of_many(game_id):
                if game_id in recovered.moved and game_id not in unasked:
                    await service.clocks.show_deadline(game_id, recovered.moved[game_id])
                live = await service.live(game_id) if game_id in recovered.begun else None
                if live is not None and live.lobby.phase is Phase.PLAYING:
                    await self._muting.follow(live, ())
        if unasked:
            await self._service.clock.sleep_until(recovered.ended + self._service.pace.scale(HEARD_FIRST_MS))
        while unasked:
            for game_id in [name for name in recovered.unasked if name in unasked]:
                async with self._one_of_many(game_id):
                    asked_in_group = await self._lost_taps.ask(game_id)
                    if game_id in recovered.moved and not asked_in_group:
                        await service.clocks.show_deadline(game_id, recovered.moved[game_id])
            unasked = self._lost_taps.unasked & unasked
            if unasked:
                await self._service.clock.sleep_until(self._service.clock.now() + NEXT_ROUND_MS)
        if recovered.unasked:
            await self._lost_taps.finish()

    @asynccontextmanager
    async def _one_of_many(self, game_id: str) -> AsyncIterator[None]:
        """A game that cannot be read must not keep the others from being caught up with."""
        try:
            yield
        except Exception as error:
            log.exception("catching_up_failed", game=game_id)
            self._service.report_error("waking", error)
        await self._service.clock.sleep_until(self._service.clock.now() + ONE_EVERY_MS)

    async def _read(self, game_id: str) -> RunningGame | None:
        """None: it cannot be read. It must not keep all the others from going on."""
        try:
            return await self._service.live(game_id)
        except Exception as error:
            if store_failed(error):
                raise
            log.exception("game_unreadable", game=game_id)
            self._service.report_error("waking", error)
            return None

    async def _wake_tables(self, with_stand_ins: Sequence[str]) -> None:
        """After a start: stand-ins go on thinking, mutes are what they should be.

        Only games that need it are loaded; the journals of the others wait until somebody acts.
        """
        for game_id in with_stand_ins:
            table = await self._read(game_id)
            if table is not None and table.lobby.phase is Phase.PLAYING:
                await self._stand_ins.wake_up(table)
        muted = await MuteRepository(self._service.database).games_played()
        loaded = [await self._read(game_id) for game_id in muted]
        await self._muting.reconcile([table for table in loaded if table is not None])


async def _open_lobbies(service: Service, down_ms: int) -> list[Lobby]:
    """They start so much later; nobody has asked for one of them yet."""
    lobbies = [stored_lobby(game) for game in await GameRepository(service.database).open_lobbies()]
    return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]
