"""Credits every clock with the time for which there was no leader: nobody loses time by an outage of the host."""

from dataclasses import replace
from typing import NamedTuple

from bot.games.dormant_clocks import DormantClock, stored_clocks
from bot.games.lobbies import put_game
from bot.games.lobby import Lobby
from bot.games.lost_taps import LOST_TAPS, TAP_KEPT_MS, unfinished
from bot.games.running_game import stored_lobby
from bot.games.service import Service
from bot.games.step_clock import StepClock
from bot.games.step_clocks import credited, put_clock
from bot.operations.heartbeat import HEARTBEAT
from bot.storage import UnitOfWork
from bot.storage.repositories.games import GameRepository

NOTICED = 60
"""A deadline that has moved by less than a sixtieth of what is left is not worth an edit."""
JUST_BEGUN_MS = 60_000
"""A step that began within this time before the last heartbeat may lack some of its mutes."""


class Recovered(NamedTuple):
    """What is left to do after the clocks are credited."""

    moved: dict[str, int]
    """Games whose deadline is noticeably later than shown, each with its step; the nearest deadline first."""
    lobbies: tuple[Lobby, ...]
    """Lobbies that start noticeably later than shown."""
    begun: frozenset[str]
    """Games whose step had just begun: its mutes may be incomplete."""
    with_stand_ins: tuple[str, ...]
    """Games with computer players."""
    unasked: tuple[str, ...] = ()
    """Games whose people are asked again because taps were lost; the nearest deadline first."""
    ended: int = 0
    """When the outage ended in which taps were lost; 0 if none were."""


async def credit_all(service: Service, down_ms: int) -> Recovered:
    """Every clock that ran goes on, credited with `down_ms`.

    One transaction with the heartbeat up to which they are credited, so it is done once even if the program is
    killed.
    """
    now = service.clock.now()
    if service.leadership.shared:
        return await _credit_shared(service, down_ms, now)
    work = HEARTBEAT.put(UnitOfWork(), now)
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
            if is_noticed(down_ms, left := clock.left(now)):
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
    shifted = tuple(lobby for lobby in lobbies if is_noticed(down_ms, lobby.starts_at - now))
    later = {game_id: step for _, game_id, step in sorted(moved)}
    again = tuple(game_id for _, game_id in sorted(unasked))
    return Recovered(later, shifted, frozenset(begun), tuple(with_stand_ins), again, ended)


async def _credit_shared(service: Service, down_ms: int, now: int) -> Recovered:
    """While other processes change games: all clocks in one statement, then each game as stored after that."""
    work = HEARTBEAT.put(credited(UnitOfWork(), down_ms, now), now)
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
            if is_noticed(down_ms, left := clock.left(now)):
                moved.append((left, place.id, clock.step))
    shifted = []
    for lobby in await _open_lobbies(service, 0):
        put_off = await service.put_off(lobby.id, down_ms)
        if put_off is not None and is_noticed(down_ms, put_off.starts_at - now):
            shifted.append(put_off)
    later = {game_id: step for _, game_id, step in sorted(moved)}
    with_stand_ins = tuple(place.id for place, _ in stored if place.has_stand_ins)
    again = tuple(name for _, name in sorted((clock.left(now), place.id) for place, clock in stored if ended))
    return Recovered(later, tuple(shifted), frozenset(begun), with_stand_ins, again, ended)


async def _outage(service: Service, work: UnitOfWork, down_ms: int, now: int) -> int:
    """When the outage ended in which taps were lost, this one or an unfinished earlier one; 0 if none were."""
    if down_ms > TAP_KEPT_MS:
        LOST_TAPS.put(work, now)
        return now
    return await unfinished(service.database)


def is_noticed(moved_ms: int, left_ms: int) -> bool:
    return moved_ms * NOTICED > left_ms


async def _open_lobbies(service: Service, down_ms: int) -> list[Lobby]:
    """Lobbies as stored, with their start put off by `down_ms`."""
    lobbies = [stored_lobby(game) for game in await GameRepository(service.database).open_lobbies()]
    return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]
