"""Taps that change a game, beside a bare echo bot that answers the same taps.

Sandbox, echo bot and host are separate processes, as in production, and take turns: while one bot is measured the
other is idle. Of each figure the best of some rounds counts, so that other load on the machine distorts neither.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import Any, NamedTuple, Protocol

from tests.bench.quiet_logs import quiet_logs

ROUNDS = 5
TAPS, SEATS = 126, 10
"""Taps of one measurement, each at another table: a bot that is kept so busy has hundreds. One player of each
table is not asked, so that the deal goes on."""
A_SECOND = 100
LOTS = 2 * ROUNDS + 1
TABLES = TAPS * LOTS // (SEATS - 1)
LEAST_RATIO, MOST_SLOWER = 0.6, 3.0
TOKEN, ECHO_TOKEN = "4242424242:bench-token-of-the-sandbox-0123456789", "1:echo"
RUN = "from tests.bench import taps; taps.{part}({arguments})"
"""The code that each process runs."""

Do = Callable[..., Awaitable[Any]]


class Tap(NamedTuple):
    user_id: int
    chat: str
    message_id: int
    data: str


class Stand(Protocol):
    """A bot, and the buttons that people can tap."""

    answered: int

    def lots(self) -> list[list[Tap]]:
        """Returns untapped buttons, one lot for each measurement."""
        ...

    def listen(self) -> None: ...

    async def rest(self) -> None: ...

    @property
    def commits(self) -> int: ...


class Saturated(NamedTuple):
    """The cost of a lot of taps that were queued at the sandbox."""

    a_second: float
    cpu_s: float
    """CPU seconds of one tap."""
    commits: int


# --- the measurements -------------------------------------------------------------------------------------------


def run() -> bool:
    quiet_logs()
    return asyncio.run(_run())


async def _run() -> bool:
    with ExitStack() as ending:
        stage = ending.enter_context(_Process("sandbox"))
        url = stage.read()
        echo, host = (ending.enter_context(_Process(part, url)) for part in ("echo", "host"))
        async with _control(url) as do:
            return await _compare(do, echo, host)


class _Process:
    """One of the processes, controlled line by line."""

    def __init__(self, part: str, *arguments: str) -> None:
        run = RUN.format(part=part, arguments=repr(arguments)[1:-1])
        self._process = subprocess.Popen(
            [sys.executable, "-c", run], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> "_Process":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    async def ask(self, *words: object) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return await asyncio.to_thread(self.read)


async def _compare(do: Do, echo: _Process, host: _Process) -> bool:
    bots = {"echo": echo, "host": host}
    lots = {name: iter([[Tap(*tap) for tap in lot] for lot in bot.read()]) for name, bot in bots.items()}
    full: dict[str, list[Saturated]] = {"echo": [], "host": []}
    tails: dict[str, list[float]] = {"echo": [], "host": []}
    # an unmeasured first round: work that is done only once is not the cost of a tap
    for name, bot in bots.items():
        await _saturated(do, bot, next(lots[name]))
    for _ in range(ROUNDS):
        for name, bot in bots.items():
            full[name].append(await _saturated(do, bot, next(lots[name])))
        for name, bot in bots.items():
            tails[name].append(await _at_a_steady_rate(do, bot, next(lots[name])))
    speed = {name: max(one.a_second for one in measured) for name, measured in full.items()}
    cpu = {name: min(one.cpu_s for one in measured) * 1000 for name, measured in full.items()}
    tail = {name: min(measured) * 1000 for name, measured in tails.items()}
    together = ROUNDS * TAPS / sum(one.commits for one in full["host"])
    ratio, slower = speed["host"] / speed["echo"], tail["host"] / tail["echo"]
    print(
        f"taps answered a second: echo bot {speed['echo']:.0f}, host (decide, FULL commit, answer) "
        f"{speed['host']:.0f}, {together:.1f} taps a commit"
    )
    print(f"  CPU for one: echo bot {cpu['echo']:.2f} ms, host {cpu['host']:.2f} ms")
    print(f"  ratio {ratio:.2f} (at least {LEAST_RATIO}: {_verdict(ratio >= LEAST_RATIO)})")
    print(
        f"99 of 100 taps at {A_SECOND} a second are answered within: echo bot {tail['echo']:.1f} ms, "
        f"host {tail['host']:.1f} ms"
    )
    print(f"  {slower:.2f} times as long (at most {MOST_SLOWER}: {_verdict(slower <= MOST_SLOWER)})")
    return ratio >= LEAST_RATIO and slower <= MOST_SLOWER


def _verdict(fine: bool) -> str:
    return "kept" if fine else "MISSED"


async def _saturated(do: Do, bot: _Process, taps: list[Tap]) -> Saturated:
    for tap in taps:
        await do("tap", **tap._asdict())
    return Saturated(*await bot.ask("saturate", len(taps)))


async def _at_a_steady_rate(do: Do, bot: _Process, taps: list[Tap]) -> float:
    """Returns the seconds from a tap to its answer, for the slowest but one in a hundred."""

    async def answer(number: int, tap: Tap) -> float:
        await asyncio.sleep(max(0, began + number / A_SECOND - time.perf_counter()))
        tapped = time.perf_counter()
        query = await do("tap", **tap._asdict())
        assert await do("callback_answer", query_id=query["query_id"], wait=30) is not None
        return time.perf_counter() - tapped

    await bot.ask("listen")
    began = time.perf_counter() + 0.1
    lasted = sorted(await asyncio.gather(*(answer(*numbered) for numbered in enumerate(taps))))
    await bot.ask("rest")
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


# --- the processes ----------------------------------------------------------------------------------------------


def sandbox() -> None:
    asyncio.run(_serve())


async def _serve() -> None:
    from sandbox.server import Sandbox

    async with Sandbox(port=0) as stage:
        _tell(stage.url)
        await asyncio.to_thread(sys.stdin.readline)


def echo(url: str) -> None:
    """Runs a minimal echo bot on aiogram."""

    async def stand() -> None:
        async with _control(url) as do, _echo(url, do) as bot:
            await _obey(bot)

    asyncio.run(stand())


def host(url: str) -> None:
    """Runs the host as `omerta run` does."""
    from bot.operations.python_gc import settle

    async def stand() -> None:
        async with _control(url) as do, _host(url, do) as bot:
            settle()
            await _obey(bot)

    quiet_logs()
    asyncio.run(stand())


def _tell(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


async def _obey(stand: Stand) -> None:
    _tell(stand.lots())
    while line := await asyncio.to_thread(sys.stdin.readline):
        match json.loads(line):
            case ["saturate", int(most)]:
                _tell(await _saturate(stand, most))
            case ["listen"]:
                stand.listen()
                _tell("listening")
            case ["rest"]:
                await stand.rest()
                _tell("resting")


async def _saturate(stand: Stand, most: int) -> Saturated:
    stand.answered, commits = 0, stand.commits
    began, spent = time.perf_counter(), time.process_time()
    stand.listen()
    while stand.answered < most:
        await asyncio.sleep(0.001)
    took, spent = time.perf_counter() - began, time.process_time() - spent
    await stand.rest()
    return Saturated(most / took, spent / most, stand.commits - commits)


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
        self.commits = 0
        self._bot, self._dispatcher, self._taps = bot, dispatcher, taps
        self._polling: asyncio.Task[None] | None = None

    def lots(self) -> list[list[Tap]]:
        return [self._taps] * LOTS

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
    for number in range(TAPS):
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
    def __init__(self, at_work: Any) -> None:
        self.answered = 0
        self.taps: list[Tap] = []
        self._at_work = at_work
        self._polling: Any = None

    @property
    def commits(self) -> int:
        commits: int = self._at_work.parts.store.commits
        return commits

    def lots(self) -> list[list[Tap]]:
        return [self.taps[start::LOTS] for start in range(LOTS)]

    def listen(self) -> None:
        from bot.telegram.updates.polling import Polling

        at_work = self._at_work
        self._polling = Polling(at_work.bot, at_work.intake.take, at_work.leader.wait_until_leader)
        self._polling.start()

    async def rest(self) -> None:
        await self._polling.stop()


@asynccontextmanager
async def _host(url: str, do: Do) -> AsyncIterator[Playing]:
    from pydantic import SecretStr

    from bot.app import running
    from bot.core.pace import Pace
    from bot.settings import Settings
    from bot.telegram.outbox.rate_limits import Limits

    most = 10**6
    free = Limits(
        chat_burst=most,
        group_a_minute=most,
        edits_a_minute=most,
        all_a_minute=most,
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
            games = [await _deal(do, at_work.parts, bot_id) for _ in range(TABLES)]
            stand = Playing(at_work)
            stand.listen()  # the greetings of the groups first: what is measured is taps
            while any(at_work.parts.outbox.owes(game, 1) for game, _ in games) or at_work.parts.outbox.waiting:
                await asyncio.sleep(0.05)
            await stand.rest()
            stand.taps = [
                await _card(at_work.parts, game, person, bot_id) for game, people in games for person in people
            ]
            _counts_answers(at_work.bot, stand)
            yield stand


async def _deal(do: Do, host: Any, bot_id: int) -> tuple[str, list[int]]:
    """Returns a table whose cards are dealt, and those of its players who will tap."""
    from bot.games.lobby import Lobby, new_game_id, new_secret

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
        await host.people.change(person, reachable=True, name="P", language="ru")
        lobby = lobby.sit(person, "P")
    await host.lobbies.open_lobby(lobby, [], "")
    await host.dealing.begin(lobby.id, "", people[0])
    return lobby.id, people[1:]


async def _card(host: Any, game: str, person: int, bot_id: int) -> Tap:
    from bot.telegram.buttons.callback_data import MoveTap
    from engine.commands import Verb

    live = await host.games.find(game)
    kept = await host.outbox.sent_messages.find(person, f"{game}:card:{live.lobby.seat_of(person)}")
    assert kept is not None
    data = MoveTap(game=game, step=1, verb=Verb.SEEN).pack()
    return Tap(person, f"{person}:{bot_id}", kept.message_id, data)
