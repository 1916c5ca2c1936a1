"""Handlers killed in a process of their own: `python -m tests.interrupted_handlers.killed_process FOLDER`.

Each of the worst cases runs on a real file and is killed with SIGKILL right after its first commit; the file and
the update of each are left in the folder.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.storage import Database, UnitOfWork
from tests.interrupted_handlers.mortal_host import BOOKS, ProgramRun
from tests.interrupted_handlers.scenarios import SCENARIOS, Scenario
from tests.interrupted_handlers.scenes import scene
from tests.interrupted_handlers.world import Chance, World

WORST = (
    "tournament.buttons.tapped in cup played u:CUP:final:0",
    "tournament.protests.rule in cup replay proposed replay",
    "seat_handover.take in offered s:GAME:4:take",
    "judge.panel.tapped in held leave  by 30",
)


def worst() -> list[Scenario]:
    return [scenario for scenario in SCENARIOS if scenario.name in WORST]


class Fatal(Database):
    """Kills the process right after a commit of the handler."""

    on_commit: Callable[[], object] | None = None

    async def commit(self, work: UnitOfWork) -> None:
        await super().commit(work)
        if self.on_commit is not None and not {name for name, _ in work.parts} <= BOOKS:
            self.on_commit()
            os.kill(os.getpid(), signal.SIGKILL)


async def die(scenario: Scenario, folder: Path) -> None:
    chance, patch = Chance(), pytest.MonkeyPatch()
    chance.install(patch)
    saved = await scene(scenario.scene, chance)
    with closing(sqlite3.connect(file_of(folder, scenario))) as file:
        saved.database.backup(file)
    world = World.again(chance, saved)
    await world.program.end()
    chance.drawn.clear()
    database = Fatal(f"sqlite+aiosqlite:///{file_of(folder, scenario)}")
    await database.open()
    world.program = ProgramRun(database, world.clock, world.messenger)  # type: ignore[arg-type]
    await world.program.begin()
    body = await scenario.build(world)
    told = update_of(folder, scenario)
    database.on_commit = lambda: told.write_text(json.dumps({"update": body, "drawn": chance.drawn}))
    await world.handle(body)


def file_of(folder: Path, scenario: Scenario) -> Path:
    return folder / f"{scenario.handler}.db"


def update_of(folder: Path, scenario: Scenario) -> Path:
    return folder / f"{scenario.handler}.json"


def left_behind(folder: Path, scenario: Scenario) -> dict[str, Any]:
    """The update, and what chance had drawn."""
    found: dict[str, Any] = json.loads(update_of(folder, scenario).read_text())
    return found


def main(folder: Path) -> None:
    for scenario in worst():
        number = os.fork()
        if not number:
            asyncio.run(die(scenario, folder))
            os._exit(1)
        _, status = os.waitpid(number, 0)
        print(scenario.name, os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
