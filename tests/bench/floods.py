"""How long a neighbour's tap takes while one person floods the host, and how late the stages of the table are.

A sandbox that holds every call for 50 ms and keeps Telegram's limits, the host, and this are three processes. At
one table the meeting begins, the day, and the next speech, a few seconds apart; ten neighbours, who sit elsewhere,
tap twenty times a second in all and have something stored each time. For each kind of flood they are measured
undisturbed first, and then, while the same stages come at another table, with a person in its group or at it who
does what the flood is made of, one after the other, as fast as it goes. By polling and by webhook, on SQLite and
on PostgreSQL.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from bot.storage.open_database import open_database
from bot.telegram.buttons.callback_data import LanguageTap, MoveTap, TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from engine.commands import Verb
from tests.bench.load import BOT_ID, Figures, People, http_session
from tests.bench.recorded_games import Piece, Seating, cut, store, write_score
from tests.bench.subprocesses import Other, seatings_of, started
from tests.kits.end_to_end.several_processes import SECRET, _free_port
from tests.kits.postgres import started as postgres_started

CALL_S = 0.05
NEIGHBOURS, A_SECOND, MEASURED_S = 10, 20, 10
STAGES_AT_S = (1, 4, 7)
CALM_S = 2
WARMING_S = 3
PATIENCE_S = 15
MOST_TIMES = 2.0
MOST_LATE_MS = 1_000


@dataclass
class Scene:
    """The objects that a flood may use."""

    people: People
    host: Other
    piece: Piece
    """The table that is flooded."""
    outsiders: Iterator[int]
    """People of the group who do not play; each floods once."""
    seating: Seating
    waits: list[float] = field(default_factory=list)

    @property
    def group(self) -> int:
        return self.piece.seating.group

    async def tap(self, person: int, data: str, message: int, chat: Any) -> Any:
        return await self.people.do("tap", user_id=person, chat=chat, message_id=message, data=data)


Flood = Callable[[Scene], Coroutine[Any, Any, None]]


async def _taps(scene: Scene) -> None:
    person = next(scene.outsiders)
    where, message = f"{person}:{BOT_ID}", scene.seating.messages[scene.seating.people.index(person)]
    for n in range(300):
        await scene.tap(person, MoveTap(game=scene.piece.game, step=n, verb=Verb.SEEN).pack(), message, where)


async def _help(scene: Scene) -> None:
    person = next(scene.outsiders)
    for _ in range(240):
        await scene.people.do("say", user_id=person, chat=scene.group, text="/help")


async def _pictures(scene: Scene) -> None:
    person = next(scene.outsiders)
    tournament = await scene.host.ask("tournament", chat=scene.group, user=person)
    data, message = (
        TournamentTap(tournament=tournament, wish=TournamentAction.PICTURE).pack(),
        scene.piece.seating.group_message,
    )
    for _ in range(60):
        await scene.tap(person, data, message, scene.group)


async def _stickers(scene: Scene) -> None:
    """Sends stickers from a member of the mafia to the others, as soon as they meet."""
    await asyncio.sleep(STAGES_AT_S[0] + 0.5)
    person = await scene.host.ask("mafia", game=scene.piece.game)
    for _ in range(60):
        await scene.people.do("send", user_id=person, chat=f"{person}:{BOT_ID}", kind="sticker")


async def _doctor(scene: Scene) -> None:
    person = next(scene.outsiders)
    for _ in range(30):
        await scene.people.do("say", user_id=person, chat=scene.group, text="/doctor")


async def _steadily(scene: Scene) -> None:
    """Sends forty taps a second."""
    person, began = next(scene.outsiders), time.perf_counter()
    where, message = f"{person}:{BOT_ID}", scene.seating.messages[scene.seating.people.index(person)]
    for n in range(40 * (MEASURED_S - 1)):
        await asyncio.sleep(max(0.0, began + n / 40 - time.perf_counter()))
        await scene.tap(person, MoveTap(game=scene.piece.game, step=n, verb=Verb.SEEN).pack(), message, where)


FLOODS: dict[str, Flood] = {
    "60 stickers": _stickers,
    "300 taps": _taps,
    "60 pictures": _pictures,
    "/help x 240": _help,
    "/doctor x 30": _doctor,
    "40 taps/s": _steadily,
}


@dataclass(frozen=True, slots=True)
class Line:
    way: str
    store: str
    flood: str
    calm: Figures
    flooded: Figures
    late_calm_ms: int
    late_ms: int

    @property
    def times(self) -> float:
        return self.flooded.within(0.99) / self.calm.within(0.99)

    @property
    def unanswered(self) -> int:
        return self.flooded.in_vain

    def row(self) -> str:
        figures = (
            f"{one.within(share) * 1000:7.0f}" for one in (self.calm, self.flooded) for share in (0.5, 0.99)
        )
        return (
            f"{self.way:8} {self.store:11} {self.flood:13}{' '.join(figures)} {self.times:7.2f}"
            f" {self.unanswered:6} {self.late_calm_ms:8} {self.late_ms:7}"
        )


HEAD = "                                    undisturbed       flooded   p99      un-   stage late ms\n" + (
    "way      store       flood             p50     p99     p50     p99  ratio  answ.     calm flooded"
)


async def _measured(scene: Scene, seconds: float = MEASURED_S) -> Figures:
    """Sends taps of the neighbours at a steady pace; returns the time from each to its answer."""
    figures, tasks, began = Figures(0, limits=True), [], time.perf_counter()
    languages = itertools.cycle(["uk"] * NEIGHBOURS + ["ru"] * NEIGHBOURS)

    async def tap(place: int, language: str) -> None:
        person, message = scene.seating.people[place], scene.seating.messages[place]
        tapped = time.perf_counter()
        data = LanguageTap(language=language).pack()
        asked = await scene.tap(person, data, message, f"{person}:{BOT_ID}")
        answer = await scene.people.do("callback_answer", query_id=asked["query_id"], wait=PATIENCE_S)
        figures.in_vain += answer is None
        figures.waits.append(time.perf_counter() - tapped)

    for number in range(int(seconds * A_SECOND)):
        await asyncio.sleep(max(0.0, began + number / A_SECOND - time.perf_counter()))
        tasks.append(asyncio.create_task(tap(number % NEIGHBOURS, next(languages))))
    await asyncio.gather(*tasks)
    return figures


async def _stages(scene: Scene, game: str) -> None:
    began = time.perf_counter()
    for at in STAGES_AT_S:
        await asyncio.sleep(max(0.0, began + at - time.perf_counter()))
        await scene.host.ask("advance", game=game)


async def _watched(scene: Scene, game: str, flood: Coroutine[Any, Any, None] | None = None) -> tuple[Figures, int]:
    """Returns the neighbours' waits, and how late the latest stage of this game was."""
    await scene.host.ask("late")
    figures, *_ = await asyncio.gather(_measured(scene), _stages(scene, game), *filter(None, (flood,)))
    await asyncio.sleep(CALM_S)
    return figures, await scene.host.ask("late")


