"""Several processes take updates of one bot on PostgreSQL; one leads, another takes over when the leader is gone.

`PROCESS_FAULTS=kill,freeze,…` names the faults of the leader during the games, `PROCESS_TABLES` is the number of
tables, `PROCESS_ROUNDS` how often two processes get the same request at once.
"""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from sqlalchemy import select, text

from bot.storage.leader_lock import LEADER_LOCK
from bot.storage.schema import events, games, outbox
from engine.api import replay
from engine.codec import decode
from engine.events import StepName
from sandbox.client import Group, Person
from sandbox.world.messages import text_of
from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.hosted_sandbox import play_game
from tests.kits.end_to_end.program import ROOT, Launcher
from tests.kits.end_to_end.several_processes import SECRET, Cluster, cluster, hosted_sandbox_of
from tests.kits.postgres import Postgres

Action = Callable[[Cluster, int, Postgres], Awaitable[None]]
FAILOVER, SEATS = 10.0, 7
UNDER_WAY = 30
"""Number of journal entries after which the fault happens."""
TABLES = int(os.environ.get("PROCESS_TABLES", "1"))
ROUNDS = int(os.environ.get("PROCESS_ROUNDS", "3"))


# --- what happens to the leader ---------------------------------------------------------------------------------


async def kill(them: Cluster, port: int, _: Postgres) -> None:
    await them.kill(port)


async def kill_another(them: Cluster, port: int, _: Postgres) -> None:
    (other,) = them.programs.keys() - {port}
    await them.kill(other)


async def start_another(them: Cluster, _: int, __: Postgres) -> None:
    await them.start()


async def freeze(them: Cluster, port: int, _: Postgres) -> None:
    them.freeze(port, signal.SIGSTOP)


async def thaw(them: Cluster, port: int, _: Postgres) -> None:
    them.freeze(port, signal.SIGCONT)
    await them.programs[port].says("not conducting any more")


async def cut(them: Cluster, port: int, _: Postgres) -> None:
    them.links[port].cut()


async def hush(them: Cluster, port: int, _: Postgres) -> None:
    them.links[port].hush()


async def mend(them: Cluster, port: int, _: Postgres) -> None:
    them.links[port].mend()
    await them.programs[port].says("not conducting any more")


async def terminate(them: Cluster, _: int, __: Postgres) -> None:
    held = f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = {LEADER_LOCK}"
    assert await them.database.rows(text(held))


async def restart(_: Cluster, __: int, postgres: Postgres) -> None:
    postgres.stop()
    postgres.start()


async def nothing(_: Cluster, __: int, ___: Postgres) -> None:
    """Does nothing: the process recovers by itself."""


@dataclass(frozen=True, slots=True)
class Fault:
    begins: Action
    ends: Action
    takes_over: bool = True
    """Whether another process becomes the leader."""
    lives: bool = False
    """Whether the process still answers requests."""


FAULTS = {
    "kill": Fault(kill, start_another),
    "kill-another": Fault(kill_another, start_another, takes_over=False),
    "freeze": Fault(freeze, thaw),
    "cut": Fault(cut, mend, lives=True),
    "silence": Fault(hush, mend, lives=True),
    "terminate": Fault(terminate, nothing),
    "restart": Fault(restart, nothing),
}
CHOSEN = os.environ.get("PROCESS_FAULTS", "kill").split(",")


class Notes:
    """The messages that the bot has sent into each chat, in the order of arrival."""

    def __init__(self, them: Cluster) -> None:
        self._bot = them.host.id
        self.sent: Counter[tuple[str, str]] = Counter()

    async def watch(self, them: Cluster, people: list[Person], group: Group) -> None:
        for number, person in enumerate(people):
            chats = {person.key(them.host): f"{person.id}", **({group.key: group.key} if number == 0 else {})}
            await them.stage.transport.watch(person.id, self._noting(chats))

    def _noting(self, chats: dict[str, str]) -> Callable[[dict[str, Any]], None]:
        def take(told: dict[str, Any]) -> None:
            if told.get("event") == "message" and told["chat"] in chats:
                message = told["message"]
                words = text_of(message)
                if message.get("from", {}).get("id") == self._bot and words:  # without notices about pins
                    self.sent[chats[told["chat"]], words] += 1

        return take

    def doubled(self) -> Counter[str]:
        """Returns by chat the texts that came more than once."""
        found: Counter[str] = Counter()
        for (chat, _), times in self.sent.items():
            found[chat] += times - 1
        return found


