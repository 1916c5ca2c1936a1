"""Taps that change a game, beside a bare echo bot that answers the same taps.

Both live in this process in turns, against one sandbox in a process of its own; of each figure the best of three
rounds counts, so that whatever else runs on the machine spoils neither.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

ROUNDS = 3
TABLES, SEATS = 14, 10
"""Tables for one measurement; the last player of each is not asked, so that the deal goes on."""
A_SECOND = 100
LEAST_RATIO, MOST_SLOWER = 0.6, 3.0
TOKEN, ECHO_TOKEN = "4242424242:bench-token-of-the-sandbox-0123456789", "1:echo"
SERVE = "import asyncio; from tests.bench.taps import serve; asyncio.run(serve())"

Do = Callable[..., Awaitable[Any]]


class Tap(NamedTuple):
    user_id: int
    chat: str
    message_id: int
    data: str


class Stand(Protocol):
    """A bot to which people have something to say."""

    answered: int

    def fresh(self) -> list[Tap]:
        """Buttons that nobody has tapped yet."""
        ...

    def listen(self) -> None: ...

    async def rest(self) -> None: ...


async def serve() -> None:
    from sandbox.server import Sandbox

    async with Sandbox(port=0) as sandbox:
        print(sandbox.url, flush=True)
        await asyncio.to_thread(sys.stdin.readline)


async def run() -> bool:
    with subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as stage:
        assert stage.stdout is not None
        assert stage.stdin is not None
        url = stage.stdout.readline().strip()
        try:
            async with _control(url) as do, _echo(url, do) as echo, _host(url, do) as host:
                return await _compare(do, echo, host)
        finally:
            stage.stdin.write("\n")
            stage.stdin.flush()


async def _compare(do: Do, echo: Stand, host: "Playing") -> bool:
    speeds: dict[str, list[float]] = {"echo": [], "host": []}
    cpu: dict[str, list[float]] = {"echo": [], "host": []}
    tails: dict[str, list[float]] = {"echo": [], "host": []}
    commits = host.commits
    for _ in range(ROUNDS):
        for name, stand in (("echo", echo), ("host", host)):
            speed, spent = await _saturated(do, stand)
            speeds[name].append(speed)
            cpu[name].append(spent)
        for name, stand in (("echo", echo), ("host", host)):
            tails[name].append(await _at_a_steady_rate(do, stand))
    together = 2 * ROUNDS * TABLES * (SEATS - 1) / (host.commits - commits)
    ratio = max(speeds["host"]) / max(speeds["echo"])
    slower = min(tails["host"]) / min(tails["echo"])
    print(
        f"taps answered a second: echo bot {max(speeds['echo']):.0f}, host (decide, FULL commit, answer) "
        f"{max(speeds['host']):.0f}, {together:.1f} taps a commit"
    )
    print(f"  CPU for one: echo bot {min(cpu['echo']) * 1000:.2f} ms, host {min(cpu['host']) * 1000:.2f} ms")
    print(f"  ratio {ratio:.2f} (at least {LEAST_RATIO}: {_verdict(ratio >= LEAST_RATIO)})")
    print(
        f"99 of 100 taps at {A_SECOND} a second are answered within: echo bot {min(tails['echo']) * 1000:.0f} ms, "
        f"host {min(tails['host']) * 1000:.0f} ms"
    )
    print(f"  {slower:.2f} times as long (at most {MOST_SLOWER}: {_verdict(slower <= MOST_SLOWER)})")
    return ratio >= LEAST_RATIO and slower <= MOST_SLOWER


def _verdict(fine: bool) -> str:
    return "kept" if fine else "MISSED"


async def _saturated(do: Do, stand: Stand) -> tuple[float, float]:
    """Taps a second, and seconds of CPU for one. All taps wait at the sandbox already."""
    taps = stand.fresh()
    for tap in taps:
        await do("tap", **tap._asdict())
    stand.answered = 0
    began, spent = time.perf_counter(), time.process_time()
    stand.listen()
    while stand.answered < len(taps):
        await asyncio.sleep(0.001)
    took, spent = time.perf_counter() - began, time.process_time() - spent
    await stand.rest()
    return len(taps) / took, spent / len(taps)


async def _at_a_steady_rate(do: Do, stand: Stand) -> float:
    """Seconds from a tap to its answer, for the slowest but one in a hundred."""

    async def answer(number: int, tap: Tap) -> float:
        await asyncio.sleep(max(0, began + number / A_SECOND - time.perf_counter()))
        tapped = time.perf_counter()
        query = await do("tap", **tap._asdict())
        assert await do("answer_of", query_id=query["query_id"], wait=30) is not None
        return time.perf_counter() - tapped

    stand.listen()
    began = time.perf_counter() + 0.1
    lasted = sorted(await asyncio.gather(*(answer(*numbered) for numbered in enumerate(stand.fresh()))))
    await stand.rest()
    return lasted[-1 - len(lasted) // 100]


@asynccontextmanager
async def _control(url: str) -> AsyncIterator[Do]:
    import aiohttp

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:

        async def do(verb: str, **arguments: Any) -> Any:
            async with http.post(f"{url}/control/{verb}", json=arguments) as response:
                return (await response.json())["result"]

        yield do


def _counts_answers(bot: Any, stand: Stand) -> None:
    from aiogram.exceptions import TelegramAPIError
    from aiogram.methods import AnswerCallbackQuery

    async def count(make_request: Any, bot: Any, method: Any) -> Any:
        try:
            return await make_request(bot, method)
        except TelegramAPIError:
            if not isinstance(method, AnswerCallbackQuery):  # on a slow machine a tap may be too old to answer
                raise
        finally:
            stand.answered += isinstance(method, AnswerCallbackQuery)

    bot.session.middleware(count)


# --- the echo bot -----------------------------------------------------------------------------------------------


class Echo:
    def __init__(self, bot: Any, dispatcher: Any, taps: list[Tap]) -> None:
        self.answered = 0
        self._bot, self._dispatcher, self._taps = bot, dispatcher, taps
        self._polling: asyncio.Task[None] | None = None

    def fresh(self) -> list[Tap]:
        return self._taps

    def listen(self) -> None:
        polling = self._dispatcher.start_polling(self._bot, handle_signals=False, close_bot_session=False)
        self._polling = asyncio.ensure_future(polling)

    async def rest(self) -> None:
        assert self._polling is not None
        await self._dispatcher.stop_polling()
        await self._polling


@asynccontextmanager
async def _echo(url: str, do: Do) -> AsyncIterator[Echo]:
    from aiogram import Bot, Dispatcher
    from aiogram.client.session.aiohttp import AiohttpSession
    from aiogram.client.telegram import TelegramAPIServer
    from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup

    bot_id = (await do("add_bot", token=ECHO_TOKEN, first_name="Echo", username="echo_bot"))["id"]
    bot = Bot(ECHO_TOKEN, AiohttpSession(api=TelegramAPIServer.from_base(url)))
    board = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="x", callback_data="x")]])
    taps = []
    for number in range(TABLES * (SEATS - 1)):
        person = (await do("add_person", first_name=f"E{number}"))["id"]
        await do("start", user_id=person, bot_id=bot_id)
        sent = await bot.send_message(person, "?", reply_markup=board)
        taps.append(Tap(person, f"{person}:{bot_id}", sent.message_id, "x"))
    dispatcher = Dispatcher()

    @dispatcher.callback_query()
    async def tapped(query: CallbackQuery) -> None:
        await query.answer("!")

    stand = Echo(bot, dispatcher, taps)
    _counts_answers(bot, stand)
    try:
        yield stand
    finally:
        await bot.session.close()


# --- the host ---------------------------------------------------------------------------------------------------


class Playing:
    def __init__(self, at_work: Any, lots: Iterator[list[Tap]]) -> None:
        self.answered = 0
        self._at_work, self._lots = at_work, lots
        self._polling: Any = None

    @property
    def commits(self) -> int:
        commits: int = self._at_work.host.service.database.commits
        return commits

    def fresh(self) -> list[Tap]:
        return next(self._lots)

    def listen(self) -> None:
        from bot.polling import Polling

        self._polling = Polling(self._at_work.bot, self._at_work.intake.take, self._at_work.conductor.turn)
        self._polling.start()

    async def rest(self) -> None:
        await self._polling.stop()


@asynccontextmanager
async def _host(url: str, do: Do) -> AsyncIterator[Playing]:
    from pydantic import SecretStr

    from bot.app import running
    from bot.clockwork.pace import Pace
    from bot.outbox.pacing import Limits
    from bot.settings import Settings

    most = 10**6
    free = Limits(
        chat_burst=most,
        group_a_minute=most,
        edits_a_minute=most,
        bot_a_second=most,
        bot_burst=most,
        edit_gap_ms=0,
        soft_gap_ms=0,
    )
    bot_id = (await do("add_bot", token=TOKEN, first_name="Host", username="omerta_bot"))["id"]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate(
            {"bot_token": SecretStr(TOKEN), "api_url": url, "database_url": f"sqlite+aiosqlite:///{folder}/o.db"}
        )
        async with running(settings, Pace(1), free) as at_work:
            games = [await _deal(do, at_work.host, bot_id) for _ in range(2 * ROUNDS * TABLES)]
            stand = Playing(at_work, iter(()))
            stand.listen()  # the greetings of the groups first: what is measured is taps
            while any(at_work.host.outbox.owes(game, 1) for game, _ in games) or at_work.host.outbox.waiting:
                await asyncio.sleep(0.05)
            await stand.rest()
            taps = [await _card(at_work.host, game, person, bot_id) for game, people in games for person in people]
            size = TABLES * (SEATS - 1)
            stand._lots = iter([taps[start : start + size] for start in range(0, len(taps), size)])
            _counts_answers(at_work.bot, stand)
            yield stand


async def _deal(do: Do, host: Any, bot_id: int) -> tuple[str, list[int]]:
    """A table whose cards are dealt, and those of its players who will tap."""
    from bot.lobby import Lobby, new_game_id, new_secret

    people = [(await do("add_person", first_name="P"))["id"] for _ in range(SEATS)]
    group = (await do("add_group", title="T", owner_id=people[0]))["id"]
    await do("add_bot_to_group", chat=group, bot_id=bot_id, user_id=people[0])
    now = host.clock.now()
    options = (("deal", "3600"),)
    lobby: Any = Lobby(
        new_game_id(), group, 0, people[0], "fiim-2025", options, (), new_secret(), now + 10**9, now
    )
    for person in people:
        await do("start", user_id=person, bot_id=bot_id)
        await host.directory.change_person(person, reachable=True, name="P", language="ru")
        lobby = lobby.sit(person, "P")
    await host.service.open_lobby(lobby, [], "")
    await host.service.begin(lobby.id, "", people[0])
    return lobby.id, people[1:]


async def _card(host: Any, game: str, person: int, bot_id: int) -> Tap:
    from bot.callbacks import MoveTap
    from engine.commands import Verb

    live = await host.service.live(game)
    kept = await host.outbox.slots.find(person, f"{game}:card:{live.lobby.seat_of(person)}")
    assert kept is not None
    data = MoveTap(game=game, step=1, verb=Verb.SEEN).pack()
    return Tap(person, f"{person}:{bot_id}", kept.message_id, data)
