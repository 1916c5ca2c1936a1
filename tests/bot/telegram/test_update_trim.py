"""Updates are parsed without the fields that the host does not use; calls are serialised by aiogram."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.enums import ParseMode
from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.methods import AnswerCallbackQuery, GetUpdates, SendDocument, SendMessage, TelegramMethod
from aiogram.types import BufferedInputFile, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update
from aiohttp import BytesPayload, FormData
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.calls.session import DONE, Session
from bot.telegram.updates.update_trim import read_answer, read_update

BOT = Bot("1:x", session=Session(read_answer), default=DefaultBotProperties(parse_mode=ParseMode.HTML))
BOARD = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="№ 4 «Ёж»", callback_data="m:1")]])
TAPPED = {
    "message_id": 7,
    "date": 1,
    "chat": {"id": -100, "type": "supergroup", "title": "Двор"},
    "message_thread_id": 3,
    "is_topic_message": True,
    "text": "Голосование",
    "entities": [{"type": "bold", "offset": 0, "length": 4}],
    "reply_markup": BOARD.model_dump(exclude_none=True),
}
TAP: dict[str, Any] = {
    "update_id": 5,
    "callback_query": {
        "id": "9",
        "from": {"id": 5, "is_bot": False, "first_name": "Анна"},
        "chat_instance": "1",
        "data": "m:1",
        "message": TAPPED,
    },
}


def test_of_a_tapped_message_it_is_known_which_it_is_and_that_it_had_a_keyboard() -> None:
    whole = Update.model_validate(TAP)
    spared = Update.model_validate(read_update(json.dumps(TAP)))
    query, before = spared.callback_query, whole.callback_query
    assert query is not None
    assert before is not None
    message, old = query.message, before.message
    assert isinstance(message, Message)
    assert isinstance(old, Message)
    assert (message.chat, message.message_id, message.message_thread_id) == (old.chat, 7, 3)
    assert message.is_topic_message
    assert message.reply_markup is not None
    assert message.text is None
    assert (query.id, query.data, query.from_user) == (before.id, before.data, before.from_user)


def test_a_message_that_is_too_old_to_be_shown_stays_so() -> None:
    old = {"message_id": 7, "date": 0, "chat": TAPPED["chat"]}
    tap = {**TAP, "callback_query": {**TAP["callback_query"], "message": old}}
    read = Update.model_validate(read_update(json.dumps(tap))).callback_query
    assert read is not None
    assert not isinstance(read.message, Message)


def test_what_people_write_is_read_whole() -> None:
    written = {"update_id": 6, "message": {**TAPPED, "reply_to_message": TAPPED}}
    assert read_update(json.dumps(written)) == written


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["result", "callback_query", "message", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(json_values)
def test_nothing_that_is_json_breaks_the_reading(value: Any) -> None:
    read_update(json.dumps(value))
    read_answer(json.dumps(value))


@pytest.mark.parametrize(
    "method",
    [
        SendMessage(chat_id=-5, text="№ 4 & <b>ё</b> = 1+1", reply_markup=BOARD, disable_notification=False),
        SendMessage(chat_id=-5, text="x", parse_mode=None),
        AnswerCallbackQuery(callback_query_id="9", text="Принято", show_alert=True),
        GetUpdates(offset=4, timeout=25, allowed_updates=["message", "callback_query"]),
    ],
)
def test_a_call_carries_the_fields_that_aiogram_would_send(method: TelegramMethod[Any]) -> None:
    ours, theirs = Session(read_answer).build_form_data(BOT, method), AiohttpSession().build_form_data(BOT, method)
    form = theirs()
    assert isinstance(ours, BytesPayload)
    assert isinstance(form, BytesPayload)
    assert parse_qsl(ours.decode(), strict_parsing=True) == parse_qsl(form.decode(), strict_parsing=True)
    assert ours.content_type == "application/x-www-form-urlencoded"


def test_a_file_goes_as_aiogram_sends_it() -> None:
    method = SendDocument(chat_id=5, document=BufferedInputFile(b"x", "game.mafia"))
    assert isinstance(Session(read_answer).build_form_data(BOT, method), FormData)


def test_answers_are_what_aiogram_makes_of_them() -> None:
    session, tap = Session(read_answer), AnswerCallbackQuery(callback_query_id="9")
    assert session.check_response(BOT, tap, 200, DONE).result is True
    sent = SendMessage(chat_id=5, text="x")
    found = session.check_response(BOT, sent, 200, json.dumps({"ok": True, "result": TAPPED})).result
    assert isinstance(found, Message)
    assert found.text == TAPPED["text"]
    refused = {"ok": False, "error_code": 400, "description": "Bad Request: query is too old"}
    with pytest.raises(TelegramBadRequest):
        session.check_response(BOT, tap, 400, json.dumps(refused))
    hasty = {"ok": False, "error_code": 429, "description": "x", "parameters": {"retry_after": 3}}
    with pytest.raises(TelegramRetryAfter):
        session.check_response(BOT, tap, 429, json.dumps(hasty))
