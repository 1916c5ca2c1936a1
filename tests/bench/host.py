"""The host: what a game asks of Telegram, taps a second beside a bare echo bot, and what waiting games cost."""

import asyncio
import contextlib
import gc
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

TABLES, SEATS = 30, 10
WAITING = 5_000
LOADED = 300
GAMES = 6
WAKE_UP = "import asyncio; from tests.bench.host import wake_up; asyncio.run(wake_up())"
TOKEN = "4242424242:bench-token-of-the-sandbox-0123456789"


def run() -> None:
    quiet()
    asyncio.run(calls())
    print()
    asyncio.run(taps())
    print()
    asyncio.run(waiting())


def quiet() -> None:
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


# --- calls ------------------------------------------------------------------------------------------------------


async def calls() -> None:
    from tests.virtual.table import VirtualTable

    print("calls a game-minute, on the virtual clock (full speeches, votes after 3 s, nights after 15 s)")
    for ruleset in ("fiim-2025", "box"):
        kinds: Counter[str] = Counter()
        count, minutes, busiest = 0, 0.0, 0
        for seed in range(1, GAMES + 1):
            table = VirtualTable(ruleset, 10, seed)
            await table.play()
            await table.close()
            kinds += table.by_kind()
            count += len(table.counted())
            minutes += table.minutes
            busiest = max(busiest, table.busiest_minute())
        rate = count / minutes
        print(
            f"  {ruleset:10} {rate:.2f} a minute, busiest minute of a group {busiest}, "
            f"{60 * 30 * 0.7 / rate:.0f} games on one token"
        )
        for kind, times in kinds.most_common():
            print(f"    {times / minutes:6.2f} {kind}")


# --- taps -------------------------------------------------------------------------------------------------------


async def serve() -> None:
    from sandbox.server import Sandbox

    async with Sandbox(port=0) as sandbox:
        print(sandbox.url, flush=True)
        await asyncio.to_thread(sys.stdin.readline)


async def taps() -> None:
    """The same taps, already waiting at the sandbox: answered by an echo bot, and by the host that plays."""
    command = [sys.executable, "-c", "import asyncio; from tests.bench.host import serve; asyncio.run(serve())"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as stage:
        assert stage.stdout is not None
        assert stage.stdin is not None
        url = stage.stdout.readline().strip()
        try:
            echo = await _echo(url)
            host, commits = await _host(url)
        finally:
            stage.stdin.write("\n")
            stage.stdin.flush()
    print(f"taps answered a second: echo bot {echo:.0f}, host (decide, FULL commit, answer) {host:.0f}")
    print(f"  ratio {host / echo:.2f} (aimed at 0.6); {commits:.1f} taps a commit")


def database_of(host: Any) -> Any:
    return host.service.database


async def _stage(http: Any, url: str) -> Any:
    async def do(verb: str, **arguments: Any) -> Any:
        async with http.post(f"{url}/control/{verb}", json=arguments) as response:
            return (await response.json())["result"]

    return do


async def _echo(url: str) -> float:
    import aiohttp
    from aiogram import Bot, Dispatcher
    from aiogram.client.session.aiohttp import AiohttpSession
    from aiogram.client.telegram import TelegramAPIServer
    from aiogram.exceptions import TelegramAPIError
    from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup

    token = "1:echo"
    async with aiohttp.ClientSession() as http:
        do = await _stage(http, url)
        added = await do("add_bot", token=token, first_name="Echo", username="echo_bot")
        bot = Bot(token, AiohttpSession(api=TelegramAPIServer.from_base(url)))
        board = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="x", callback_data="x")]])
        count = TABLES * (SEATS - 1)
        for number in range(count):
            person = (await do("add_person", first_name=f"E{number}"))["id"]
            await do("start", user_id=person, bot_id=added["id"])
            sent = await bot.send_message(person, "?", reply_markup=board)
            await do(
                "tap", user_id=person, chat=f"{person}:{added['id']}", message_id=sent.message_id, row=0, column=0
            )
        dispatcher, left = Dispatcher(), count

        @dispatcher.callback_query()
        async def tapped(query: CallbackQuery) -> None:
            nonlocal left
            with contextlib.suppress(TelegramAPIError):  # on a slow machine a tap may be too old to answer
                await query.answer("!")
            left -= 1
            if not left:
                await dispatcher.stop_polling()

        began = time.perf_counter()
        await dispatcher.start_polling(bot, handle_signals=False)
        return count / (time.perf_counter() - began)


