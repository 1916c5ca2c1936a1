"""Refusals as aiogram's exceptions, with Telegram's exact texts."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from aiogram.exceptions import (
    RestartingTelegram,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from aiogram.types import (
    BufferedInputFile,
    ChatPermissions,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyParameters,
)

from tests.kits.sandbox.stage import TOKEN, Cast, keyboard, png

Scenario = Callable[[Cast], Awaitable[Any]]

TABLE: dict[int, tuple[str, ...]] = {
    400: (
        "Bad Request: message text is empty",
        "Bad Request: message is too long",
        "Bad Request: message caption is too long",
        "Bad Request: MESSAGE_TOO_LONG",
        "Bad Request: BUTTON_DATA_INVALID",
        "Bad Request: reply markup is too long",
        "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
        " as a current content and reply markup of the message",
        "Bad Request: message to edit not found",
        "Bad Request: message to delete not found",
        "Bad Request: message to be replied not found",
        "Bad Request: message can't be edited",
        "Bad Request: message can't be deleted",
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
        "Bad Request: chat not found",
        "Bad Request: user not found",
        "Bad Request: message thread not found",
        "Bad Request: group chat was upgraded to a supergroup chat",
        "Bad Request: method is available only for supergroups",
        "Bad Request: not enough rights to restrict/unrestrict chat member",
        "Bad Request: not enough rights to manage pinned messages in the chat",
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: user is an administrator of the chat",
        "Bad Request: can't remove chat owner",
        "Bad Request: can't restrict self",
    ),
    401: ("Unauthorized",),
    403: (
        "Forbidden: bot can't initiate conversation with a user",
        "Forbidden: bot was blocked by the user",
        "Forbidden: user is deactivated",
        "Forbidden: bot was kicked from the supergroup chat",
        "Forbidden: bot is not a member of the supergroup chat",
        "Forbidden: the group chat was deleted",
    ),
    404: ("Not Found: method not found",),
    409: (
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
        "Conflict: can't use getUpdates method while webhook is active;"
        " use deleteWebhook to delete the webhook first",
    ),
    429: ("Too Many Requests: retry after N",),
    500: ("Internal Server Error: restart",),
}

EXCEPTIONS: dict[int, type[TelegramAPIError]] = {
    400: TelegramBadRequest,
    401: TelegramUnauthorizedError,
    403: TelegramForbiddenError,
    404: TelegramNotFound,
    409: TelegramConflictError,
    429: TelegramRetryAfter,
    500: RestartingTelegram,
}

CODES = {text: code for code, texts in TABLE.items() for text in texts}
NOWHERE = 987_654
MUTED = ChatPermissions(can_send_messages=False)


@dataclass(frozen=True)
class Row:
    text: str
    scenario: Scenario


ROWS: list[Row] = []


def refused_with(text: str) -> Callable[[Scenario], Scenario]:
    """The scenario's last call must be refused with this text of the table, with or without its prefix."""

    def register(scenario: Scenario) -> Scenario:
        whole = [row for row in CODES if row == text or row.endswith(f": {text}")]
        assert len(whole) == 1, (text, whole)
        ROWS.append(Row(whole[0], scenario))
        return scenario

    return register


# Content


@refused_with("message text is empty")
async def nothing_to_send(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "")


@refused_with("message text is empty")
async def only_blanks(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, " \n\t ")


@refused_with("message text is empty")
async def only_tags(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "<b></b><i> </i>", parse_mode="HTML")


@refused_with("message text is empty")
async def an_edit_to_nothing(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "something")
    await cast.bot.edit_message_text("", chat_id=cast.ann, message_id=sent.message_id)


@refused_with("message is too long")
async def one_character_over(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "я" * 4097)


@refused_with("message is too long")
async def an_edit_one_character_over(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "something")
    await cast.bot.edit_message_text("я" * 4097, chat_id=cast.ann, message_id=sent.message_id)


