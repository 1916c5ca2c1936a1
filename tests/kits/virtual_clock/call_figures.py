"""Counts the calls of games as Telegram counts them: `python -m tests.kits.virtual_clock.call_figures`.

Prints for each rule set calls a minute and the busiest minute of a group: games of ten people (full speeches,
votes after 3 s, answers at night after 15 s), and of computer players alone. An argument is the number of games of
each kind.
"""

import asyncio
import logging
import sys

import structlog

from tests.kits.virtual_clock.evenings import GROUP, RULESETS, Plan, play
from tests.kits.virtual_clock.table import VirtualTable, most_in


async def of_people(ruleset: str, games: int) -> tuple[float, int]:
    """Returns calls a minute, into the group and into private chats, and the most into the group in a minute."""
    calls, minutes, busiest = 0, 0.0, 0
    for seed in range(1, games + 1):
        table = VirtualTable(ruleset, 10, seed)
        await table.play()
        await table.close()
        calls, minutes = calls + len(table.counted()), minutes + table.minutes
        busiest = max(busiest, table.busiest_minute())
    return calls / minutes, busiest


async def of_computer_players(ruleset: str, games: int) -> tuple[float, int]:
    calls, minutes, busiest = 0, 0.0, 0
    for seed in range(1, games + 1):
        evening = await play(Plan(ruleset, seed, stand_ins=10))
        times = [call.at for call in evening.telegram.calls if call.counted and call.chat == GROUP]
        calls, minutes = calls + len(times), minutes + (times[-1] - times[0]) / 60_000
        busiest = max(busiest, most_in(times, 60_000))
    return calls / minutes, busiest


def main(games: int) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    print(f"{'rule set':12} {'who plays':17} {'calls a minute':>14} {'busiest minute':>14}")
    for ruleset in RULESETS:
        for who, count in (("people", of_people), ("computer players", of_computer_players)):
            calls, busiest = asyncio.run(count(ruleset, games))
            print(f"{ruleset:12} {who:17} {calls:14.2f} {busiest:14}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
