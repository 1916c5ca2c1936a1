"""Runs simulated games one after another, or on all cores; names a seed that fails."""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import structlog

from tests.simulation.checks import comparable, faults
from tests.simulation.simulated_game import SimulatedGame, StandsStill, disturbed, undisturbed


@dataclass
class Tally:
    schedules: int = 0
    """Number of whole games, with few faults and with many."""
    compared: int = 0
    deaths: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    failed: dict[int, list[str]] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        self.schedules += other.schedules
        self.compared += other.compared
        self.deaths += other.deaths
        self.injected += other.injected
        self.failed |= other.failed

    def __str__(self) -> str:
        killed = sum(self.deaths.values())
        return (
            f"{self.schedules} games, {killed} kills {dict(self.deaths)}, faults {dict(self.injected)}, "
            f"{self.compared} compared with the undisturbed game, {len(self.failed)} failed"
        )


async def _one(seed: int, tally: Tally) -> None:
    try:
        bad = await disturbed(seed)
        good: SimulatedGame | None = await undisturbed(seed) if comparable(bad) else None
    except StandsStill as still:
        tally.failed[seed] = [str(still)]
        return
    tally.schedules += 1 + (good is not None)
    tally.compared += good is not None
    tally.deaths += bad.deaths
    tally.injected += bad.injected
    found = await faults(bad, good)
    if found:
        tally.failed[seed] = found


def simulate(seeds: Iterable[int]) -> Tally:
    """Runs games in this process. The host's log lines about injected faults are dropped."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    tally = Tally()

    async def all_of_them() -> None:
        for seed in seeds:
            await _one(seed, tally)

    try:
        asyncio.run(all_of_them())
    finally:
        structlog.configure(**before)
    return tally


def simulate_on_all_cores(seeds: range) -> Tally:
    cores = os.cpu_count() or 1
    whole = Tally()
    with ProcessPoolExecutor(cores) as pool:
        for part in pool.map(simulate, [seeds[core::cores] for core in range(cores)]):
            whole.add(part)
    return whole
