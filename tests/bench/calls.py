"""Calls to Telegram in a game: sends and edits a minute, and how many people are muted or freed at once."""

import asyncio
from collections import Counter

from tests.bench.quiet_logs import quiet_logs
from tests.kits.virtual_clock.table import VirtualTable, most_in

GAMES = 6
MOST_CALLS = 5.0
"""The most sends and edits of a game of ten in one minute."""
MOST_RESTRICTIONS = 4
"""The most people muted or freed in any five seconds of a game."""


def run() -> bool:
    quiet_logs()
    return asyncio.run(calls())


async def calls() -> bool:
    print("calls a game-minute, on the virtual clock (full speeches, votes after 3 s, nights after 15 s)")
    rates = {}
    bursts: list[int] = []
    for ruleset in ("fiim-2025", "box"):
        kinds: Counter[str] = Counter()
        count, minutes, busiest = 0, 0.0, 0
        restrictions = burst = 0
        for seed in range(1, GAMES + 1):
            table = VirtualTable(ruleset, 10, seed)
            await table.play()
            await table.close()
            kinds += table.by_kind()
            count += len(table.counted())
            minutes += table.minutes
            busiest = max(busiest, table.busiest_minute())
            restrictions += len(table.restrictions())
            burst = max(burst, most_in(table.restrictions(), 5_000))
        rate = rates[ruleset] = count / minutes
        print(
            f"  {ruleset:10} {rate:.2f} a minute, busiest minute of a group {busiest}, "
            f"{60 * 30 * 0.7 / rate:.0f} games on one token"
        )
        bursts.append(burst)
        print(f"    restrictions: {restrictions / minutes:.2f} a minute, largest burst in 5 s {burst}")
        for kind, times in kinds.most_common():
            print(f"    {times / minutes:6.2f} {kind}")
    fine = rates["fiim-2025"] <= MOST_CALLS
    print(f"  fiim-2025: {rates['fiim-2025']:.2f} a minute (at most {MOST_CALLS}: {'kept' if fine else 'MISSED'})")
    spread = max(bursts) <= MOST_RESTRICTIONS
    print(f"  restrictions in 5 s: {max(bursts)} (at most {MOST_RESTRICTIONS}: {'kept' if spread else 'MISSED'})")
    return fine and spread
