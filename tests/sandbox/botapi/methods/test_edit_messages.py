"""Editing: what changes, what cannot be edited."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ForceReply,
    Message,
)

from tests.kits.sandbox.stage import Cast, keyboard


async def test_an_edit_may_change_text_or_buttons_alone(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "Night", reply_markup=keyboard("a"))
    where: dict[str, Any] = {"chat_id": cast.ann, "message_id": sent.message_id}
    other = await cast.bot.edit_message_text("Night", reply_markup=keyboard("b"), **where)
    assert isinstance(other, Message)
    assert other.reply_markup is not None
    assert other.reply_markup.inline_keyboard[0][0].callback_data == "b"
    plain = await cast.bot.edit_message_text("Night", **where)
    assert isinstance(plain, Message)
    assert plain.reply_markup is None
    bold = await cast.bot.edit_message_text("<b>Night</b>", parse_mode="HTML", **where)
    assert isinstance(bold, Message)
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await cast.bot.edit_message_text("<strong>Night</strong>", parse_mode="HTML", **where)


async def test_a_forward_and_a_message_with_a_reply_keyboard_cannot_be_edited(cast: Cast) -> None:
    """MessagesManager.cpp, can_edit_message."""
    sent = await cast.bot.send_message(cast.group, "own")
    passed = await cast.bot.forward_message(cast.ann, cast.group, sent.message_id)
    asked = await cast.bot.send_message(cast.ann, "name?", reply_markup=ForceReply())
    for message in (passed, asked):
        with pytest.raises(TelegramBadRequest, match="message can't be edited"):
            await cast.bot.edit_message_text("other", chat_id=cast.ann, message_id=message.message_id)
