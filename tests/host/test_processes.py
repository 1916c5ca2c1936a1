"""Several processes take updates of one bot on PostgreSQL; one of them conducts, and another when it is gone."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.store.schema import events, games, outbox
from engine.codec import decode
from engine.deciding import replay
from engine.events import StepName
from tests.host.evening import RIGHTS, play_game
from tests.host.processes import Company, company, evening_of
from tests.host.program import Launcher
from tests.store.postgres import Postgres, started


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with started() as postgres:
        yield postgres


async def journals(them: Company) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in await them.database.rows(select(events).order_by(events.c.game_id, events.c.version)):
        found.setdefault(row.game_id, []).append(row.payload)
    return found


async def all_is_well(them: Company) -> None:
    """Every journal replays to a game that is over, and nothing is owed any more."""
    async with asyncio.timeout(30):
        while await them.database.rows(select(outbox)):
            await asyncio.sleep(0.1)
    for payloads in (await journals(them)).values():
        assert replay(decode(json.loads(payload)) for payload in payloads).table.step is StepName.OVER
    phases = {row.phase for row in await them.database.rows(select(games.c.phase))}
    assert phases == {"over"}


async def test_two_processes_share_a_game_and_each_may_die(
    tmp_path: Path, server: Postgres, launcher: Launcher
) -> None:
    async with company(tmp_path, server.new_database(), launcher, 2) as them:
        night = evening_of(them)
        people = await night.guests(10)
        group = await night.group(people)
        await play_game(night, people, group, seed=1)
        await all_is_well(them)
        shares = [them.proxy.taken[port] for port in them.proxy.ports]
        assert min(shares) > 0.4 * sum(shares), shares

        # The conductor dies in mid-game: the other goes on within ten seconds, and the game comes to its end.
        async def murder() -> float:
            await asyncio.sleep(2)
            began = asyncio.get_running_loop().time()
            victim = them.conductor()
            await them.kill(victim)
            (survivor,) = them.programs.values()
            await survivor.says("conducting")
            return asyncio.get_running_loop().time() - began

        yard = await them.stage.group("Сад", people, them.host, rights=list(RIGHTS))
        await people[0].until(lambda: people[0].buttons(yard))
        murdering = asyncio.create_task(murder())
        await play_game(night, people, yard, seed=2)
        assert await murdering < 10
        await all_is_well(them)


async def test_who_is_frozen_conducts_no_more(tmp_path: Path, server: Postgres, launcher: Launcher) -> None:
    async with company(tmp_path, server.new_database(), launcher, 2) as them:
        first = them.conductor()
        them.freeze(first, signal.SIGSTOP)
        (other,) = (program for port, program in them.programs.items() if port != first)
        began = asyncio.get_running_loop().time()
        await other.says("conducting")
        assert asyncio.get_running_loop().time() - began < 10
        them.freeze(first, signal.SIGCONT)
        await them.programs[first].says("not conducting any more")
