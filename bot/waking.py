"""Going on where the last run ended, and laying everything down at the end of this one."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog
from sqlalchemy import select

from bot.asleep import Asleep, stored_clocks
from bot.clockwork.clocks import credited, put_clock
from bot.clockwork.timekeeping import HEARTBEAT, StepClock
from bot.host import Host
from bot.live import Live, stored_lobby
from bot.lobbies import put_game, put_missing_places
from bot.lobby import Lobby, Phase
from bot.lost_taps import NOTE, TAP_KEPT_MS, unfinished
from bot.operation.trouble import store_failed
from bot.service import Service
from bot.store import Work
from bot.store.schema import games, mutes

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


async def wake(host: Host, down_ms: int) -> None:
    """Go on where the last run ended: what was owed, the clocks, the stand-ins, the mutes."""
    await put_missing_places(host.service.database)
    await host.outbox.load()
    await host.suspension.load(partial(_read, host))
    await host.silence.load()
    await host.tags.load()
    woken = await credit_all(host.service, down_ms)
    host.reception.take_over()
    host.lost_taps.begin(woken.unasked, woken.ended)
    host.service.timers.start()
    host.outbox.start()
    _begin_to_catch_up(host, woken)
    await _wake_tables(host, woken.with_stand_ins)


async def resume(host: Host, deaf_ms: int) -> None:
    """Updates come in again, after so long in which none could be fetched: as if the host had been down, nobody's
    time has run meanwhile, and taps may be lost."""
    service = host.service
    if not service.baton.held:
        return
    await service.clocks.credit(deaf_ms)
    now, lost = service.clock.now(), deaf_ms > TAP_KEPT_MS
    if lost:
        await service.database.commit(Work().add("put_note", key=NOTE, value=str(now)))
        host.absence.forgive()
    running = sorted((clock.left(now), place.id, clock) for place, clock in await stored_clocks(service.database))
    moved = {name: clock.step for left, name, clock in running if clock.runs_since and _is_noticed(deaf_ms, left)}
    unasked = tuple(name for _, name, _ in running) if lost else ()
    host.lost_taps.begin(unasked, now)
    _begin_to_catch_up(host, Woken(moved, (), frozenset(), (), unasked, now))


def _begin_to_catch_up(host: Host, woken: "Woken") -> None:
    task = asyncio.create_task(_catch_up(host, woken), name="catching up")
    host.background.add(task)
    task.add_done_callback(host.background.discard)


async def lay_down(host: Host) -> None:
    await host.balancing.close()
    await rest(host)


async def rest(host: Host) -> None:
    """Nothing begins, and what is under way ends."""
    for task in host.background:
        task.cancel()
    await host.service.timers.stop()
    await host.outbox.stop()
    await host.silence.stop()
    await host.tags.stop()


def forget(host: Host) -> None:
    """What another process has conducted meanwhile is in the store."""
    for part in (
        host.service.timers,
        host.outbox,
        host.silence,
        host.tags,
        host.stand_ins,
        host.absence,
        host.afterlife,
        host.lost_taps,
    ):
        part.clear()


class Woken(NamedTuple):
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


async def credit_all(service: Service, down_ms: int) -> Woken:
    """After a start: every clock that ran goes on, credited with the time the program was down.

    One transaction with the heartbeat up to which they are credited: whenever the program is killed, it is
    done once.
    """
    now = service.clock.now()
    if service.baton.shared:
        return await _credit_shared(service, down_ms, now)
    work = Work().add("put_note", key=HEARTBEAT, value=str(now))
    ended = await _outage(service, work, down_ms, now)
    running: list[tuple[Asleep, StepClock]] = []
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
    return Woken(later, shifted, frozenset(begun), tuple(with_stand_ins), again, ended)


async def _credit_shared(service: Service, down_ms: int, now: int) -> Woken:
    """While others go on changing games: all clocks in one statement, then each game on its newest view."""
    work = credited(Work(), down_ms, now).add("put_note", key=HEARTBEAT, value=str(now))
    ended = await _outage(service, work, down_ms, now)
    await service.database.commit(work)
    stored = await stored_clocks(service.database)
    await service.outbox.take_up(await service.outbox.overlooked())  # after the clocks that wait for it
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
    return Woken(later, tuple(shifted), frozenset(begun), with_stand_ins, again, ended)


async def _outage(service: Service, work: Work, down_ms: int, now: int) -> int:
    """When the outage ended in which taps were lost, this one or one before it; 0 if none were."""
    if down_ms > TAP_KEPT_MS:
        work.add("put_note", key=NOTE, value=str(now))
        return now
    return await unfinished(service.database)


def _is_noticed(moved_ms: int, left_ms: int) -> bool:
    return moved_ms * NOTICED > left_ms


async def _catch_up(host: Host, woken: Woken) -> None:
    """Messages that count down to an old deadline are edited, one for each table; who had to be muted is.

    One game after the other, no quicker than Telegram lets us edit: whoever taps meanwhile must not wait for
    journals to be read.
    """
    service = host.service
    service.outbox.add([service.lobby_row(lobby) for lobby in woken.lobbies])
    unasked = frozenset(woken.unasked)
    for game_id in dict.fromkeys((*(name for name in woken.moved if name not in unasked), *woken.begun)):
        async with _one_of_many(host, game_id):
            if game_id in woken.moved and game_id not in unasked:
                await service.clocks.show_deadline(game_id, woken.moved[game_id])
            live = await service.live(game_id) if game_id in woken.begun else None
            if live is not None and live.lobby.phase is Phase.PLAYING:
                await host.silence.follow(live, ())
    if unasked:
        await host.clock.sleep_until(woken.ended + host.pace.scale(HEARD_FIRST_MS))
    while unasked:
        for game_id in [name for name in woken.unasked if name in unasked]:
            async with _one_of_many(host, game_id):
                asked_in_group = await host.lost_taps.ask(game_id)
                if game_id in woken.moved and not asked_in_group:
                    await service.clocks.show_deadline(game_id, woken.moved[game_id])
        unasked = host.lost_taps.unasked & unasked
        if unasked:
            await host.clock.sleep_until(host.clock.now() + NEXT_ROUND_MS)
    if woken.unasked:
        await host.lost_taps.finish()


@asynccontextmanager
async def _one_of_many(host: Host, game_id: str) -> AsyncIterator[None]:
    """A game that cannot be read must not keep the others from being caught up with."""
    try:
        yield
    except Exception as error:
        log.exception("a game is not caught up with", game=game_id)
        host.service.on_trouble("waking", error)
    await host.clock.sleep_until(host.clock.now() + ONE_EVERY_MS)


async def _open_lobbies(service: Service, down_ms: int) -> list[Lobby]:
    """They start so much later; nobody has asked for one of them yet."""
    stored = select(games.c.lobby, games.c.chat_id).where(games.c.phase == Phase.OPEN.value)
    lobbies = [stored_lobby(row) for row in await service.database.rows(stored)]
    return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]


async def _read(host: Host, game_id: str) -> Live | None:
    """None: it cannot be read. It must not keep all the others from going on."""
    try:
        return await host.service.live(game_id)
    except Exception as error:
        if store_failed(error):
            raise
        log.exception("a game cannot be read", game=game_id)
        host.service.on_trouble("waking", error)
        return None


async def _wake_tables(host: Host, with_stand_ins: Sequence[str]) -> None:
    """After a start: stand-ins go on thinking, mutes are what they should be.

    Only games that need it are loaded; the journals of the others wait until somebody acts.
    """
    for game_id in with_stand_ins:
        table = await _read(host, game_id)
        if table is not None and table.lobby.phase is Phase.PLAYING:
            await host.stand_ins.wake_up(table)
    store = host.service.database
    silenced = select(mutes.c.game_id).join(games, games.c.id == mutes.c.game_id).distinct()
    muted = await store.rows(silenced.where(games.c.phase == Phase.PLAYING.value))
    loaded = [await _read(host, row.game_id) for row in muted]
    await host.silence.reconcile([table for table in loaded if table is not None])