async def _host(url: str) -> tuple[float, float]:
    import aiohttp
    from pydantic import SecretStr

    from bot.app import running
    from bot.callbacks import MoveTap
    from bot.lobby import Lobby, new_game_id, new_secret
    from bot.outbox.pacing import Limits
    from bot.pace import Pace
    from bot.polling import Polling
    from bot.settings import Settings
    from engine.commands import Verb

    free = Limits(
        chat_burst=10**6, group_a_minute=10**6, edits_a_minute=10**6, bot_a_second=10**6, bot_burst=10**6
    )
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate(
            {"bot_token": SecretStr(TOKEN), "api_url": url, "database_url": f"sqlite+aiosqlite:///{folder}/o.db"}
        )
        async with aiohttp.ClientSession() as http:
            do = await _stage(http, url)
            bot_id = (await do("add_bot", token=TOKEN, first_name="Host", username="omerta_bot"))["id"]
            async with running(settings, Pace(1), free) as at_work:
                host = at_work.host
                games = []
                for _ in range(TABLES):
                    people = [(await do("add_person", first_name="P"))["id"] for _ in range(SEATS)]
                    group = (await do("add_group", title="T", owner_id=people[0]))["id"]
                    await do("add_bot_to_group", chat=group, bot_id=bot_id, user_id=people[0])
                    now = host.clock.now()
                    lobby = Lobby(
                        new_game_id(),
                        group,
                        0,
                        people[0],
                        "fiim-2025",
                        (("deal", "3600"),),
                        (),
                        new_secret(),
                        now + 10**9,
                        now,
                    )
                    for person in people:
                        await do("start", user_id=person, bot_id=bot_id)
                        await host.directory.change_person(person, reachable=True, name="P", language="ru")
                        lobby = lobby.sit(person, "P")  # type: ignore[assignment]
                    await host.service.open_lobby(lobby, [], "")
                    await host.service.begin(lobby.id, "", people[0])
                    games.append((lobby.id, people))
                lives = [live for game, _ in games if (live := await host.service.live(game)) is not None]
                while any(host.outbox.owes(game, 1) for game, _ in games):
                    await asyncio.sleep(0.05)
                await _hear_out(at_work, Polling, http, url)
                for game, people in games:
                    data = MoveTap(game=game, step=1, verb=Verb.SEEN).pack()
                    for person in people[1:]:
                        kept = await host.outbox.slot(
                            person, f"{game}:card:{host.service._live[game].lobby.seat_of(person)}"
                        )
                        assert kept is not None
                        await do(
                            "tap", user_id=person, chat=f"{person}:{bot_id}", message_id=kept.message_id, data=data
                        )
                count = TABLES * (SEATS - 1)
                commits = database_of(host).commits
                polling = Polling(at_work.bot, at_work.intake.take)
                polling.start()
                began = time.perf_counter()
                while sum(len(live.table.seen) for live in lives) < count:
                    await asyncio.sleep(0.005)
                took = time.perf_counter() - began
                await polling.stop()
                commits = database_of(host).commits - commits
    return count / took, count / commits


async def _hear_out(at_work: Any, polling: Any, http: Any, url: str) -> None:
    """Greetings first: what is measured is taps."""
    listening = polling(at_work.bot, at_work.intake.take)
    listening.start()
    async with http.post(f"{url}/bot{TOKEN}/getWebhookInfo") as response:
        pending = (await response.json())["result"]["pending_update_count"]
    while pending or at_work.host.outbox.waiting > 2 * TABLES:
        await asyncio.sleep(0.1)
        async with http.post(f"{url}/bot{TOKEN}/getWebhookInfo") as response:
            pending = (await response.json())["result"]["pending_update_count"]
    await listening.stop()


# --- waiting games ----------------------------------------------------------------------------------------------


async def waiting() -> None:
    """Games in mid-play that nobody touches: how soon their clocks are armed, and what each costs in memory."""
    from bot.store.opening import open_database
    from tests.virtual.table import VirtualTable

    table = VirtualTable("fiim-2025", 10, 1)
    await table.house.open()
    await table.begin()
    for _ in range(250):
        table.ask()
        await table.clock.step(table.clock.now() + 600_000)
    live = table.live
    assert live is not None
    journal = table.journal()
    await table.close()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'o.db'}"
        database, release = await open_database(url)
        await database.close()
        release()
        _store_waiting(folder, live, journal)
        figures = subprocess.run(
            [sys.executable, "-c", WAKE_UP, url],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    print(f"{WAITING} waiting games of {len(journal)} events: {figures.strip()}")


def _store_waiting(folder: str, live: Any, journal: list[str]) -> None:
    """As many copies of one game as are to wait."""
    names = [f"g{number:07}" for number in range(WAITING)]
    data = json.loads(live.lobby.to_json())
    with sqlite3.connect(Path(folder) / "o.db") as file:
        file.execute("PRAGMA synchronous=OFF")
        file.executemany(
            "INSERT INTO games VALUES (?, ?, 0, 'playing', ?, 0, 0)",
            [(name, -n - 1, json.dumps(data | {"id": name}, ensure_ascii=False)) for n, name in enumerate(names)],
        )
        file.executemany(
            "INSERT INTO clocks VALUES (?, ?, 1000000000000000, 1, 0, 0)",
            [(name, live.clock.step) for name in names],
        )
        file.executemany(
            "INSERT INTO events VALUES (?, ?, ?, 0, 0, '')",
            ((name, version, text) for name in names[:LOADED] for version, text in enumerate(journal, start=1)),
        )


def _resident_kb() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


async def wake_up() -> None:
    from bot.app import wire
    from bot.clock import SteadyClock
    from bot.outbox.pacing import Limits
    from bot.pace import Pace
    from bot.settings import Settings
    from bot.store.opening import open_database
    from bot.waking import wake
    from tests.virtual.clock import VirtualClock
    from tests.virtual.telegram import CountingTelegram

    database, release = await open_database(sys.argv[-1])
    settings = Settings.model_validate({"bot_token": "1:x"})
    host = wire(settings, database, SteadyClock(), CountingTelegram(VirtualClock()), Pace(1), Limits(), 1, "b")
    before = _resident_kb()
    began = time.perf_counter()
    await wake(host, 0)
    armed = time.perf_counter() - began
    asleep = _resident_kb()
    for number in range(LOADED):
        await host.service.live(f"g{number:07}")
    loaded = _resident_kb()
    print(
        f"clocks armed in {armed:.2f} s; {(asleep - before) / WAITING:.1f} kB each asleep, "
        f"{(loaded - asleep) / LOADED:.1f} kB each when loaded"
    )
    await host.service.timers.stop()
    await host.outbox.stop()
    await database.close()
    release()
