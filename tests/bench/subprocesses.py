"""The two processes beside the one that measures: a sandbox full of people, and the host.

Each is asked by lines of JSON and answers by lines, so that the CPU time of the host is the host's alone.
"""

import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.recorded_games import RIGHTS, SEATS, Seating

TOKEN = "4242424242:bench-token-of-the-sandbox-0123456789"


class Other:
    """A process that answers one line with one line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int:
        return self._process.pid

    def hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"it has ended with {self._process.wait()}")
        return json.loads(line)

    async def ask(self, deed: str, **values: Any) -> Any:
        async with self._turn:
            print(json.dumps({"do": deed, **values}), file=self._process.stdin, flush=True)
            return await asyncio.to_thread(self.hear)


@contextmanager
def started(role: str, **values: Any) -> Iterator[Other]:
    code = f"from tests.bench.subprocesses import {role}; {role}()"
    with subprocess.Popen(
        [sys.executable, "-c", code, json.dumps(values)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Other(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=60)


def _say(words: Any) -> None:
    print(json.dumps(words), flush=True)


async def _answer(deeds: dict[str, Any]) -> None:
    """Answers requests until the other process has ended."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        _say(await deeds[asked.pop("do")](**asked))


# --- the sandbox ------------------------------------------------------------------------------------------------


def stage() -> None:
    asyncio.run(_stage(**json.loads(sys.argv[-1])))


async def _stage(tables: int, limits: bool) -> None:
    from sandbox.botapi.rate_limits import PUBLISHED, UNLIMITED
    from sandbox.server import NewBot, Sandbox

    bots = [NewBot(TOKEN, "Host", "omerta_bot", can_read_all_group_messages=True)]
    async with Sandbox(bots, limits=PUBLISHED if limits else UNLIMITED, history=200) as sandbox:
        _say({"url": sandbox.url, "seatings": [_seat(sandbox.world) for _ in range(tables)]})
        for bot_id in sandbox.world.users.bots:
            sandbox.updates.queue(bot_id).drop()  # what has happened until now is in the store already
        await _answer({})


def _seat(world: Any) -> list[Any]:
    from sandbox.control import groups

    (bot,) = world.users.bots.values()
    people = [world.add_person(f"P{place}", language_code="ru") for place in range(SEATS)]
    chat = world.add_group("T", "supergroup", people[0])
    for person in people[1:]:
        groups.join(world, chat.id, person.id)
    groups.add_bot_to_group(world, chat.id, bot.id, people[0].id, list(RIGHTS))
    messages = []
    for person in people:
        private = world.chats.private_chat(person.id, bot.id)
        private.started = True
        messages.append(world.messages.post(private, bot.user, {"text": "…"}, by_bot=True).id)
    posted = world.messages.post(chat, bot.user, {"text": "…"}, by_bot=True).id
    return [chat.id, posted, [person.id for person in people], messages]


def seatings_of(told: Any) -> list[Seating]:
    return [
        Seating(group, posted, tuple(people), tuple(messages))
        for group, posted, people, messages in told["seatings"]
    ]


# --- the host ---------------------------------------------------------------------------------------------------


def host() -> None:
    import logging

    import structlog

    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    asyncio.run(_host(**json.loads(sys.argv[-1])))


async def _host(url: str, database: str, limits: bool, **more: Any) -> None:
    from bot.core.pace import Pace
    from bot.operations.python_gc import settle
    from bot.serving import serve
    from bot.settings import Settings
    from bot.telegram.outbox.rate_limits import Limits
    from bot.telegram.outbox.rows import Rank

    most = 10**6
    free = Limits(most, 0, most, most, most, most, edit_gap_ms=0, soft_gap_ms=0, quick_changes=most)
    own = {"bot_token": TOKEN, "api_url": url, "database_url": database, "log_level": "ERROR", **more}
    ready: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve(Settings.model_validate(own), Pace(1), Limits() if limits else free, ready.set_result)
    )
    await asyncio.wait((ready, serving), return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    wired = ready.result()
    settle()
    accepted = 0

    class Count:
        async def follow(self, _: Any, happened: Any) -> None:
            nonlocal accepted
            accepted += bool(happened)

    wired.followers.add(Count())
    _say("ready")

    async def expire(game: str, step: int) -> bool:
        await wired.step_timeout.expire(game, step)
        return True

    async def load(games: list[str], people: list[int]) -> bool:
        """Loads everything that a first update of each of them would have read from the store."""
        from sqlalchemy import select

        from bot.storage.schema import slots

        for game in games:
            await wired.games.find(game)
        for person in people:
            await wired.people.get(person)
        for row in await wired.store.rows(select(slots.c.chat_id, slots.c.slot)):
            await wired.outbox.sent_messages.find(row.chat_id, row.slot)
        return True

    async def usage() -> dict[str, float]:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        resident = pages * os.sysconf("SC_PAGE_SIZE") / 1024
        sending = wired.outbox.waiting + wired.muting.busy
        return {"cpu": time.process_time(), "kb": resident, "waiting": sending, "accepted": accepted}

    async def advance(game: str) -> bool:
        """Ends the running step as if its time were over."""
        live = await wired.games.find(game)
        await wired.step_timeout.expire(game, live.table.number)
        return True

    async def mafia(game: str) -> int:
        """Returns a player who has a team to talk to."""
        live = await wired.games.find(game)
        views = live.position.views
        return int(live.person_on(next(seat for seat in live.table.alive if views[seat].me.mates)))

    async def tournament(chat: int, user: int) -> str:
        made = await wired.tournaments.store.create(chat, 0, user, "Cup", "fiim-2025", "")
        return str(made.id)

    async def late() -> int:
        """Returns the longest, in milliseconds, that a prompt or stage has waited for its call since the last
        request."""
        longest: int = max(
            (wired.outbox.calls.longest_wait_ms.get(rank, 0) for rank in (Rank.PROMPT, Rank.RESULT)), default=0
        )
        wired.outbox.calls.longest_wait_ms.clear()
        return longest

    deeds = {"expire": expire, "load": load, "usage": usage, "advance": advance}
    try:
        await _answer(deeds | {"mafia": mafia, "tournament": tournament, "late": late})
    finally:
        serving.cancel()
        await asyncio.wait((serving,))
