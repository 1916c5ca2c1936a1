"""Keyboards and their limits."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    DisabledButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
)

from tests.kits.sandbox.stage import Cast, Refused, keyboard, updates_of


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("[]", "object expected as reply markup"),
        (
            '{"inline_keyboard": [{}]}',
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
        ("{", "can't parse reply keyboard markup JSON object"),
    ],
)
async def test_a_keyboard_of_the_wrong_shape_is_named(cast: Cast, markup: str, words: str) -> None:
    told = await cast.stage.call("sendMessage", chat_id=str(cast.group), text="a", reply_markup=markup)
    assert told["description"] == f"Bad Request: {words}"


async def test_a_hundred_buttons_pass(cast: Cast) -> None:
    rows = [tuple(f"{row}-{column}" for column in range(5)) for row in range(20)]
    sent = await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard(*rows))
    assert sent.reply_markup is not None
    assert sum(len(row) for row in sent.reply_markup.inline_keyboard) == 100


@pytest.mark.parametrize("data", ["x", "x" * 64, "я" * 32, "🌙" * 16])
async def test_callback_data_up_to_64_bytes_arrives_whole(cast: Cast, data: str) -> None:
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard(data))
    await cast.tap(sent, user_id=cast.bob)
    [update] = await updates_of(cast.bot, 1)
    query = update.callback_query
    assert query is not None
    assert query.data == data
    assert query.from_user.id == cast.bob
    assert query.chat_instance
    assert isinstance(query.message, Message)
    assert query.message.message_id == sent.message_id


@pytest.mark.parametrize("button", [{"text": "a"}, {"text": "a", "url": ""}, {"text": "", "callback_data": "a"}])
async def test_a_button_that_is_none_is_refused(cast: Cast, button: dict[str, str]) -> None:
    markup = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(**button)]])  # type: ignore[arg-type]
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.ann, "tap", reply_markup=markup)


async def test_styles_and_disabled_buttons_are_kept(cast: Cast) -> None:
    row = [
        InlineKeyboardButton(text="shoot", callback_data="shoot", style="danger"),
        InlineKeyboardButton(text="gone", disabled=DisabledButton()),
    ]
    sent = await cast.bot.send_message(cast.ann, "tap", reply_markup=InlineKeyboardMarkup(inline_keyboard=[row]))
    assert sent.reply_markup is not None
    [[shoot, gone]] = sent.reply_markup.inline_keyboard
    assert shoot.style == "danger"
    assert gone.disabled is not None
    with pytest.raises(Refused):
        await cast.tap(sent, column=1)


async def test_an_unknown_style_is_refused(cast: Cast) -> None:
    button = InlineKeyboardButton(text="shoot", callback_data="shoot", style="pink")
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.ann, "tap", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]]))


async def test_a_link_button_opens_its_address(cast: Cast) -> None:
    button = InlineKeyboardButton(text="open", url="https://example.org/")
    sent = await cast.bot.send_message(
        cast.ann, "tap", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]])
    )
    tapped = await cast.stage.do(
        "tap", user_id=cast.ann, chat=cast.private, message_id=sent.message_id, row=0, column=0
    )
    assert tapped["url"] == "https://example.org/"
    assert await cast.bot.get_updates(timeout=0) == []
