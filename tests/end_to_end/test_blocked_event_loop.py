"""One update cannot stop the host: a blocked event loop is detected from outside the loop, and an update that ends
the program at every start is set aside. Runs real programs with updates that block or end them."""

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.operations.event_loop_watch import STUCK
from bot.telegram.updates.failed_updates import MOST_TRIES
from sandbox.client import BotAccount, Client, Person
from sandbox.server import Sandbox
from tests.end_to_end.test_web_server import free_port
from tests.faults.fault_log import injected
from tests.kits.end_to_end.hosted_sandbox import TOKEN
from tests.kits.end_to_end.program import Launcher

FILE = "sqlite+aiosqlite:///omerta.db"
TRAPS = "tests.kits.end_to_end.trap_updates"
ANSWER_S = 3.0


class Scene:
    def __init__(self, sandbox: Sandbox, host: BotAccount, anna: Person, boris: Person, folder: Path) -> None:
        self.host, self.anna, self.boris, self.folder = host, anna, boris, folder
        self.port = free_port()
        self.settings: dict[str, Any] = {
            "bot_token": TOKEN,
            "api_url": sandbox.url,
            "database_url": FILE,
            "owner_id": boris.id,
            "web_port": self.port,
            "trap": TRAPS,
        }

    async def health(self, path: str = "/healthz") -> tuple[int, str]:
        limit = aiohttp.ClientTimeout(total=ANSWER_S)
        async with (
            aiohttp.ClientSession(timeout=limit) as web,
            web.get(f"http://127.0.0.1:{self.port}{path}") as answer,
        ):
            return answer.status, await answer.text()

    def put_aside(self) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.folder / "omerta.db") as file:
            return file.execute("SELECT kind, chat_id, tries, aside, why FROM failed_updates").fetchall()

    def told_owner(self, words: str) -> bool:
        return any(words in message.get("text", "") for message in self.boris.messages(self.host))


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with Sandbox() as sandbox, Client(sandbox) as stage:
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot")
        anna, boris = [await stage.person(name) for name in ("Анна", "Борис")]
        for person in (anna, boris):
            await person.start(host)
        yield Scene(sandbox, host, anna, boris, tmp_path)


def answers(scene: Scene, person: Person) -> int:
    return sum(message["from"]["is_bot"] for message in person.messages(scene.host))


async def test_a_loop_that_stands_is_red_from_outside_and_told_of(launcher: Launcher, scene: Scene) -> None:
    async with launcher.start(scene.folder, **scene.settings) as program:
        await program.says("ready")
        await scene.anna.until(lambda: answers(scene, scene.anna))
        assert (await scene.health())[0] == 200
        await scene.anna.say("/sleep 6", scene.host)
        stands = await program.says("loop_blocked")
        injected("loop blocked")
        assert [line.split()[1] for line in stands["in_progress"]] == ["message"]
        assert stands["stack"][-1].endswith("_fall_into_it")
        assert "sleep 6" not in json.dumps(stands)
        status, body = await scene.health()
        assert (status, json.loads(body)["loop"]) == (503, False)
        assert (await scene.health("/telegram"))[0] == 503
        assert program.logged("loop_runs_again") is None
        await program.says("loop_runs_again")
        await scene.boris.until(lambda: scene.told_owner("EventLoopBlocked"))
        assert (await scene.health())[0] == 200
        assert "omerta_loop_blocked_total 1.0" in (await scene.health("/metrics"))[1]
        assert await program.ends(signal.SIGTERM) == 0


async def test_a_program_that_was_stopped_as_a_whole_is_no_standing_loop(launcher: Launcher, scene: Scene) -> None:
    async with launcher.start(scene.folder, **scene.settings) as program:
        await program.says("ready")
        os.kill(program.pid, signal.SIGSTOP)
        await asyncio.sleep(3)
        os.kill(program.pid, signal.SIGCONT)
        injected("program stopped and continued")
        before = answers(scene, scene.anna)
        await scene.anna.say("/help", scene.host)
        await scene.anna.until(lambda: answers(scene, scene.anna) > before)
        assert (await scene.health())[0] == 200
        assert program.logged("loop_blocked") is None
        assert await program.ends(signal.SIGTERM) == 0


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [("/sleep 600", STUCK, "loop_stuck"), ("/match 60", -signal.SIGVTALRM, "in _fall_into_it")],
    ids=["blocked", "within C"],
)
async def test_what_blocks_the_loop_for_long_ends_the_program(
    launcher: Launcher, scene: Scene, text: str, code: int, told: str
) -> None:
    async with launcher.start(scene.folder, **scene.settings, end_when_stuck_s=4) as program:
        await program.says("ready")
        await scene.anna.say(text, scene.host)
        assert await program.ends() == code
        injected("program stuck")
        assert any(told in line for line in program.lines)


async def test_what_ends_the_program_at_every_start_is_put_aside(launcher: Launcher, scene: Scene) -> None:
    await scene.anna.say("/die", scene.host)
    await scene.boris.say("/help", scene.host)
    for _ in range(MOST_TRIES):
        async with launcher.start(scene.folder, **scene.settings) as program:
            assert await program.ends() == 9
            injected("program ended by an update")
    async with launcher.start(scene.folder, **scene.settings) as program:
        aside = await program.says("update_put_aside")
        assert aside["kind"] == "message"
        await scene.anna.until(lambda: answers(scene, scene.anna))
        await scene.boris.until(lambda: answers(scene, scene.boris) > 1 and scene.told_owner("put-aside"))
        assert ("message", scene.anna.id, MOST_TRIES, 1, "NeverFinished") in scene.put_aside()
        assert await program.ends(signal.SIGTERM) == 0
