"""Games in a row, each in a group of its own: how much memory they leave in use. Also the limit for one game,
which `waiting_games` measures."""

import asyncio
import gc
import os
import resource
from pathlib import Path

from bot.games.memory_eviction import KEPT_MS
from engine.commands import JUDGE, Command, Verb
from tests.kits.virtual_clock.table import House, VirtualTable

GAMES = int(os.environ.get("MEMORY_GAMES", "5000"))
WARM = GAMES // 10
MOST = 1.10
"""The most memory in use at the end, relative to that after a tenth of the games."""
MOST_KB_A_GAME = 40
"""The most memory of one game, asleep or loaded."""
SIZE = 6
AT_ONCE = 10


def run() -> bool:
    return asyncio.run(_run())


async def _run() -> bool:
    house = House()
    await house.open()
    warm = 0
    for first in range(1, GAMES + 1, AT_ONCE):
        await _evening(house, first)
        done = first + AT_ONCE - 1
        if done == WARM:
            warm = _resident()
        if done % max(WARM, AT_ONCE) == 0:
            print(f"{done:>6} games: {_resident() >> 10} KiB", flush=True)
    ended = _resident()
    await house.close()
    print(f"after {WARM}: {warm >> 10} KiB, after {GAMES}: {ended >> 10} KiB, ratio {ended / warm:.3f}")
    return ended <= warm * MOST


async def _evening(house: House, first: int) -> None:
    """Plays some games that end each way, and loads some of them later. What the test set-up keeps of them is
    deleted."""
    tables = [VirtualTable("fiim", SIZE, number, house, number) for number in range(first, first + AT_ONCE)]
    games, submissions = house.host.games, house.host.submissions
    for table in tables:
        await table.begin()
    await house.clock.on_to(house.clock.now() + 40_000)
    for place, table in enumerate(tables):
        if place % 2:
            assert await house.host.stop_game.stop(table.game_id, "")
        else:
            command = Command(JUDGE, Verb.TEAM_LOSS, (1,), note="other")
            await submissions.submit(table.game_id, command, f"end:{table.game_id}")
    await house.clock.on_to(house.clock.now() + KEPT_MS + 60_000)
    for table in tables[::3]:
        live = await games.find(table.game_id)
        assert live is not None
        await house.host.presence.hear(live, 1)
    await house.clock.on_to(house.clock.now() + KEPT_MS + 60_000)
    assert not games.loaded()
    house.telegram.calls.clear()
    house.store.forget_everything()


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
