"""Many games at once in one process, with Telegram's limits off and on.

How it is measured: ten games are written down on the virtual clock (`recorded_games`). For N tables each of them
is cut into N/10 pieces, and each piece is a table in mid-play in a SQLite file, with its group and ten people in a
sandbox (`subprocesses`). Sandbox, host and load are three processes; the host's CPU time is its own. All games,
people and messages are loaded first, and a few games nobody counts warm everything up. Then the same taps come in
the same order whatever N is, `AT_ONCE` at a time, each as soon as an earlier one is answered: what an update costs
beyond that is growth with the number of games. With the limits on the sandbox refuses what Telegram would, and the
taps come at a steady pace.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp

from bot.storage.open_database import open_database
from tests.bench.recorded_games import GROUP, Deed, Piece, Score, cut, in_order, store, write_score
from tests.bench.subprocesses import TOKEN, Other, seatings_of, started

SIZES = (10, 100, 1_000)
SCORES, WARMING = 10, 3
DEEDS = 70
"""Actions taken from each score, from the deal into the second day or further."""
AT_ONCE = 8
A_SECOND = 40
"""Taps a second at 250 tables when people take their time."""
CROWD = 250
MOST_GROWTH, MOST_P99_S = 1.3, 1.0
PATIENCE_S = 30
BOT_ID = int(TOKEN.partition(":")[0])


@dataclass
class Figures:
    """One run: the number of tables, and the results of the taps."""

    tables: int
    limits: bool
    seconds: float = 0
    cpu: float = 0
    kb: float = 0
    """Kilobytes of memory for each loaded game."""
    waits: list[float] = field(default_factory=list)
    """Seconds from a tap to its answer."""
    calls: int = 0
    refused: int = 0
    """Calls that the sandbox refused for exceeding a limit."""
    in_vain: int = 0
    """Actions that were not accepted: there should be none."""

    @property
    def cpu_ms(self) -> float:
        return self.cpu / len(self.waits) * 1000

    def within(self, share: float) -> float:
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))]

    def row(self) -> str:
        return (
            f"{self.tables:6}  {'on' if self.limits else 'off':6} {len(self.waits) / self.seconds:9.0f}"
            f" {self.within(0.5) * 1000:7.0f} {self.within(0.99) * 1000:7.0f} {self.cpu_ms:8.2f}"
            f" {self.calls / len(self.waits):7.2f} {self.refused:5} {self.kb:8.1f}"
        )


HEAD = " games  limits updates/s  p50 ms  p99 ms   CPU ms   calls   429  kB/game"


class People:
    """People who tap, and measure how long the answer takes."""

    def __init__(self, http: aiohttp.ClientSession, url: str, host: Other, figures: Figures) -> None:
        self._http, self._url, self._host, self._figures = http, url, host, figures

    async def do(self, verb: str, **arguments: Any) -> Any:
        async with self._http.post(f"{self._url}/control/{verb}", json=arguments) as response:
            told = await response.json()
            assert told["ok"], told
            return told["result"]

    async def act(self, piece: Piece, deed: Deed) -> None:
        if deed.place == GROUP:
            await self._host.ask("expire", game=piece.game, step=deed.step)
            return
        person, message = piece.person(deed.place), piece.seating.messages[deed.place]
        for _ in range(deed.taps):
            began = time.perf_counter()
            asked = await self.do(
                "tap",
                user_id=person,
                chat=f"{person}:{BOT_ID}",
                message_id=message,
                data=deed.data(piece.game),
            )
            assert await self.do("callback_answer", query_id=asked["query_id"], wait=PATIENCE_S) is not None
            self._figures.waits.append(time.perf_counter() - began)

    async def at_full_tilt(self, deeds: Iterable[tuple[Piece, Deed]]) -> None:
        """Taps as fast as answers come; the actions of one score stay in their order."""
        todo, done = iter(deeds), dict[int, asyncio.Event]()

        async def one_after_the_other() -> None:
            for piece, deed in todo:
                before, mine = done.get(piece.score), asyncio.Event()
                done[piece.score] = mine
                if before is not None:
                    await before.wait()
                await self.act(piece, deed)
                mine.set()

        await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))

    async def steadily(self, deeds: Iterable[tuple[Piece, Deed]]) -> None:
        done, tasks = dict[int, asyncio.Task[None]](), []
        began = time.perf_counter()

        async def after(before: "asyncio.Task[None] | None", piece: Piece, deed: Deed) -> None:
            if before is not None:
                await before
            await self.act(piece, deed)

        for number, (piece, deed) in enumerate(deeds):
            await asyncio.sleep(max(0.0, began + number / A_SECOND - time.perf_counter()))
            done[piece.score] = asyncio.create_task(after(done.get(piece.score), piece, deed))
            tasks.append(done[piece.score])
        await asyncio.gather(*tasks)


async def measure(scores: Sequence[Score], tables: int, *, limits: bool) -> Figures:
    figures = Figures(tables, limits)
    played, warming = scores[:SCORES], scores[SCORES:]
    with (
        tempfile.TemporaryDirectory() as folder,
        started("stage", tables=tables + len(warming), limits=limits) as stage,
    ):
        told = await asyncio.to_thread(stage.hear)
        seatings = seatings_of(told)
        pieces = cut(played, tables, seatings)
        others = cut(warming, len(warming), seatings[tables:], "w")
        url = f"sqlite+aiosqlite:///{folder}/o.db"
        database, release = await open_database(url)
        await store(database, played, pieces)
        await store(database, warming, others)
        await database.close()
        release()
        with started("host", url=told["url"], database=url, limits=limits) as host:
            await asyncio.to_thread(host.hear)
            async with http_session() as http:
                warm = People(http, told["url"], host, Figures(0, limits))
                await _warm_up(warm, host, warming, others)
                before = await host.ask("usage")
                names = [piece.game for piece in pieces]
                people = [person for piece in pieces for person in piece.seating.people]
                await host.ask("load", games=names, people=people)
                loaded = await host.ask("usage")
                figures.kb = (loaded["kb"] - before["kb"]) / tables
                crowd = People(http, told["url"], host, figures)
                await crowd.do("reset_counts")
                began, deeds = time.perf_counter(), in_order(played, pieces)
                await (crowd.steadily(deeds) if limits else crowd.at_full_tilt(deeds))
                figures.seconds = time.perf_counter() - began
                if not limits:
                    await until_sent(host)
                after = await host.ask("usage")
                figures.cpu = after["cpu"] - loaded["cpu"]
                figures.in_vain = (
                    sum(len(score.deeds) for score in played) - after["accepted"] + loaded["accepted"]
                )
                counts = await crowd.do("counts")
                figures.calls = sum(counts["methods"].values())
                figures.refused = counts["refusals"].get("429", 0)
    return figures


@asynccontextmanager
async def http_session() -> AsyncIterator[aiohttp.ClientSession]:
    timeout = aiohttp.ClientTimeout(total=2 * PATIENCE_S)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as http:
        yield http


async def _warm_up(people: People, host: Other, scores: Sequence[Score], pieces: Sequence[Piece]) -> None:
    await people.at_full_tilt(in_order(scores, pieces))
    await until_sent(host)


async def until_sent(host: Other) -> None:
    while (await host.ask("usage"))["waiting"]:
        await asyncio.sleep(0.2)


async def compare() -> bool:
    """Prints the table and the verdicts; returns False if a limit is missed."""
    whole = [await write_score(seed) for seed in range(1, SCORES + WARMING + 1)]
    scores = [replace(score, deeds=score.deeds[:DEEDS]) for score in whole]
    print(HEAD)
    by_size = {}
    for tables in SIZES:
        by_size[tables] = await measure(scores, tables, limits=False)
        print(by_size[tables].row(), flush=True)
    crowded = await measure(scores, CROWD, limits=True)
    print(crowded.row(), flush=True)
    growth = by_size[SIZES[-1]].cpu_ms / by_size[SIZES[0]].cpu_ms
    in_vain = sum(one.in_vain for one in (*by_size.values(), crowded))
    verdicts = (
        (
            growth <= MOST_GROWTH,
            f"CPU for an update at {SIZES[-1]} games: {growth:.2f} x that at {SIZES[0]}",
            MOST_GROWTH,
        ),
        (
            crowded.within(0.99) <= MOST_P99_S,
            f"{CROWD} live games, limits on: 99 of 100 taps answered within {crowded.within(0.99):.2f} s",
            MOST_P99_S,
        ),
        (not crowded.refused, f"calls that Telegram would have refused: {crowded.refused}", 0),
        (not in_vain, f"deeds that were not accepted: {in_vain}", 0),
    )
    for fine, words, most in verdicts:
        print(f"  {words} (at most {most}: {'kept' if fine else 'MISSED'})")
    return all(fine for fine, _, _ in verdicts)


def run() -> bool:
    return asyncio.run(compare())


if __name__ == "__main__":
    run()
