"""The monotonic time by which steps are counted, whatever happens to the clocks of the machine (FAULTS 12)."""

import asyncio

import pytest

from bot.core import clock as clock_module
from bot.core.clock import LOOK_MS, STOOD_MS, SteadyClock

HOUR_MS, SLEPT_MS = 3_600_000, 600_000
MORE_THAN_A_SECOND = 1_001


class Machine:
    """The two clocks of a machine, in milliseconds."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000_000, 5_000
        self.clock = SteadyClock(lambda: self.wall * 1_000_000, lambda: self.steady * 1_000_000)

    def pass_by(self, milliseconds: int) -> None:
        """Lets time pass while the program runs and reads the clock all the time."""
        for _ in range(0, milliseconds, LOOK_MS):
            self.wall += LOOK_MS
            self.steady += LOOK_MS
            self.clock.now()


@pytest.mark.parametrize("moved_ms", [-HOUR_MS, HOUR_MS])
def test_a_wall_clock_that_is_set_moves_nothing(moved_ms: int) -> None:
    machine = Machine()
    began = machine.clock.now()
    machine.pass_by(30_000)
    machine.wall += moved_ms
    machine.pass_by(30_000)
    assert machine.clock.now() - began == 60_000
    assert machine.clock.ahead_of_wall() == -moved_ms


@pytest.mark.parametrize("steady_runs", [False, True], ids=["monotonic stands", "monotonic runs"])
def test_what_a_machine_has_slept_counts_for_nobody(steady_runs: bool) -> None:
    machine = Machine()
    began = machine.clock.now()
    machine.pass_by(30_000)
    machine.wall += SLEPT_MS
    machine.steady += SLEPT_MS if steady_runs else 0
    machine.pass_by(30_000)
    drift = machine.clock.now() - began - 60_000
    assert abs(drift) < MORE_THAN_A_SECOND
    assert machine.clock.ahead_of_wall() == drift - SLEPT_MS


def test_a_program_that_is_only_busy_loses_nothing() -> None:
    machine = Machine()
    began = machine.clock.now()
    machine.steady += STOOD_MS - 1
    assert machine.clock.now() - began == STOOD_MS - 1


def test_the_stored_past_may_lie_ahead() -> None:
    machine = Machine()
    ahead = machine.wall + HOUR_MS
    machine.clock.not_before(ahead)
    assert machine.clock.now() == ahead
    machine.clock.not_before(ahead - 1)
    assert machine.clock.now() == ahead


async def test_who_sleeps_long_looks_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a long sleep would look like a suspended machine, and never end."""
    monkeypatch.setattr(clock_module, "STOOD_MS", 100)
    monkeypatch.setattr(clock_module, "LOOK_MS", 10)
    clock = SteadyClock()
    until = clock.now() + 300
    await asyncio.wait_for(clock.sleep_until(until), 60)
    assert clock.now() >= until
