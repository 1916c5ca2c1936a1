"""Counts the public facts that the group's messages miss: `python -m tests.kits.virtual_clock.missing_facts`.

Prints a line for each condition, rule set and language. An argument is the number of games of each kind.
"""

import asyncio
import logging
import sys
from collections import Counter, defaultdict
from itertools import product

import structlog

from tests.kits.virtual_clock.evenings import LANGUAGES, RULESETS, SPEEDS, Plan, play
from tests.kits.virtual_clock.journal_facts import Compared, compare, public_facts
from tests.kits.virtual_clock.public_protocol import read_protocol

CASTS = {"people": 0, "mixed": 5, "computer players": 10}


async def compared(plan: Plan) -> Compared:
    """Plays a game, and compares what its group tells with its journal."""
    evening = await play(plan)
    journal = [event for _, event in evening.journal()]
    return compare(public_facts(journal), read_protocol(evening.texts(), plan.language))


def main(games: int) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    lines: dict[str, list[Compared]] = defaultdict(list)
    kinds: Counter[str] = Counter()
    untrue: Counter[str] = Counter()
    for speed, (cast, stand_ins), storms in product(SPEEDS, CASTS.items(), (False, True)):
        for ruleset, language, seed in product(RULESETS, LANGUAGES, range(1, games + 1)):
            plan = Plan(ruleset, seed, language, speed, stand_ins, storms, judged=True)
            found = asyncio.run(compared(plan))
            for line in (f"×{speed}, {cast}{', storms' if storms else ''}", ruleset, language, "all"):
                lines[line].append(found)
            kinds.update(fact.what for fact in found.missing)
            untrue.update(fact.what for fact in found.untrue)
    print(f"{'condition':34} {'games':>5} {'facts':>6} {'missing':>8} {'untrue':>7}")
    for line, every in lines.items():
        counts = (len(every), sum(one.of for one in every), *map(sum, zip(*map(_sizes, every), strict=True)))
        print(f"{line:34} {counts[0]:5} {counts[1]:6} {counts[2]:8} {counts[3]:7}")
    print("missing:", ", ".join(f"{what} {count}" for what, count in kinds.most_common()))
    print("untrue:", ", ".join(f"{what} {count}" for what, count in untrue.most_common()))


def _sizes(found: Compared) -> tuple[int, int]:
    return len(found.missing), len(found.untrue)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
