"""In real time: the system clock is changed while a step runs, or the process is suspended (FAULTS 12)."""

import asyncio
import time
from functools import partial
from pathlib import Path

import pytest

from bot import app
from bot.core.clock import SteadyClock
from bot.games.running_game import RunningGame
from engine.events import StepName
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox

SECOND_NS = 1_000_000_000
SPEED = 100.0
DEAL_S = 5
"""How long the deal lasts at this speed when nobody looks at the card."""


class Machine:
    """The machine's clocks, which the test can change."""

    def __init__(self) -> None:
        self.wall_pushed = self.steady_pushed = 0

    def wall(self) -> int:
        return time.time_ns() + self.wall_pushed

    def steady(self) -> int:
        return time.monotonic_ns() + self.steady_pushed


async def dealt(hosted: HostedSandbox) -> RunningGame:
    """Returns a game in whose first step the time runs, and nobody acts."""
    people = await hosted.guests(10)
    group = await hosted.group(people)
    await hosted.use(group, options=(("deal", str(int(DEAL_S * SPEED))),))
    await people[0].say("/newgame", group)
    sit = WORDS.plain("ru", "button-sit")
    await people[0].until(lambda: sit in people[0].buttons(group))
    for person in people[1:]:
        await person.tap(sit, group)
    await people[0].tap(WORDS.plain("ru", "button-start"), group)
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    while live.clock is None or live.clock.waits:
        hosted.check()
        await asyncio.sleep(0.005)
    return live


PUSHES = [
    ("the wall an hour forward", 3_600, 0),
    ("the wall an hour back", -3_600, 0),
    ("asleep for ten minutes, and the steady clock stood", 600, 0),
    ("asleep for ten minutes, and the steady clock ran", 600, 600),
]


@pytest.mark.parametrize(("wall_s", "steady_s"), [push[1:] for push in PUSHES], ids=[push[0] for push in PUSHES])
async def test_a_step_lasts_as_long_as_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wall_s: int, steady_s: int
) -> None:
    machine = Machine()
    monkeypatch.setattr(app, "SteadyClock", partial(SteadyClock, machine.wall, machine.steady))
    async with hosted_sandbox(tmp_path, speed=SPEED) as hosted:
        live = await dealt(hosted)
        host = hosted.wired
        assert host is not None
        assert live.clock is not None
        left_s = live.clock.left(host.clock.now()) / 1000
        began = time.monotonic()
        machine.wall_pushed, machine.steady_pushed = wall_s * SECOND_NS, steady_s * SECOND_NS
        while live.table.step is StepName.DEAL:
            hosted.check()
            assert time.monotonic() - began < left_s + 60, "the step never ends"
            await asyncio.sleep(0.005)
        assert time.monotonic() - began > left_s - 1
        # No step was skipped: the next one has all of its time.
        assert live.table.step is StepName.MEET
