"""Timers: what it costs to set, move and fire one among thousands, beside the event loop's own `call_later`."""

import asyncio
from collections.abc import Callable
from time import process_time

from bot.core.apscheduler_alarms import ScheduledAlarms
from bot.core.clock import SteadyClock
from bot.core.timers import Timers

COUNT = 10_000
FAR_MS = 3_600_000
SPREAD_MS = 5_000
"""All timers fire within this time: 2,000 a second, as many as 60,000 tables with steps of half a minute."""
MOST_US = {"set": 150.0, "move": 75.0, "fire": 400.0}
"""The most CPU microseconds for one timer; generous, because the machine may be slow."""
LATEST_MS = 1_000


def run() -> bool:
    return asyncio.run(_measure())


async def _measure() -> bool:
    clock = SteadyClock()
    late: list[int] = []
    timers = Timers(clock, ScheduledAlarms(clock), on_late=late.append)
    timers.start()
    loop = asyncio.get_running_loop()
    far = clock.now() + FAR_MS

    async def action() -> None: ...

    cost = {
        "set": await _each(lambda number: timers.set(f"step:{number}", far + number, action)),
        "move": await _each(lambda number: timers.set(f"step:{number}", far + COUNT + number, action)),
    }
    timers.clear()
    handles: list[asyncio.TimerHandle] = []
    beside = await _each(lambda number: handles.append(loop.call_later(FAR_MS / 1000 + number, int)))
    for handle in handles:
        handle.cancel()
    began, soon = process_time(), clock.now() + 2_000
    for number in range(COUNT):
        timers.set(f"step:{number}", soon + number * SPREAD_MS // COUNT, action)
    while len(late) < COUNT:
        await asyncio.sleep(0.05)
    cost["fire"] = (process_time() - began) / COUNT * 1e6
    await timers.stop()
    print(f"timers: CPU time of one among {COUNT:,}; call_later takes {beside:.1f} µs")
    for what, microseconds in cost.items():
        print(f"{what:>6} {microseconds:7.1f} µs, at most {MOST_US[what]:.0f}")
    print(f"latest by {max(late)} ms, at most {LATEST_MS}")
    return max(late) <= LATEST_MS and all(cost[what] <= most for what, most in MOST_US.items())


async def _each(act: Callable[[int], object]) -> float:
    """Returns the CPU microseconds for each; the loop gets its turn after every ten."""
    began = process_time()
    for number in range(COUNT):
        act(number)
        if number % 10 == 0:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    return (process_time() - began) / COUNT * 1e6


if __name__ == "__main__":
    run()
