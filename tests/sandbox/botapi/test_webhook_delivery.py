"""Webhooks: order, repetition, parallel chats, restarts."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from aiohttp import ClientSession, web

from sandbox.client import Client, Person
from sandbox.server import Sandbox
from tests.kits.sandbox.clock import ManualClock

TOKEN = "32:updates"


class Listener:
    """A bot behind a webhook: notes what comes, answers what it is told to answer."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.secrets: list[str | None] = []
        self.answers: list[web.Response] = []
        self.came = asyncio.Condition()
        self.slow: set[int] = set()
        self.free = asyncio.Event()
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> "Listener":
        app = web.Application()
        app.router.add_post("/hook", self.hook)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/hook"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    async def hook(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        async with self.came:
            self.got.append(update)
            self.came.notify_all()
        if update.get("message", {}).get("chat", {}).get("id") in self.slow:
            await self.free.wait()
        return self.answers.pop(0) if self.answers else web.Response()

    async def texts(self, count: int) -> list[str]:
        async with asyncio.timeout(10), self.came:
            await self.came.wait_for(lambda: len(self.got) >= count)
        return [update["message"]["text"] for update in self.got]


@pytest_asyncio.fixture
async def play() -> AsyncIterator[tuple[Sandbox, Person, Listener]]:
    async with Sandbox() as sandbox, Client(sandbox) as stage, Listener() as listener:
        await stage.bot(TOKEN)
        olya = await stage.person("Оля")
        await olya.start()
        yield sandbox, olya, listener


async def call(sandbox: Sandbox, method: str, **values: Any) -> Any:
    """A call as a webhook's answer makes it: without HTTP."""
    await sandbox.botapi.from_webhook(32, {"method": method, **values})


async def told(sandbox: Sandbox, method: str, field: str) -> Any:
    async with (
        ClientSession() as session,
        session.post(f"{sandbox.url}/bot{TOKEN}/{method}") as response,
    ):
        return (await response.json())["result"][field]


async def test_a_webhook_gets_updates_in_order_with_its_secret(play: tuple[Sandbox, Person, Listener]) -> None:
    sandbox, olya, listener = play
    await call(sandbox, "setWebhook", url=listener.url, secret_token="s3cret")
    for number in range(5):
        await olya.say(f"{number}")
    assert await listener.texts(6) == ["/start", "0", "1", "2", "3", "4"]
    assert set(listener.secrets) == {"s3cret"}


async def test_what_a_webhook_refuses_comes_again_before_anything_else(
    play: tuple[Sandbox, Person, Listener],
) -> None:
    sandbox, olya, listener = play
    listener.answers = [web.Response(status=500), web.Response(status=404), web.Response(status=302)]
    await call(sandbox, "setWebhook", url=listener.url)
    await olya.say("после")
    assert await listener.texts(5) == ["/start", "/start", "/start", "/start", "после"]
    assert len({update["update_id"] for update in listener.got}) == 2


async def test_a_webhook_may_answer_with_a_method(play: tuple[Sandbox, Person, Listener]) -> None:
    sandbox, olya, listener = play
    listener.answers = [web.json_response({"method": "sendMessage", "chat_id": olya.id, "text": "Ответ"})]
    await call(sandbox, "setWebhook", url=listener.url)
    await olya.until(lambda: "Ответ" in olya.sees())


async def test_a_chat_whose_update_is_not_yet_taken_holds_up_no_other(
    play: tuple[Sandbox, Person, Listener],
) -> None:
    """WebhookActor.cpp, load_updates: one queue for each chat, sent beside each other."""
    sandbox, olya, listener = play
    petya = await olya.client.person("Петя")
    await petya.start()
    listener.slow = {olya.id}
    await call(sandbox, "setWebhook", url=listener.url)
    await olya.say("после")
    await petya.say("рядом")
    assert sorted(await listener.texts(3)) == ["/start", "/start", "рядом"]
    listener.free.set()
    assert (await listener.texts(4))[-1] == "после", "within a chat the order is kept"


async def test_no_more_updates_are_under_way_than_the_bot_has_asked_for(
    play: tuple[Sandbox, Person, Listener],
) -> None:
    sandbox, olya, listener = play
    petya = await olya.client.person("Петя")
    await petya.start()
    listener.slow = {olya.id}
    await call(sandbox, "setWebhook", url=listener.url, max_connections=1)
    assert await listener.texts(1) == ["/start"]
    await petya.say("рядом")
    assert await told(sandbox, "getWebhookInfo", "pending_update_count") == 3
    listener.free.set()
    assert (await listener.texts(3))[-1] == "рядом"


async def test_a_doubled_update_comes_to_a_webhook_twice(play: tuple[Sandbox, Person, Listener]) -> None:
    sandbox, olya, listener = play
    await sandbox.commands.do("fault", {"kind": "double_update", "times": 1})
    await olya.say("дважды")
    await call(sandbox, "setWebhook", url=listener.url)
    await olya.say("после")
    assert await listener.texts(4) == ["/start", "дважды", "дважды", "после"]


async def test_a_webhook_goes_on_after_a_restart(play: tuple[Sandbox, Person, Listener]) -> None:
    sandbox, olya, listener = play
    await call(sandbox, "setWebhook", url=listener.url)
    await listener.texts(1)
    await sandbox.restart()
    await olya.say("и снова")
    async with asyncio.timeout(10), listener.came:  # the first may come twice: nobody noted its answer
        await listener.came.wait_for(lambda: listener.got[-1]["message"]["text"] == "и снова")


async def test_a_lost_tap_is_not_counted_as_pending(play: tuple[Sandbox, Person, Listener]) -> None:
    sandbox, _, _ = play
    clock = ManualClock()
    clock.time = sandbox.world.now()
    sandbox.updates.queue(32).now = clock
    sandbox.updates.queue(32).put("callback_query", {"id": "1", "data": "vote"})
    assert await told(sandbox, "getWebhookInfo", "pending_update_count") == 2
    clock.time += 151
    assert await told(sandbox, "getWebhookInfo", "pending_update_count") == 1


async def test_a_webhook_that_is_away_too_long_never_gets_a_tap(
    play: tuple[Sandbox, Person, Listener],
) -> None:
    sandbox, olya, listener = play
    clock = ManualClock()
    clock.time = sandbox.world.now()
    line = sandbox.updates.queue(32)
    line.now = clock
    line.put("callback_query", {"id": "1", "data": "vote"})
    await olya.say("после")
    clock.time += 151
    await call(sandbox, "setWebhook", url=listener.url)
    assert await listener.texts(2) == ["/start", "после"]