async def all_is_well(them: Cluster) -> None:
    """Checks that every journal replays to a finished game, and that the outbox is empty."""
    async with asyncio.timeout(60):
        while await them.database.rows(select(outbox)):
            await asyncio.sleep(0.1)
    journals: dict[str, list[str]] = {}
    for row in await them.database.rows(select(events).order_by(events.c.game_id, events.c.version)):
        journals.setdefault(row.game_id, []).append(row.payload)
    assert journals
    for payloads in journals.values():
        assert replay(decode(json.loads(payload)) for payload in payloads).table.step is StepName.OVER
    played = select(games.c.phase).where(games.c.id.in_(journals))
    assert {row.phase for row in await them.database.rows(played)} == {"over"}


async def acknowledged(them: Cluster, accepted: Counter[int]) -> int:
    """Checks that every acknowledged action is in the journal, once."""
    assert accepted.total() > 0
    e = events.c
    rows = await them.database.rows(select(e.author, e.receipt, e.game_id).where(e.author > 0).distinct())
    stored = Counter(row.author for row in rows)
    assert len({row.receipt for row in rows}) == len(rows)
    assert {person: (times, stored[person]) for person, times in accepted.items() if times > stored[person]} == {}
    return accepted.total()


@pytest.mark.parametrize("name", CHOSEN)
async def test_games_go_on_whatever_happens_to_whoever_conducts(
    tmp_path: Path, postgres: Postgres, launcher: Launcher, name: str
) -> None:
    fault = FAULTS[name]
    async with cluster(tmp_path, postgres.new_database(), launcher, 2, by_link=True) as them:
        hosted = hosted_sandbox_of(them)
        notes, accepted = Notes(them), Counter[int]()
        playing = []
        for seed in range(1, TABLES + 1):
            people = await hosted.guests(SEATS)
            group = await hosted.group(people)
            await notes.watch(them, people, group)
            game = play_game(hosted, people, group, seed=seed, within=300, accepted=accepted)
            playing.append(asyncio.create_task(game))
        victim, term = them.leader(), max(them.terms().values())
        await _well_under_way(them, playing)
        await fault.begins(them, victim, postgres)
        injected(f"process {name}")
        took = await them.next_leader(term) if fault.takes_over else 0
        assert took < FAILOVER
        if fault.lives:
            calls = await them.calls_of(victim)
            await asyncio.sleep(1)
            assert await them.calls_of(victim) == calls, "it sends without the baton"
        await fault.ends(them, victim, postgres)
        await asyncio.gather(*playing)
        await all_is_well(them)
        taps = await acknowledged(them, accepted)
        doubled = notes.doubled()
        shares = " and ".join(str(them.proxy.taken[port]) for port in them.proxy.ports)
        again = f"another leads after {took:.1f} s, " if fault.takes_over else ""
        saw(f"{name}: {again}{taps} acknowledged taps, {doubled.total()} messages doubled, {shares} updates")
        # Telegram knows no way to send at most once: what was on its way may come twice, once in a chat.
        assert all(times <= 1 for times in doubled.values()), notes.sent.most_common(5)


async def _well_under_way(them: Cluster, playing: "list[asyncio.Task[str]]") -> None:
    far = select(events.c.version).where(events.c.version > UNDER_WAY)
    while len(await them.database.rows(far.limit(1))) < 1:
        for game in playing:
            if game.done():
                game.result()
        await asyncio.sleep(0.05)


