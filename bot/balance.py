"""How a set of cards plays against itself: until the shares of wins are known to two percent.

For the bot it runs in a process of its own, niced and without aiogram, one at a time: `watch_balance`.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass

from bot.simulation import Plan, Tally, simulate

PRECISION = 0.02
MOST_GAMES = 20_000
NICENESS = 10

_one_at_a_time = asyncio.Lock()


@dataclass(frozen=True, slots=True)
class Balance:
    """Figures so far."""

    games: int
    wins: dict[str, int]
    days: float
    deciders: dict[str, int]
    half_width: float
    done: bool


def balance_of(total: Tally) -> Balance:
    half_width = total.half_width()
    return Balance(
        games=total.games,
        wins=dict(sorted(total.wins.items())),
        days=total.days / total.games,
        deciders=dict(sorted(total.deciders.items())),
        half_width=half_width,
        done=half_width < PRECISION or total.games >= MOST_GAMES,
    )


async def watch_balance(plan: Plan) -> AsyncIterator[Balance]:
    """Balance figures as they grow. Whoever stops listening ends the process."""
    async with _one_at_a_time:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.balance", json.dumps(asdict(plan)), stdout=asyncio.subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                yield Balance(**json.loads(line))
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


def main(text: str) -> None:
    os.nice(NICENESS)
    fields = json.loads(text)
    fields["cards"] = tuple(fields["cards"])
    fields["options"] = tuple((key, value) for key, value in fields["options"])
    for total in simulate(Plan(**fields), workers=1):
        balance = balance_of(total)
        print(json.dumps(asdict(balance)), flush=True)
        if balance.done:
            return


if __name__ == "__main__":
    main(sys.argv[1])
