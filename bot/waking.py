"""Going on where the last run ended, and laying everything down at the end of this one."""

from dataclasses import replace

from sqlalchemy import select

from bot.clocks import put_clock
from bot.host import Host
from bot.lobbies import put_game
from bot.lobby import Lobby, Phase, lobby_from_json
from bot.service import Service
from bot.store import Work
from bot.store.schema import clocks, games, mutes
from bot.timekeeping import HEARTBEAT, StepClock


async def wake(host: Host, down_ms: int) -> None:
    """Go on where the last run ended: what was owed, the clocks, the stand-ins, the mutes."""
    await host.outbox.load()
    await host.silence.load()
    await credit_all(host.service, down_ms)
    host.service.timers.start()
    host.outbox.start()
    await _wake_tables(host)


async def lay_down(host: Host) -> None:
    await host.balancing.close()
    await host.service.timers.stop()
    await host.outbox.stop()
    await host.silence.stop()


async def credit_all(service: Service, down_ms: int) -> int:
    """After a start: every clock that ran goes on, credited with the time the program was down.

    One transaction with the heartbeat up to which they are credited: whenever the program is killed, it is
    done once. Returns how many deadlines are set.
    """
    now = service.clock.now()
    work = Work().add("put_note", key=HEARTBEAT, value=str(now))
    running: list[tuple[str, int, int]] = []
    for stored in await service.database.rows(select(clocks)):
        clock = StepClock(stored.step, stored.left_ms, stored.runs_since, stored.under_ms, bool(stored.waits))
        if clock.runs_since is not None:
            clock = clock.credited(down_ms, now)
            put_clock(work, stored.game_id, clock)
        elif clock.waits and not service.outbox.owes(stored.game_id, clock.step):
            live = await service.live(stored.game_id)
            stopped = live is not None and live.state is not None and live.table.stopped
            clock = clock.delivered(now, stopped=stopped)
            if live is not None:
                live.clock = clock
            put_clock(work, stored.game_id, clock)
        deadline = clock.deadline()
        if deadline is not None:
            running.append((stored.game_id, clock.step, deadline))
    lobbies = await _open_lobbies(service, down_ms)
    for lobby in lobbies:
        put_game(work, lobby, now)
    await service.database.commit(work)
    for game_id, step, deadline in running:
        service.clocks.arm_deadline(game_id, step, deadline)
    for lobby in lobbies:
        service.arm_lobby(lobby)
    return len(running)


async def _open_lobbies(service: Service, down_ms: int) -> list[Lobby]:
    """They start so much later; nobody has asked for one of them yet."""
    rows = await service.database.rows(select(games.c.lobby).where(games.c.phase == Phase.OPEN.value))
    lobbies = [lobby_from_json(row.lobby) for row in rows]
    return [replace(lobby, starts_at=lobby.starts_at + down_ms) for lobby in lobbies]


async def _wake_tables(host: Host) -> None:
    """After a start: stand-ins go on thinking, mutes are what they should be.

    Only games that need it are loaded; the journals of the others wait until somebody acts.
    """
    store = host.service.database
    playing = await store.rows(select(games.c.id, games.c.lobby).where(games.c.phase == Phase.PLAYING.value))
    muted = {row.game_id for row in await store.rows(select(mutes.c.game_id).distinct())}
    for row in playing:
        if 0 in lobby_from_json(row.lobby).seating:
            table = await host.service.live(row.id)
            if table is not None:
                await host.stand_ins.wake_up(table)
    loaded = [await host.service.live(row.id) for row in playing if row.id in muted]
    await host.silence.reconcile([table for table in loaded if table is not None])
