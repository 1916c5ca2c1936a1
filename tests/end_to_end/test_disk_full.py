"""The disk becomes full during a game: nothing is acknowledged, the clocks are paused and people are told; the
game goes on when there is space again. A system limit on the size of files simulates the full disk."""

import asyncio
import json
import resource
import signal
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import pytest

from sandbox.client import Client, Group, Person
from sandbox.server import Sandbox
from tests.kits.end_to_end.hosted_sandbox import TOKEN, WORDS, choose_usual_rules
from tests.kits.end_to_end.program import PATIENCE, Launcher, Program

NO_ROOM = 4096
SECRET = "a-secret-of-the-webhook"
PLAYERS = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Disk:
    """A disk that is full for one program only."""

    def __init__(self, program: Program) -> None:
        self._pid = program.pid
        self._usual = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)

    def fill(self) -> None:
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (NO_ROOM, self._usual[1]))

    def make_room(self) -> None:
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self._usual)


def ask(folder: Path, question: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(f"file:{folder}/omerta.db?mode=ro", uri=True)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


class Entry(NamedTuple):
    version: int
    name: str
    at_ms: int


def journal(folder: Path) -> list[Entry]:
    rows = ask(folder, "SELECT version, payload, at_ms FROM events ORDER BY version")
    return [Entry(version, json.loads(payload)["event"], at_ms) for version, payload, at_ms in rows]


async def expiry_after(folder: Path, version: int) -> Entry:
    async with asyncio.timeout(PATIENCE):
        while True:
            for entry in journal(folder)[version:]:
                if entry.name == "Expired":
                    return entry
            await asyncio.sleep(0.05)


async def deadline(folder: Path) -> int:
    """Returns when the step ends, once everybody has been asked."""
    async with asyncio.timeout(PATIENCE):
        while True:
            ((moment,),) = ask(folder, "SELECT runs_since + left_ms FROM clocks")
            if moment is not None:
                return int(moment)
            await asyncio.sleep(0.05)


async def health(port: int) -> tuple[int, dict[str, Any]]:
    async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}/healthz") as answer:
        return answer.status, await answer.json()


async def dealt(stage: Client, people: list[Person]) -> Group:
    """Starts a game and waits until everybody is asked to look at the card; returns the group."""
    bot = stage.only_bot()
    for person in people:
        await person.start(bot)
        await person.until(lambda person=person: len(person.sees(bot)) > 1)  # type: ignore[misc]
    group = await stage.group("Двор", people, bot, rights=["can_pin_messages"])
    await people[0].say("/newgame", group)
    sit = WORDS.plain("ru", "button-sit")
    await people[0].until(lambda: sit in people[0].buttons(group))
    await choose_usual_rules(people[0], group, "ru")
    for person in people[1:]:
        assert await person.tap(sit, group) is not None
    started = await people[0].tap(WORDS.plain("ru", "button-start"), group)
    assert started is not None
    assert started.text == WORDS.plain("ru", "lobby-begun-loud")
    seen = WORDS.plain("ru", "verb-seen")
    for person in people:
        await person.until(lambda person=person: seen in person.buttons(bot))  # type: ignore[misc]
    return group


@pytest.mark.parametrize("way", ["polling", "webhook"])
async def test_a_full_disk_stops_the_game_and_room_sets_it_going(
    launcher: Launcher, tmp_path: Path, way: str
) -> None:
    port = free_port()
    hook = {"webhook_url": f"http://127.0.0.1:{port}/telegram", "webhook_secret": SECRET}
    async with Sandbox(speed=10) as sandbox, Client(sandbox) as stage:
        bot = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        people = [await stage.person(name, language_code="ru") for name in PLAYERS]
        settings: dict[str, Any] = {"bot_token": TOKEN, "api_url": sandbox.url, "web_port": port, "speed": 10}
        settings |= {"database_url": f"sqlite+aiosqlite:///{tmp_path}/omerta.db"}
        settings |= hook if way == "webhook" else {}
        async with launcher.start(tmp_path, quick=True, **settings) as host:
            await host.says("ready")
            disk = Disk(host)
            group = await dealt(stage, people)
            ends_at = await deadline(tmp_path)
            before = journal(tmp_path)

            disk.fill()
            answer = await people[2].tap(WORDS.plain("ru", "verb-seen"), bot)
            assert answer is not None
            assert answer.text == WORDS.plain("ru", "tap-not-stored")
            await host.says("storage_outage_began")
            await people[0].until(lambda: WORDS.plain("ru", "standstill") in people[0].sees(group))
            await asyncio.sleep(max(0, ends_at / 1000 + 0.5 - time.time()))  # the step should be over by now
            status, numbers = await health(port)
            assert (status, numbers["store"], numbers["timers"]) == (503, False, True)
            assert journal(tmp_path) == before

            disk.make_room()
            stood = (await host.says("storage_outage_over"))["stood_ms"]
            await people[0].until(lambda: WORDS.plain("ru", "standstill-over") in people[0].sees(group))
            ended = await expiry_after(tmp_path, len(before))
            assert (await health(port))[0] == 200
            assert await host.ends(signal.SIGTERM) == 0
        after = journal(tmp_path)
        assert after[: len(before)] == before
        # The refused tap came again and counted once; nobody lost time.
        seen = [event for event in after if event.name == "CardSeen"]
        assert len(seen) == 1
        assert ended.at_ms >= ends_at + stood - 100
