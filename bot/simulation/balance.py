"""Simulates a role set until the shares of wins are known as precisely as the caller wants.

The bot runs it in a niced child process without aiogram, one at a time: `watch_balance`.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from threading import Lock

from bot.simulation.simulation import Plan, Tally, simulate

MOST_GAMES = 20_000
PRECISION = 0.02
"""Half the width of the intervals at which the shares are known well enough."""
NICENESS = 10

WAIT = 0.05
"""Seconds between two tries to take the lock."""
_busy = Lock()
"""A threading lock, because an asyncio lock belongs to one event loop."""


class BalanceFailed(RuntimeError):
    """The child process failed; the message is its last output."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The figures of the games played so far."""

    games: int
    wins: dict[str, int]
    days: float
    deciders: dict[str, int]
    half_width: float
    done: bool


def balance_of(total: Tally, precision: float) -> Balance:
    """Returns the figures; they are done when half an interval is smaller than `precision`."""
    half_width = total.half_width()
    return Balance(
        games=total.games,
        wins=dict(sorted(total.wins.items())),
        days=total.days / total.games,
        deciders=dict(sorted(total.deciders.items())),
        half_width=half_width,
        done=half_width < precision or total.games >= MOST_GAMES,
    )


async def watch_balance(plan: Plan, precision: float) -> AsyncGenerator[Balance, None]:
    """Yields the growing figures; raises `BalanceFailed`. Closing the iterator kills the process."""
    async with _one_at_a_time():
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.simulation.balance", json.dumps(asdict(plan)), str(precision)),
            stdout=PIPE,
            stderr=PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        complaints = asyncio.create_task(process.stderr.read())
        try:
            async for line in process.stdout:
                yield Balance(**json.loads(line))
            if await process.wait():
                raise BalanceFailed(_last_line(await complaints) or f"it ended with code {process.returncode}")
        finally:
            complaints.cancel()
            await _end(process)


@asynccontextmanager
async def _one_at_a_time() -> AsyncIterator[None]:
    while not _busy.acquire(blocking=False):
        await asyncio.sleep(WAIT)
    try:
        yield
    finally:
        _busy.release()


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


def _last_line(said: bytes) -> str:
    return next(
        (line.strip() for line in reversed(said.decode(errors="replace").splitlines()) if line.strip()), ""
    )


def main(text: str, precision: str) -> None:
    os.nice(NICENESS)
    fields = json.loads(text)
    fields["cards"] = tuple(fields["cards"])
    fields["options"] = tuple((key, value) for key, value in fields["options"])
    for total in simulate(Plan(**fields), workers=1):
        balance = balance_of(total, float(precision))
        print(json.dumps(asdict(balance)), flush=True)
        if balance.done:
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