@refused_with("message caption is too long")
async def a_caption_one_character_over(cast: Cast) -> None:
    await cast.bot.send_photo(cast.ann, BufferedInputFile(png(), "grey.png"), caption="я" * 1025)


@refused_with("MESSAGE_TOO_LONG")
async def an_answer_one_character_over(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    await cast.bot.answer_callback_query(query, text="я" * 201, show_alert=True)


@refused_with("BUTTON_DATA_INVALID")
async def data_of_65_bytes(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("x" * 65))


@refused_with("BUTTON_DATA_INVALID")
async def data_of_33_cyrillic_letters(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("я" * 33))


@refused_with("BUTTON_DATA_INVALID")
async def no_data_at_all(cast: Cast) -> None:
    button = InlineKeyboardButton(text="tap", callback_data="")
    await cast.bot.send_message(cast.ann, "tap", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]]))


@refused_with("BUTTON_DATA_INVALID")
async def data_of_65_bytes_in_an_edit(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a"))
    await cast.bot.edit_message_reply_markup(
        chat_id=cast.ann, message_id=sent.message_id, reply_markup=keyboard("x" * 65)
    )


@refused_with("reply markup is too long")
async def a_hundred_and_one_buttons(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard(*(f"{number}" for number in range(101))))


@refused_with("reply markup is too long")
async def a_markup_over_10_kilobytes(cast: Cast) -> None:
    button = InlineKeyboardButton(text="я" * 100, callback_data="x" * 64)
    await cast.bot.send_message(
        cast.ann, "tap", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]] * 50)
    )


@refused_with("can't parse entities: Can't find end tag corresponding to start tag \"b\"")
async def a_tag_left_open(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "<b>Night falls", parse_mode="HTML")


@refused_with("can't parse entities: Can't find end tag corresponding to start tag \"b\"")
async def a_tag_left_open_in_a_caption(cast: Cast) -> None:
    await cast.bot.send_photo(
        cast.ann, BufferedInputFile(png(), "grey.png"), caption="<b>Night", parse_mode="HTML"
    )


NOT_MODIFIED = next(text for text in TABLE[400] if "not modified" in text)


@refused_with(NOT_MODIFIED)
async def an_edit_to_the_same_text(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "<b>Night</b>", parse_mode="HTML", reply_markup=keyboard("a"))
    await cast.bot.edit_message_text(
        "<b>Night</b>",
        chat_id=cast.ann,
        message_id=sent.message_id,
        parse_mode="HTML",
        reply_markup=keyboard("a"),
    )


@refused_with(NOT_MODIFIED)
async def an_edit_to_the_same_buttons(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "Night", reply_markup=keyboard("a"))
    await cast.bot.edit_message_reply_markup(
        chat_id=cast.ann, message_id=sent.message_id, reply_markup=keyboard("a")
    )


# What is not there


@refused_with("message to edit not found")
async def an_edit_of_nothing(cast: Cast) -> None:
    await cast.bot.edit_message_text("Day", chat_id=cast.ann, message_id=NOWHERE)


@refused_with("message to edit not found")
async def an_edit_of_a_deleted_message(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "Night")
    await cast.bot.delete_message(cast.group, sent.message_id)
    await cast.bot.edit_message_text("Day", chat_id=cast.group, message_id=sent.message_id)


@refused_with("message to delete not found")
async def a_deletion_of_nothing(cast: Cast) -> None:
    await cast.bot.delete_message(cast.ann, NOWHERE)


@refused_with("message to delete not found")
async def a_second_deletion(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "Night")
    await cast.bot.delete_message(cast.group, sent.message_id)
    await cast.bot.delete_message(cast.group, sent.message_id)


@refused_with("message to be replied not found")
async def a_reply_to_nothing(cast: Cast) -> None:
    await cast.bot.send_message(cast.ann, "Yes", reply_parameters=ReplyParameters(message_id=NOWHERE))


