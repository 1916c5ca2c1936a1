"""Whole games on the virtual clock, with faults and kills drawn from a seed; deliberate bugs must be found."""

import os
import time
from collections.abc import Callable

import pytest

from tests.faults.fault_log import injected, saw
from tests.simulation.deliberate_bugs import BREAKS, Undo, broken
from tests.simulation.running import simulate, simulate_on_all_cores
from tests.simulation.simulated_game import disturbed

SEEDS = range(1, 1 + int(os.environ.get("SIMULATED", "20")))
"""Two games each, but for those with computer players; `make faults` plays a thousand and more."""
SEEDS_OF_A_BREAK = (1, 2, 3, 9, 5, 13, *range(14, 60))


def test_whatever_happens_the_game_is_the_same() -> None:
    began = time.perf_counter()
    tally = simulate(SEEDS) if len(SEEDS) < 50 else simulate_on_all_cores(SEEDS)
    for place, times in tally.deaths.items():
        injected(f"killed {place}", times)
    saw(f"{tally}, {tally.schedules / (time.perf_counter() - began) * 60:.0f} games a minute")
    assert tally.failed == {}, "python -m tests.simulation <seed> replays it"
    assert sum(tally.deaths.values()) >= len(SEEDS)
    assert set(tally.deaths) == {"before a call", "after a call", "before a commit", "after a commit"}
    assert min(tally.injected[kind] for kind in ("slow", "429", "5xx", "lost answer")) > 0
    assert tally.compared > len(SEEDS) / 2


@pytest.mark.parametrize("how", BREAKS, ids=lambda how: how.__name__)
def test_a_mistake_is_found(how: Callable[[], Undo]) -> None:
    with broken(how):
        for seed in SEEDS_OF_A_BREAK:
            if simulate([seed]).failed:
                return
    pytest.fail("nobody has noticed")


async def test_a_seed_gives_the_same_game_again() -> None:
    first, second = await disturbed(5), await disturbed(5)
    assert first.network.sent == second.network.sent
    assert first.deaths == second.deaths
    assert first.clock.now() == second.clock.now()
