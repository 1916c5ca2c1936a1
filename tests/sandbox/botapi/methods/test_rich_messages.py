"""sendRichMessage."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    InputRichMessage,
)

from tests.kits.sandbox.stage import Cast


async def test_a_rich_message_comes_back_and_is_shown(cast: Cast) -> None:
    html = "<h1>Protocol</h1><table><tr><th>Seat</th><th>Card</th></tr><tr><td>1</td><td>don</td></tr></table>"
    sent = await cast.bot.send_rich_message(cast.group, InputRichMessage(html=html))
    assert sent.rich_message is not None
    assert sent.rich_message.blocks
    assert "rich_message" in (await cast.stage.history(cast.bob, cast.group))[-1]
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_rich_message(cast.group, InputRichMessage())
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_rich_message(cast.group, InputRichMessage(html=html, markdown="# Protocol"))