@refused_with("message can't be edited")
async def an_edit_of_a_persons_message(cast: Cast) -> None:
    said = await cast.say("I am red")
    await cast.bot.edit_message_text("I am black", chat_id=cast.group, message_id=said)


@refused_with("message can't be deleted")
async def a_deletion_without_the_right(cast: Cast) -> None:
    await cast.promote(cast.bot.id, "can_restrict_members")
    said = await cast.say("I am red")
    await cast.bot.delete_message(cast.group, said)


@refused_with("query is too old and response timeout expired or query ID is invalid")
async def an_answer_to_no_query(cast: Cast) -> None:
    await cast.bot.answer_callback_query("1234567890123456789", text="Done")


@refused_with("query is too old and response timeout expired or query ID is invalid")
async def an_answer_too_late(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    cast.stage.clock.forward(seconds=20)
    await cast.bot.answer_callback_query(query, text="Done")


@refused_with("chat not found")
async def a_message_to_nobody(cast: Cast) -> None:
    await cast.bot.send_message(NOWHERE, "Hello?")


@refused_with("chat not found")
async def a_message_to_no_group(cast: Cast) -> None:
    await cast.bot.send_message(-1_009_999_999_999, "Hello?")


@refused_with("chat not found")
async def a_message_to_an_unknown_name(cast: Cast) -> None:
    await cast.bot.send_message("@nobody_has_this_name", "Hello?")


@refused_with("user not found")
async def a_member_who_is_nobody(cast: Cast) -> None:
    await cast.bot.get_chat_member(cast.group, NOWHERE)


@refused_with("user not found")
async def muting_nobody(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, NOWHERE, MUTED)


@refused_with("message thread not found")
async def a_message_to_no_topic(cast: Cast) -> None:
    forum = await cast.stage.add_group(cast.ann, is_forum=True)
    await cast.stage.do("add_bot_to_group", chat=forum, bot_id=cast.bot.id, user_id=cast.ann)
    await cast.bot.send_message(forum, "Hello?", message_thread_id=NOWHERE)


# Groups


async def basic_group(cast: Cast, **more: Any) -> int:
    group = await cast.stage.add_group(cast.ann, cast.bob, type="group")
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann, **more)
    return group


@refused_with("group chat was upgraded to a supergroup chat")
async def a_message_to_the_old_id(cast: Cast) -> None:
    group = await basic_group(cast)
    await cast.stage.do("upgrade", chat=group)
    await cast.bot.send_message(group, "Night")


@refused_with("group chat was upgraded to a supergroup chat")
async def any_other_call_with_the_old_id(cast: Cast) -> None:
    group = await basic_group(cast)
    await cast.stage.do("upgrade", chat=group)
    await cast.bot.get_chat_member(group, cast.bob)


@refused_with("method is available only for supergroups")
async def muting_in_a_basic_group(cast: Cast) -> None:
    group = await basic_group(cast, rights=["can_restrict_members"])
    await cast.bot.restrict_chat_member(group, cast.bob, MUTED)


@refused_with("not enough rights to restrict/unrestrict chat member")
async def muting_without_the_right(cast: Cast) -> None:
    await cast.promote(cast.bot.id, "can_pin_messages")
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)


@refused_with("not enough rights to restrict/unrestrict chat member")
async def muting_as_an_ordinary_member(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)


@refused_with("not enough rights to manage pinned messages in the chat")
async def pinning_without_the_right(cast: Cast) -> None:
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": True})
    await cast.promote(cast.bot.id, "can_restrict_members")
    sent = await cast.bot.send_message(cast.group, "Table")
    await cast.bot.pin_chat_message(cast.group, sent.message_id)


@refused_with("not enough rights to manage pinned messages in the chat")
async def unpinning_without_the_right(cast: Cast) -> None:
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": True})
    sent = await cast.bot.send_message(cast.group, "Table")
    await cast.bot.pin_chat_message(cast.group, sent.message_id)
    await cast.promote(cast.bot.id, "can_restrict_members")
    await cast.bot.unpin_chat_message(cast.group, message_id=sent.message_id)