async def test_a_game_moves_from_a_file_to_postgresql_and_goes_on(
    tmp_path: Path, postgres: Postgres, launcher: Launcher
) -> None:
    file = f"sqlite+aiosqlite:///{tmp_path}/omerta.db"
    async with cluster(tmp_path, postgres.new_database(), launcher, 0) as them:
        first = await them.start(file)
        hosted = hosted_sandbox_of(them)
        people = await hosted.guests(SEATS)
        group = await hosted.group(people)
        playing = asyncio.create_task(play_game(hosted, people, group, within=300))
        with sqlite3.connect(f"file:{tmp_path}/omerta.db?mode=ro", uri=True) as journal:
            count = "SELECT count(*) FROM events"
            while journal.execute(count).fetchone()[0] < UNDER_WAY:
                assert not playing.done()
                await asyncio.sleep(0.02)
            them.proxy.ports.remove(first)
            assert await them.programs.pop(first).ends(signal.SIGTERM) == 0
            before = [row[0] for row in journal.execute("SELECT payload FROM events ORDER BY version")]
        command = [sys.executable, "-m", "bot.cli", "migrate-store", "--from", file, "--to", them.url]
        moving = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
        said, _ = await moving.communicate()
        assert (moving.returncode, said.decode().splitlines()[-1][:19]) == (0, "Everything is there")
        injected("moved to PostgreSQL")
        await them.start()
        later = select(events.c.payload).order_by(events.c.version)
        while len(rows := await them.database.rows(later)) < len(before) + UNDER_WAY / 2:
            assert not playing.done() or playing.result()
            await asyncio.sleep(0.05)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        assert [row.payload for row in rows[: len(before)]] == before
        assert replay(decode(json.loads(row.payload)) for row in rows).table.number > 1


# --- two processes at the same moment ---------------------------------------------------------------------------


class Knock:
    """Delivers updates to chosen processes at once, as a proxy may do."""

    def __init__(self, them: Cluster, http: aiohttp.ClientSession) -> None:
        self._them = them
        self._http = http
        self._number = 50_000_000

    async def say(self, port: int, person: Person, chat: int, words: str) -> int:
        self._number += 1
        command = {"type": "bot_command", "offset": 0, "length": len(words)}
        message = {
            "message_id": self._number,
            "date": int(time.time()),
            "chat": {"id": chat, "type": "supergroup", "title": f"Двор {chat}"},
            "from": {"id": person.id, "is_bot": False, "first_name": person.name, "language_code": "ru"},
            "text": words,
            "entities": [command],
        }
        async with self._http.post(
            f"http://127.0.0.1:{port}/telegram",
            json={"update_id": self._number, "message": message},
            headers={"X-Telegram-Bot-Api-Secret-Token": SECRET},
        ) as answer:
            return answer.status


async def test_two_processes_asked_at_once_open_one_table_and_give_one_seat(
    tmp_path: Path, postgres: Postgres, launcher: Launcher
) -> None:
    async with (
        cluster(tmp_path, postgres.new_database(), launcher, 2) as them,
        aiohttp.ClientSession() as http,
    ):
        hosted = hosted_sandbox_of(them)
        anna, boris, vera = await hosted.guests(3)
        knock = Knock(them, http)
        first, second = them.programs

        async def open_tables() -> dict[int, list[str]]:
            found: dict[int, list[str]] = {}
            for row in await them.database.rows(select(games.c.chat_id, games.c.lobby)):
                found.setdefault(row.chat_id, []).append(row.lobby)
            return found

        for turn in range(ROUNDS):
            here, there = -1001_000_100_000 - turn, -1001_000_200_000 - turn
            # Neither group has a row yet, so there is none to guard.
            said = await asyncio.gather(
                knock.say(first, anna, here, "/newgame"), knock.say(second, boris, here, "/newgame")
            )
            assert set(said) == {200}
            injected("newgame at once")
            assert len((await open_tables())[here]) == 1, turn
            async with asyncio.timeout(10):
                assert await knock.say(second, boris, there, "/newgame") == 200
            said = await asyncio.gather(
                knock.say(first, vera, here, "/join"), knock.say(second, vera, there, "/join")
            )
            assert set(said) == {200}
            injected("two seats at once")
            tables = await open_tables()
            seats = [chat for chat in (here, there) if f'"u{vera.id}"' in "".join(tables.get(chat, []))]
            assert len(seats) == 1, (turn, seats)
            for person in (anna, boris, vera):
                for chat in (here, there):
                    assert await knock.say(first, person, chat, "/leave") == 200
