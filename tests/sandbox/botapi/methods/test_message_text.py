"""Lengths of texts and captions."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
)

from tests.kits.sandbox.stage import Cast, png


@pytest.mark.parametrize("text", ["x" * 4096, "я" * 4096, "<b>" + "я" * 4096 + "</b>", "&lt;" * 4096])
async def test_a_text_at_the_limit_passes(cast: Cast, text: str) -> None:
    sent = await cast.bot.send_message(cast.ann, text, parse_mode="HTML")
    assert sent.text is not None
    assert len(sent.text) == 4096


async def test_a_caption_at_the_limit_passes(cast: Cast) -> None:
    sent = await cast.bot.send_photo(cast.ann, BufferedInputFile(png(), "grey.png"), caption="я" * 1024)
    assert sent.caption == "я" * 1024
    with pytest.raises(TelegramBadRequest, match="message caption is too long"):
        await cast.bot.edit_message_caption(chat_id=cast.ann, message_id=sent.message_id, caption="я" * 1025)
