"""Searches for a seating in a niced child process, because it takes seconds.

The parent writes a plan and a seed; the child answers with lines of JSON: progress, and at last the seating.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from random import Random
from typing import NamedTuple

from engine.tournament.seating import ImpossibleSeating, Plan, Refusal, Seating, find_seating

NICENESS = 10
TOLD_EVERY = 8
"""Progress is reported once in so many steps of the search."""


class SearchFailed(RuntimeError):
    """The child process failed; the message is its last output."""


class SearchProgress(NamedTuple):
    percent: int
    spread: float = 0.0
    seating: Seating | None = None
    refusal: Refusal | None = None


async def search_seating(plan: Plan, seed: str) -> AsyncGenerator[SearchProgress, None]:
    """Yields progress; the last item has a seating or a refusal. Closing the iterator kills the process."""
    order = json.dumps({"plan": plan._asdict(), "seed": seed})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.tournaments.seating_search", stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=2**22
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    complaints = asyncio.create_task(process.stderr.read())
    try:
        process.stdin.write(order.encode())
        process.stdin.close()
        async for line in process.stdout:
            yield _news(json.loads(line))
        if await process.wait():
            said = (await complaints).decode(errors="replace").strip().splitlines()
            raise SearchFailed(said[-1] if said else f"it ended with code {process.returncode}")
    finally:
        complaints.cancel()
        if process.returncode is None:
            process.kill()
        await process.wait()


def _news(data: dict[str, object]) -> SearchProgress:
    if "refusal" in data:
        return SearchProgress(100, refusal=Refusal(str(data["refusal"])))
    if "rounds" in data:
        rounds = data["rounds"]
        assert isinstance(rounds, list)
        return SearchProgress(100, seating=Seating(tuple(tuple(map(tuple, tables)) for tables in rounds)))
    return SearchProgress(int(str(data["percent"])), float(str(data["spread"])))


def main() -> None:
    os.nice(NICENESS)
    order = json.loads(sys.stdin.buffer.read())
    fields = order["plan"]
    fields["players"] = tuple(fields["players"])
    fields["apart"] = tuple((one, other) for one, other in fields["apart"])
    search = find_seating(Plan(**fields), Random(order["seed"]))
    try:
        while True:
            told = next(search)
            if told.done % TOLD_EVERY == 0:
                say = {"percent": 100 * told.done // told.of, "spread": round(told.spread, 3)}
                print(json.dumps(say), flush=True)
    except StopIteration as end:
        print(json.dumps({"rounds": end.value.rounds}, ensure_ascii=False), flush=True)
    except ImpossibleSeating as impossible:
        print(json.dumps({"refusal": impossible.why.value}), flush=True)


if __name__ == "__main__":
    main()
