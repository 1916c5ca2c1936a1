"""The riskiest handlers in a real process on a real file, killed with SIGKILL right after the commit."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.fault_log import injected
from tests.interrupted_handlers.killed_process import WORST, file_of, left_behind, worst
from tests.interrupted_handlers.scenes import scene
from tests.interrupted_handlers.test_every_commit import lived
from tests.interrupted_handlers.world import Chance, World


async def test_whoever_is_killed_after_the_commit_has_done_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-m", "tests.interrupted_handlers.killed_process", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    ended = [line for line in done.stdout.splitlines() if line.endswith(f" {-signal.SIGKILL}")]
    assert len(ended) == len(WORST), done.stdout[-2000:] + done.stderr[-2000:]
    injected("killed after a deed", len(ended))
    chance = Chance()
    chance.install(monkeypatch)
    for scenario in worst():
        world, undisturbed, _ = await lived(scenario, chance)
        await world.program.end()
        world = World.again(chance, await scene(scenario.scene, chance))
        with closing(sqlite3.connect(file_of(tmp_path, scenario))) as file:
            world.store.become(file)
        world.clock.set_to(world.clock.now() + 10)
        await world.program.begin()
        left = left_behind(tmp_path, scenario)
        chance.drawn[:] = left["drawn"]
        assert await world.handle(left["update"])
        await world.pass_time(scenario.seconds)
        assert not [*undisturbed.faults_of(world.ended())], scenario.name
        await world.program.end()