async def _floods(way: str, kind: str, scene: Scene, pieces: Iterator[Piece]) -> list[Line]:
    lines = []
    await _measured(scene, WARMING_S)
    for name, flood in FLOODS.items():
        calm, late_calm = await _watched(scene, next(pieces).game)
        scene.piece = next(pieces)
        flooded, late = await _watched(scene, scene.piece.game, flood(scene))
        lines.append(Line(way, kind, name, calm, flooded, late_calm, late))
        print(lines[-1].row(), flush=True)
    return lines


async def _one(way: str, kind: str, database_url: str) -> list[Line]:
    score = await write_score(1)
    with ExitStack() as running:
        stage = running.enter_context(started("stage", tables=2 + 2 * len(FLOODS), limits=True))
        told = await asyncio.to_thread(stage.hear)
        neighbours, outsiders, *tables = seatings_of(told)
        pieces = [
            piece for number, table in enumerate(tables) for piece in cut([score], 1, [table], f"b{number:02}")
        ]
        database, release = await open_database(database_url)
        await store(database, [score], pieces)
        await database.close()
        release()
        own: dict[str, Any] = {"backup_dir": ""}
        if way == "webhook":
            port = _free_port()
            own |= {"webhook_url": f"http://127.0.0.1:{port}/telegram", "webhook_secret": SECRET, "web_port": port}
        host = running.enter_context(started("host", url=told["url"], database=database_url, limits=True, **own))
        await asyncio.to_thread(host.hear)
        async with http_session() as http:
            people = People(http, told["url"], host, Figures(0, limits=True))
            for table in tables:
                for person in outsiders.people:
                    await people.do("join", chat=table.group, user_id=person)
            await people.do("fault", kind="delay", times=10**9, seconds=CALL_S)
            both = Seating(
                neighbours.group,
                neighbours.group_message,
                neighbours.people + outsiders.people,
                neighbours.messages + outsiders.messages,
            )
            scene = Scene(people, host, pieces[0], iter(outsiders.people), both)
            return await _floods(way, kind, scene, iter(pieces))


async def compare(
    ways: Sequence[str] = ("polling", "webhook"), kinds: Sequence[str] = ("SQLite", "PostgreSQL")
) -> bool:
    """Prints the table and the verdicts; returns False if a limit is missed."""
    print(HEAD)
    lines: list[Line] = []
    with postgres_started() as postgres, tempfile.TemporaryDirectory() as folder:
        for number, (way, kind) in enumerate(itertools.product(ways, kinds)):
            url = f"sqlite+aiosqlite:///{folder}/{number}.db" if kind == "SQLite" else postgres.new_database()
            lines += await _one(way, kind, url)
    times, late = max(line.times for line in lines), max(line.late_ms for line in lines)
    unanswered = sum(line.unanswered for line in lines)
    verdicts = (
        (times <= MOST_TIMES, f"a neighbour's p99 under a flood: {times:.2f} x undisturbed", MOST_TIMES),
        (not unanswered, f"taps of neighbours that were not answered: {unanswered}", 0),
        (late <= MOST_LATE_MS, f"a stage's message set out {late} ms late", MOST_LATE_MS),
    )
    for fine, words, most in verdicts:
        print(f"  {words} (at most {most}: {'kept' if fine else 'MISSED'})")
    return all(fine for fine, _, _ in verdicts)


def run() -> bool:
    return asyncio.run(compare())


if __name__ == "__main__":
    run()
