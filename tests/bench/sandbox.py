"""A bare echo bot on aiogram against the sandbox in another process: which of the two is the bottleneck?"""

import asyncio
import subprocess
import sys
import time
from typing import Any

UPDATES = 3_000
TOKEN = "1:bench"
TARGET = 0.6
"""Milliseconds of CPU that the sandbox may use for one call."""


async def serve() -> None:
    """The other process: prints the address, then its own CPU seconds whenever it is asked by a line."""
    from sandbox.server import Sandbox

    async with Sandbox(port=0) as sandbox:
        print(sandbox.url, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(time.process_time(), flush=True)


def cpu_of(stage: subprocess.Popen[str]) -> float:
    assert stage.stdin is not None
    assert stage.stdout is not None
    print(file=stage.stdin, flush=True)
    return float(stage.stdout.readline())


async def echo(stage: subprocess.Popen[str], url: str) -> tuple[float, float, float]:
    """Returns updates a second, and the milliseconds of CPU of the sandbox and of the bot for one call."""
    import aiohttp
    from aiogram import Bot, Dispatcher
    from aiogram.client.session.aiohttp import AiohttpSession
    from aiogram.client.telegram import TelegramAPIServer
    from aiogram.types import Message

    async with aiohttp.ClientSession() as http:

        async def do(verb: str, **arguments: Any) -> Any:
            async with http.post(f"{url}/control/{verb}", json=arguments) as response:
                return (await response.json())["result"]

        await do("set_limits", per_chat=None, per_group=None, per_bot=None)
        added = await do("add_bot", token=TOKEN, first_name="Echo", username="echo_bot")
        people = [(await do("add_person", first_name=f"Person {number}"))["id"] for number in range(10)]
        for number in range(UPDATES):
            await do("start", user_id=people[number % len(people)], bot_id=added["id"], payload=str(number))

        dispatcher, left = Dispatcher(), UPDATES
        bot = Bot(TOKEN, AiohttpSession(api=TelegramAPIServer.from_base(url)))

        @dispatcher.message()
        async def answer(message: Message) -> None:
            nonlocal left
            await message.answer(message.text or "")
            left -= 1
            if left == 0:
                await dispatcher.stop_polling()

        await do("reset_counts")
        started, stage_cpu, bot_cpu = time.perf_counter(), cpu_of(stage), time.process_time()
        await dispatcher.start_polling(bot, handle_signals=False, tasks_concurrency_limit=20)
        taken, stage_cpu = time.perf_counter() - started, cpu_of(stage) - stage_cpu
        bot_cpu = time.process_time() - bot_cpu
        calls = sum((await do("counts"))["methods"].values())
    assert calls >= UPDATES
    return UPDATES / taken, stage_cpu / calls * 1_000, bot_cpu / calls * 1_000


def run() -> bool:
    command = [sys.executable, "-m", "tests.bench.sandbox"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as stage:
        assert stage.stdin is not None
        assert stage.stdout is not None
        rate, ours, theirs = asyncio.run(echo(stage, stage.stdout.readline().strip()))
        stage.stdin.close()
    print(f"aiogram echo bot against the sandbox: {rate:,.0f} updates/s")
    verdict = "under" if ours < TARGET else "OVER"
    print(f"CPU for one call: sandbox {ours:.2f} ms ({verdict} {TARGET} ms), bot {theirs:.2f} ms")
    return ours < TARGET


if __name__ == "__main__":
    asyncio.run(serve())
