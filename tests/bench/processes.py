"""Two processes on PostgreSQL beside one: who takes how many updates, and what an update costs in CPU time."""

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median

from tests.host.evening import RIGHTS, play_game
from tests.host.processes import Company, company, evening_of
from tests.host.program import Launcher
from tests.store.postgres import started

TABLES, SEATS = 3, 6
TURNS = 3


def run() -> None:
    asyncio.run(compare())


async def compare() -> None:
    launcher = Launcher()
    costs: dict[int, list[float]] = {1: [], 2: []}
    shares: list[float] = []
    try:
        with started() as postgres:
            for _ in range(TURNS):
                for count in (1, 2):
                    with tempfile.TemporaryDirectory() as folder:
                        async with company(Path(folder), postgres.new_database(), launcher, count) as them:
                            costs[count].append(await _cost(them))
                            if count == 2:
                                taken = [them.proxy.taken[port] for port in them.proxy.ports]
                                shares += [number / sum(taken) for number in taken]
    finally:
        launcher.close()
    one, two = median(costs[1]), median(costs[2])
    print(f"CPU for an update on PostgreSQL: one process {one * 1000:.1f} ms, two together {two * 1000:.1f} ms")
    print(f"  ratio {two / one:.2f} (at most 1.15); each took {min(shares):.0%} to {max(shares):.0%} (40 to 60 %)")


async def _cost(them: Company) -> float:
    """Seconds of CPU for each update, while several tables are played at."""
    night = evening_of(them)
    people = [await them.stage.person(f"P{number}", language_code="ru") for number in range(TABLES * SEATS)]
    for person in people:
        await person.start(them.host)
        await person.until(lambda person=person: person.sees(them.host))  # type: ignore[misc]
    tables = []
    for first in range(0, len(people), SEATS):
        some = people[first : first + SEATS]
        group = await them.stage.group(f"T{first}", some, them.host, rights=list(RIGHTS))
        await some[0].until(lambda some=some, group=group: some[0].buttons(group))  # type: ignore[misc]
        tables.append((some, group))
    before, updates = _cpu(them), them.proxy.taken.total()
    await asyncio.gather(
        *(play_game(night, some, group, seed=seed) for seed, (some, group) in enumerate(tables, start=1))
    )
    return (_cpu(them) - before) / (them.proxy.taken.total() - updates)


def _cpu(them: Company) -> float:
    ticks = 0
    for program in them.programs.values():
        fields = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
