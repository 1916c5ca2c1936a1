"""Games that wait: how soon their clocks are set at a start, and the memory of each."""

import asyncio
import gc
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.memory import MOST_KB_A_GAME
from tests.bench.quiet_logs import quiet_logs

WAITING = 5_000
LOADED = 300
STEP_MS = 48 * 3_600_000
ARMED_WITHIN_S = 5
WAKE_UP = "import asyncio; from tests.bench.waiting_games import wake_up; asyncio.run(wake_up())"


def run() -> bool:
    quiet_logs()
    return asyncio.run(waiting())


async def waiting() -> bool:
    """Measures unfinished games in which nobody acts: how soon their clocks are set, and the memory of each."""
    from bot.storage.open_database import open_database
    from tests.kits.virtual_clock.table import VirtualTable

    table = VirtualTable("fiim-2025", 10, 1)
    await table.house.open()
    await table.begin()
    for _ in range(250):
        table.ask()
        await table.clock.step(table.clock.now() + 600_000)
    live = table.live
    assert live is not None
    journal = table.journal()
    await table.close()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'o.db'}"
        database, release = await open_database(url)
        await database.close()
        release()
        _store_waiting(folder, live, journal)
        told = subprocess.run(
            [sys.executable, "-c", WAKE_UP, url],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    armed, spent, asleep, loaded = json.loads(told.splitlines()[-1])
    print(f"{WAITING} waiting games of {len(journal)} events")
    fine = spent <= ARMED_WITHIN_S, max(asleep, loaded) < MOST_KB_A_GAME
    verdict = "kept" if fine[0] else "MISSED"
    print(f"  clocks armed in {armed:.2f} s, {spent:.2f} s of CPU (at most {ARMED_WITHIN_S} of CPU: {verdict})")
    print(
        f"  {asleep:.1f} kB each asleep, {loaded:.1f} kB each when loaded "
        f"(less than {MOST_KB_A_GAME}: {'kept' if fine[1] else 'MISSED'})"
    )
    return all(fine)


def _store_waiting(folder: str, live: Any, journal: list[str]) -> None:
    """As many copies of one game as are to wait, over days and with quiet hours."""
    names = [f"g{number:07}" for number in range(WAITING)]
    over_days = {"options": [["night", str(STEP_MS // 1000)]], "quiet": [23, 9]}
    data = json.loads(live.lobby.to_json()) | over_days
    began = time.time_ns() // 1_000_000
    with sqlite3.connect(Path(folder) / "o.db") as file:
        file.execute("PRAGMA synchronous=OFF")
        file.executemany(
            "INSERT INTO games VALUES (?, ?, 0, 'playing', ?, 0, 0)",
            [(name, -n - 1, json.dumps(data | {"id": name}, ensure_ascii=False)) for n, name in enumerate(names)],
        )
        people = [person for person in live.lobby.seating if person]
        file.executemany("INSERT INTO places VALUES (?, ?)", [(one, name) for name in names for one in people])
        file.executemany(
            "INSERT INTO clocks VALUES (?, ?, ?, ?, 0, 0)",
            [(name, live.clock.step, STEP_MS, began) for name in names],
        )
        file.executemany(
            "INSERT INTO events VALUES (?, ?, ?, 0, 0, '')",
            ((name, version, text) for name in names[:LOADED] for version, text in enumerate(journal, start=1)),
        )


def _resident_kb() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


async def wake_up() -> None:
    from bot.core.clock import SteadyClock
    from bot.core.pace import Pace
    from bot.settings import Settings
    from bot.storage.open_database import open_database
    from bot.telegram.outbox.rate_limits import Limits
    from bot.wiring import wire
    from tests.kits.virtual_clock.clock import VirtualClock
    from tests.kits.virtual_clock.telegram import CountingTelegram

    database, release = await open_database(sys.argv[-1])
    settings = Settings.model_validate({"bot_token": "1:x"})
    host = wire(settings, database, SteadyClock(), CountingTelegram(VirtualClock()), Pace(1), Limits(), 1, "b")
    before = _resident_kb()
    began, spent = time.perf_counter(), time.process_time()
    await host.recovery.recover(0)
    armed, spent = time.perf_counter() - began, time.process_time() - spent
    asleep = _resident_kb()
    for number in range(LOADED):
        await host.games.find(f"g{number:07}")
    loaded = _resident_kb()
    print(json.dumps([armed, spent, (asleep - before) / WAITING, (loaded - asleep) / LOADED]))
    await host.timers.stop()
    await host.outbox.stop()
    await database.close()
    release()