@refused_with("not enough rights to send text messages to the chat")
async def speaking_where_members_may_not(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": False})
    await cast.bot.send_message(cast.group, "Night")


@refused_with("user is an administrator of the chat")
async def muting_an_admin(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages")
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)


@refused_with("user is an administrator of the chat")
async def banning_an_admin(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages")
    await cast.bot.ban_chat_member(cast.group, cast.bob)


@refused_with("can't remove chat owner")
async def muting_the_owner(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.ann, MUTED)


@refused_with("can't remove chat owner")
async def banning_the_owner(cast: Cast) -> None:
    await cast.bot.ban_chat_member(cast.group, cast.ann)


@refused_with("can't restrict self")
async def muting_oneself(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.bot.id, MUTED)


# Who may not


@refused_with("Unauthorized")
async def an_unknown_token(cast: Cast) -> None:
    await cast.stage.client("4242:another-token").get_me()


@refused_with("Unauthorized")
async def the_token_of_no_bot(cast: Cast) -> None:
    await cast.stage.client("77:nobody").send_message(cast.ann, "Hello")


@refused_with("bot can't initiate conversation with a user")
async def a_person_who_has_not_started(cast: Cast) -> None:
    await cast.bot.send_message(cast.mark, "Your card")


@refused_with("bot can't initiate conversation with a user")
async def a_photo_to_a_person_who_has_not_started(cast: Cast) -> None:
    await cast.bot.send_photo(cast.mark, BufferedInputFile(png(), "grey.png"))


@refused_with("bot was blocked by the user")
async def a_person_who_blocked(cast: Cast) -> None:
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    await cast.bot.send_message(cast.ann, "Your card")


@refused_with("bot was blocked by the user")
async def an_edit_for_a_person_who_blocked(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.ann, "Your card")
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    await cast.bot.edit_message_text("Gone", chat_id=cast.ann, message_id=sent.message_id)


@refused_with("user is deactivated")
async def a_person_who_deleted_the_account(cast: Cast) -> None:
    await cast.stage.do("change_person", user_id=cast.ann, deactivated=True)
    await cast.bot.send_message(cast.ann, "Your card")


@refused_with("bot was kicked from the supergroup chat")
async def a_group_that_threw_the_bot_out(cast: Cast) -> None:
    await cast.stage.do("remove_from_group", chat=cast.group, target_id=cast.bot.id, user_id=cast.ann)
    await cast.bot.send_message(cast.group, "Night")


@refused_with("bot is not a member of the supergroup chat")
async def a_group_that_the_bot_left(cast: Cast) -> None:
    await cast.bot.leave_chat(cast.group)
    await cast.bot.send_message(cast.group, "Night")


@refused_with("the group chat was deleted")
async def a_group_that_its_owner_deleted(cast: Cast) -> None:
    group = await basic_group(cast)
    await cast.stage.do("delete_group", chat=group)
    await cast.bot.send_message(group, "Night")


# The server itself


class SendTelegraph(TelegramMethod[bool]):
    __returning__ = bool
    __api_method__ = "sendTelegraph"


@refused_with("method not found")
async def an_unknown_method(cast: Cast) -> None:
    await cast.bot(SendTelegraph())


@refused_with(TABLE[409][0])
async def two_pollers(cast: Cast) -> None:
    """One of the two is cut off; which, depends on who came first."""
    polls = [asyncio.create_task(bot.get_updates(timeout=20)) for bot in (cast.bot, cast.stage.client(TOKEN))]
    try:
        done, _ = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        await done.pop()
    finally:
        for poll in polls:
            poll.cancel()
        await asyncio.gather(*polls, return_exceptions=True)


@refused_with(TABLE[409][1])
async def polling_beside_a_webhook(cast: Cast) -> None:
    await cast.bot.set_webhook("http://127.0.0.1:9/hook")
    await cast.bot.get_updates(timeout=0)


@refused_with("Too Many Requests: retry after N")
async def two_messages_in_a_second(cast: Cast) -> None:
    await cast.stage.do("set_limits", per_chat=1, per_group=20, per_bot=30)
    cast.stage.clock.stop()
    for number in range(5):
        await cast.bot.send_message(cast.ann, f"{number}")


@refused_with("Internal Server Error: restart")
async def a_server_that_restarts(cast: Cast) -> None:
    await cast.stage.do(
        "fault", kind="error", times=1, error_code=500, description="Internal Server Error: restart"
    )
    await cast.bot.send_message(cast.ann, "Night")


@pytest.mark.parametrize("row", ROWS, ids=[row.scenario.__name__ for row in ROWS])
async def test_refused_as_telegram_does(row: Row, cast: Cast) -> None:
    code = CODES[row.text]
    kind = TelegramMigrateToChat if "upgraded" in row.text else EXCEPTIONS[code]
    await cast.stage.do("reset_counts")

    with pytest.raises(TelegramAPIError) as caught:
        await row.scenario(cast)

    refusal = caught.value
    assert type(refusal) is kind, refusal
    match refusal:
        case TelegramRetryAfter():
            text = refusal.message.partition("Original description: ")[2]
            assert text == f"Too Many Requests: retry after {refusal.retry_after}"
            assert refusal.retry_after >= 1
        case TelegramMigrateToChat():
            assert refusal.message.partition("Original description: ")[2] == row.text
            assert str(refusal.migrate_to_chat_id).startswith("-100")
        case _:
            assert refusal.message == row.text
    assert isinstance(refusal, TelegramServerError) == (code >= 500)


def test_every_row_of_the_table_is_provoked() -> None:
    assert [text for text in CODES if text not in {row.text for row in ROWS}] == []
    assert sum(len(texts) for texts in TABLE.values()) == len(CODES)


def test_each_scenario_is_named_once() -> None:
    names = [row.scenario.__name__ for row in ROWS]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in names)


async def test_a_refusal_stands_complete_on_the_wire(cast: Cast) -> None:
    answer = await cast.stage.call("sendMessage", chat_id=str(NOWHERE), text="Hello?")
    assert answer == {"ok": False, "error_code": 400, "description": "Bad Request: chat not found"}


async def test_the_time_to_wait_stands_in_parameters_and_header(cast: Cast) -> None:
    await cast.stage.do("set_limits", per_chat=1, per_group=20, per_bot=30)
    cast.stage.clock.stop()
    address = f"{cast.stage.url}/bot{TOKEN}/sendMessage"
    for _ in range(5):
        async with cast.stage.http.post(address, data={"chat_id": cast.ann, "text": "again"}) as response:
            answer = await response.json()
            if response.status == 429:
                wait = answer["parameters"]["retry_after"]
                assert response.headers["Retry-After"] == str(wait)
                assert answer["description"] == f"Too Many Requests: retry after {wait}"
                return
    pytest.fail("five messages at once into one chat, and no limit struck")


async def test_the_supergroups_id_stands_in_parameters(cast: Cast) -> None:
    group = await basic_group(cast)
    upgraded = (await cast.stage.do("upgrade", chat=group))["id"]
    answer = await cast.stage.call("sendMessage", chat_id=str(group), text="Night")
    assert answer["parameters"] == {"migrate_to_chat_id": upgraded}


async def test_refusals_are_counted(cast: Cast) -> None:
    await cast.stage.do("reset_counts")
    for scenario in (nothing_to_send, a_person_who_has_not_started, an_edit_of_nothing):
        with pytest.raises(TelegramAPIError):
            await scenario(cast)
    refusals = (await cast.stage.do("counts"))["refusals"]
    assert {int(code): count for code, count in refusals.items()} == {400: 2, 403: 1}
