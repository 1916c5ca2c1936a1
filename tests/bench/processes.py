"""Two processes on PostgreSQL beside one: who takes how many updates, and what an update costs in CPU time.

The same actions at the same tables (`recorded_games`) come by webhook to one process, or by turns to two; sandbox,
proxy and load are other processes. A few games that are not counted come first, the rounds alternate, and of each
figure the median counts. What the processes use when nobody taps (they check each other every second) is measured
as well and subtracted: on a slow machine it would count the more the longer the taps take.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

from bot.storage.open_database import open_database
from tests.bench.load import Figures, People, http_session, until_sent
from tests.bench.recorded_games import Score, cut, in_order, store, write_score
from tests.bench.subprocesses import Other, seatings_of, started
from tests.kits.end_to_end.several_processes import SECRET, Proxy, _free_port
from tests.kits.postgres import Postgres
from tests.kits.postgres import started as postgres_started

SCORES, WARMING, ROUNDS = 4, 1, 3
IDLE_S = 5
MOST_TIMES, LEAST_SHARE, MOST_SHARE = 1.15, 0.4, 0.6


def run() -> bool:
    return asyncio.run(compare())


async def compare() -> bool:
    scores = [await write_score(seed) for seed in range(1, SCORES + WARMING + 1)]
    costs: dict[int, list[float]] = {1: [], 2: []}
    idle: dict[int, list[float]] = {1: [], 2: []}
    shares: list[float] = []
    with postgres_started() as postgres:
        for _ in range(ROUNDS):
            for count, spent in costs.items():
                cost, rest, taken = await _measure(scores, postgres, count)
                spent.append(cost)
                idle[count].append(rest)
                shares += [number / sum(taken) for number in taken] if count == 2 else []
    one, two = median(costs[1]), median(costs[2])
    times = median(second / first for first, second in zip(costs[1], costs[2], strict=True))
    fine = times <= MOST_TIMES
    fair = min(shares) >= LEAST_SHARE and max(shares) <= MOST_SHARE
    print(f"CPU for an update on PostgreSQL: one process {one * 1000:.2f} ms, two together {two * 1000:.2f} ms")
    print(f"  and of each second without one: {median(idle[1]) * 1000:.0f} and {median(idle[2]) * 1000:.0f} ms")
    print(f"  {times:.2f} x, median of {ROUNDS} rounds (at most {MOST_TIMES}: {'kept' if fine else 'MISSED'})")
    print(f"  each took {min(shares):.0%} to {max(shares):.0%} (40 to 60 %: {'kept' if fair else 'MISSED'})")
    return fine and fair


async def _measure(scores: Sequence[Score], postgres: Postgres, count: int) -> tuple[float, float, list[int]]:
    """Returns the CPU seconds for an update, those in a second without one, and how many updates each process
    took."""
    played, warming = scores[:SCORES], scores[SCORES:]
    proxy = Proxy()
    await proxy.start()
    with ExitStack() as running:
        stage = running.enter_context(started("stage", tables=len(scores), limits=False))
        told = await asyncio.to_thread(stage.hear)
        seatings = seatings_of(told)
        pieces, others = cut(played, SCORES, seatings), cut(warming, WARMING, seatings[SCORES:], "w")
        address = postgres.new_database()
        database, release = await open_database(address)
        await store(database, played, pieces)
        await store(database, warming, others)
        await database.close()
        release()
        hosts = [
            await _host(running, told["url"], address, proxy) for _ in range(count)
        ]  # one after the other: the first of them is the leader
        async with http_session() as http:
            names = [piece.game for piece in (*pieces, *others)]
            people = [person for piece in (*pieces, *others) for person in piece.seating.people]
            for host in hosts:
                await host.ask("load", games=names, people=people)
            await People(http, told["url"], hosts[0], Figures(0, limits=False)).at_full_tilt(
                in_order(warming, others)
            )
            await until_sent(hosts[0])
            idle = await _idle(hosts)
            before, updates, began = await _cpu(hosts), +proxy.taken, time.perf_counter()
            await People(http, told["url"], hosts[0], Figures(0, limits=False)).at_full_tilt(
                in_order(played, pieces)
            )
            await until_sent(hosts[0])
            cpu = await _cpu(hosts) - before - idle * (time.perf_counter() - began)
        taken = [proxy.taken[port] - updates[port] for port in proxy.ports]
    await proxy.stop()
    return cpu / sum(taken), idle, taken


async def _host(running: ExitStack, url: str, address: str, proxy: Proxy) -> Other:
    port = _free_port()
    own: dict[str, Any] = {
        "webhook_url": f"http://127.0.0.1:{proxy.port}/telegram",
        "webhook_secret": SECRET,
        "web_port": port,
        "backup_dir": "",
    }
    host = running.enter_context(started("host", url=url, database=address, limits=False, **own))
    await asyncio.to_thread(host.hear)
    proxy.ports.append(port)
    return host


async def _idle(hosts: Sequence[Other]) -> float:
    """Returns the CPU seconds in a second in which nobody taps."""
    before, began = await _cpu(hosts), time.perf_counter()
    await asyncio.sleep(IDLE_S)
    return (await _cpu(hosts) - before) / (time.perf_counter() - began)


async def _cpu(hosts: Sequence[Other]) -> float:
    spent: list[float] = [(await host.ask("usage"))["cpu"] for host in hosts]
    return sum(spent)
