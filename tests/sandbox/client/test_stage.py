"""The test client, in process and over HTTP."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from sandbox.client import Answer, BotAccount, Client, NoSuchButton, WaitTimeout
from sandbox.control.errors import CommandError
from sandbox.server import Sandbox

TOKEN = "31:people"


class Bot:
    """Calls of the Bot API without a library."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def call(self, method: str, **values: object) -> object:
        async with self.session.post(f"{self.url}/bot{TOKEN}/{method}", json=values) as response:
            answer = await response.json()
        assert answer["ok"], answer
        return answer["result"]


@pytest_asyncio.fixture(params=["inside", "over HTTP"])
async def play(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Client, BotAccount, Bot]]:
    async with (
        Sandbox() as sandbox,
        Client(sandbox if request.param == "inside" else sandbox.url) as stage,
        aiohttp.ClientSession() as session,
    ):
        yield stage, await stage.bot(TOKEN), Bot(sandbox.url, session)


def keyboard(*labels: str) -> dict[str, object]:
    return {"inline_keyboard": [[{"text": label, "callback_data": label}] for label in labels]}


async def test_everybody_in_the_group_sees_what_the_bot_says(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, host, bot = play
    olya, petya = await stage.person("Оля"), await stage.person("Петя")
    yard = await stage.group("Двор", [olya, petya], host)
    await bot.call("sendMessage", chat_id=yard.id, text="Ночь")
    await stage.until(lambda: olya.sees(yard) == petya.sees(yard) == ["Ночь"])


async def test_a_tap_brings_the_bots_answer(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, host, bot = play
    olya = await stage.person("Оля")
    await olya.start(host, "table7")
    await bot.call("sendMessage", chat_id=olya.id, text="Стол", reply_markup=keyboard("Сесть за стол", "Уйти"))
    await olya.until(lambda: olya.buttons() == ["Сесть за стол", "Уйти"])
    tapping = asyncio.create_task(olya.tap("Сесть"))
    started, tapped = await updates(bot, 2)
    assert started["message"]["text"] == "/start table7"
    query = tapped["callback_query"]
    await bot.call("answerCallbackQuery", callback_query_id=query["id"], text="Место 1", show_alert=True)
    assert await tapping == Answer("Место 1", alert=True)
    await olya.until(lambda: olya.toasts == [Answer("Место 1", alert=True)])


async def updates(bot: Bot, count: int) -> list[dict[str, dict[str, str]]]:
    offset = 0
    got: list[dict[str, dict[str, str]]] = []
    while len(got) < count:
        batch = await bot.call("getUpdates", timeout=5, offset=offset)
        assert isinstance(batch, list)
        assert batch, "an update is missing"
        got += batch
        offset = batch[-1]["update_id"] + 1
    return got


async def test_a_button_that_is_not_there_names_those_that_are(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, _, bot = play
    olya = await stage.person("Оля")
    await olya.start()
    await bot.call("sendMessage", chat_id=olya.id, text="Стол", reply_markup=keyboard("Уйти"))
    await olya.until(olya.buttons)
    with pytest.raises(NoSuchButton, match="'Уйти'"):
        await olya.tap("Сесть", within=0.05)


async def test_a_tap_waits_until_the_button_is_there(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, _, bot = play
    olya = await stage.person("Оля")
    await olya.start()
    tapping = asyncio.create_task(olya.tap("Сесть", within=5))
    await asyncio.sleep(0)
    assert not olya.buttons()
    await bot.call("sendMessage", chat_id=olya.id, text="Стол", reply_markup=keyboard("Сесть"))
    query = (await updates(bot, 2))[-1]["callback_query"]
    await bot.call("answerCallbackQuery", callback_query_id=query["id"], text="Вы за столом.")
    assert await tapping == Answer("Вы за столом.")


async def test_edits_and_deletions_are_seen_in_place(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, _, bot = play
    olya = await stage.person("Оля")
    await olya.start()
    sent = await bot.call("sendMessage", chat_id=olya.id, text="Ночь")
    assert isinstance(sent, dict)
    await olya.until(lambda: olya.sees() == ["/start", "Ночь"])
    await bot.call("editMessageText", chat_id=olya.id, message_id=sent["message_id"], text="День")
    await olya.until(lambda: olya.sees() == ["/start", "День"])
    await bot.call("deleteMessage", chat_id=olya.id, message_id=sent["message_id"])
    await olya.until(lambda: olya.sees() == ["/start"])


async def test_who_comes_late_sees_what_was_said_before(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, host, bot = play
    olya, petya = await stage.person("Оля"), await stage.person("Петя")
    yard = await stage.group("Двор", [olya], host)
    await bot.call("sendMessage", chat_id=yard.id, text="Стол накрыт")
    await petya.join(yard)
    assert "Стол накрыт" in petya.sees(yard)
    await petya.leave(yard)
    await petya.until(lambda: petya.sees(yard) == [])


async def test_a_muted_person_is_told_why_and_sees_it(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, host, bot = play
    olya, petya = await stage.person("Оля"), await stage.person("Петя")
    yard = await stage.group("Двор", [olya, petya], host, rights=["can_restrict_members"])
    await bot.call("restrictChatMember", chat_id=yard.id, user_id=petya.id, permissions={})
    await petya.until(lambda: petya.chat(yard)["cannot_write_why"] == "muted")
    with pytest.raises(CommandError, match="muted"):
        await petya.say("Я не мафия", yard)


async def test_a_condition_that_never_comes_says_what_is_seen(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, _, _ = play
    olya = await stage.person("Оля")
    await olya.start()
    await olya.until(olya.sees)
    with pytest.raises(WaitTimeout, match="/start"):
        await olya.until(lambda: False, within=0.01)


async def test_faults_and_counts_are_at_hand(play: tuple[Client, BotAccount, Bot]) -> None:
    stage, _, bot = play
    olya = await stage.person("Оля")
    await olya.start()
    await stage.fault("error", method="sendMessage", error_code=500)
    with pytest.raises(AssertionError, match="restart"):
        await bot.call("sendMessage", chat_id=olya.id, text="Ночь")
    assert (await stage.counts())["refusals"] == {"500": 1}
