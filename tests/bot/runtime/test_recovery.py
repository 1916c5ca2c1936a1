"""A start with thousands of stored games in which nobody acts: their clocks are set, and nothing else is done."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import event

from bot.core.clock import SteadyClock
from bot.core.pace import Pace
from bot.games.lobby import Lobby, Phase, new_secret
from bot.games.lobby_transactions import put_game
from bot.games.step_clock import StepClock
from bot.games.step_timers import put_clock
from bot.settings import Settings
from bot.storage import UnitOfWork
from bot.storage.open_database import open_database
from bot.telegram.outbox.rate_limits import Limits
from bot.wiring import wire
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.telegram import CountingTelegram

HOUR_MS = 3_600_000
SLOW = (("night", "172800"),)


async def asleep_then_awake(folder: Path, count: int) -> tuple[int, int, set[str], set[str]]:
    """Returns the statements of a start with that many live and slow games, the games in memory, and the timers of
    each."""
    database, release = await open_database(f"sqlite+aiosqlite:///{folder / f'{count}.db'}")
    clock = SteadyClock()
    now, work = clock.now(), UnitOfWork()
    names = [f"{kind}{number:04}" for kind in ("live", "slow") for number in range(count)]
    for chat, name in enumerate(names, start=1):
        options = SLOW if name.startswith("slow") else ()
        people = tuple(range(chat * 100, chat * 100 + 10))
        lobby = Lobby(name, -chat, 0, 1, "fiim-2025", options, (), new_secret(), now, now, quiet=(23, 9))
        put_game(work, replace(lobby, phase=Phase.PLAYING, seating=people, names=("P",) * 10), now)
        put_clock(work, name, StepClock(3, 48 * HOUR_MS, now - HOUR_MS, 0, waits=False))
    await database.commit(work)
    statements: list[str] = []

    def count_statement(_: Any, __: Any, statement: str, *___: Any) -> None:
        statements.append(statement)

    event.listen(database.engine.sync_engine, "before_cursor_execute", count_statement)
    settings = Settings.model_validate({"bot_token": "1:x"})
    host = wire(settings, database, clock, CountingTelegram(VirtualClock()), Pace(1), Limits(), 1, "b")
    await host.recovery.recover(0)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "catch up"))
    timers, loaded = host.timers, len(host.games.loaded())
    ringing = {name for name in names if timers.has(f"step:{name}")}
    reminding = {name for name in names if timers.has(f"remind:{name}")}
    await timers.stop()
    await host.outbox.stop()
    await database.close()
    release()
    return len(statements), loaded, ringing, reminding


async def test_clocks_of_sleeping_games_are_armed_without_loading_one(tmp_path: Path) -> None:
    few, _, _, _ = await asleep_then_awake(tmp_path, 2)
    many, loaded, ringing, reminding = await asleep_then_awake(tmp_path, 60)
    assert many == few
    assert loaded == 0
    assert len(ringing) == 120
    assert reminding == {name for name in ringing if name.startswith("slow")}
