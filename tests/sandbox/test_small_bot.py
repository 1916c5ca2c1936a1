"""A small bot on aiogram's polling works under the published rate limits."""

import asyncio
import contextlib

from sandbox.botapi.rate_limits import PUBLISHED
from sandbox.client import Answer, BotAccount, Client, Group
from sandbox.server import Sandbox
from tests.kits.sandbox.small_bot import SMALL_BOT, run_small_bot


async def test_a_visitor_sits_down_and_sees_a_card() -> None:
    async with Sandbox([SMALL_BOT], limits=PUBLISHED) as sandbox, Client(sandbox) as stage:
        polling = asyncio.create_task(run_small_bot(sandbox.url))
        try:
            await visit(stage)
        finally:
            polling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await polling


async def visit(stage: Client) -> None:
    host: BotAccount = await stage.bot(SMALL_BOT.token, SMALL_BOT.first_name, SMALL_BOT.username)
    olya = await stage.person("Оля")
    yard: Group = await stage.group("Двор", [olya], host, rights=[])
    await olya.say("/newgame", yard)
    await olya.until(lambda: "Сесть за стол" in olya.buttons(yard))
    assert await olya.tap("Сесть за стол", yard) == Answer("Вы сели за стол, место 1.")
    await olya.until(lambda: any("1. Оля" in text for text in olya.sees(yard)))
    await olya.start(host)
    await olya.until(olya.buttons)
    asked = await olya.tap("Что это?")
    assert asked is not None
    assert asked.alert
    await olya.tap("Моя карта")
    await olya.until(lambda: any("photo" in message for message in olya.messages()))
