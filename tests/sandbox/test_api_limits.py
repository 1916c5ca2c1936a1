"""Limits of the Bot API: at the limit a call passes, above it fails; updates, callbacks, restrictions."""

import asyncio
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
    ChatMemberRestricted,
    ChatPermissions,
    DisabledButton,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
)

from tests.sandbox.kit.stage import ANEW, Cast, Refused, keyboard, png, updates_of

MUTED = ChatPermissions(can_send_messages=False)
OPEN = ChatPermissions(
    can_send_messages=True,
    can_send_photos=True,
    can_send_other_messages=True,
    can_add_web_page_previews=True,
)


# Lengths


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


async def test_an_answer_at_the_limit_passes(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    assert await cast.bot.answer_callback_query(query, text="я" * 200, show_alert=True)
    answer = await cast.stage.do("callback_answer", query_id=query)
    assert (answer["text"], answer["alert"]) == ("я" * 200, True)


# Keyboards


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


@pytest.mark.parametrize(("row", "column"), [(0, 1), (1, 0), (-1, 0), (0, -1), (99, 99)])
async def test_there_is_no_button_to_tap(cast: Cast, row: int, column: int) -> None:
    sent = await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a"))
    with pytest.raises(Refused):
        await cast.tap(sent, row, column)


async def test_a_forged_tap_reaches_the_bot(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    await cast.stage.do("tap", user_id=cast.bob, chat=cast.group, message_id=sent.message_id, data="forged")
    [update] = await updates_of(cast.bot, 1)
    assert update.callback_query is not None
    assert update.callback_query.data == "forged"


async def test_a_stranger_cannot_tap_in_a_group(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    stranger = await cast.stage.add_person("Stranger")
    with pytest.raises(Refused):
        await cast.tap(sent, user_id=stranger)


async def test_a_muted_person_can_still_tap(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)
    assert await cast.tap(sent, user_id=cast.bob)


async def test_a_query_is_answered_once(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    assert await cast.stage.do("callback_answer", query_id=query) is None
    await cast.bot.answer_callback_query(query, text="first")
    assert (await cast.stage.do("callback_answer", query_id=query, wait=5))["text"] == "first"


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


# Files


async def test_a_picture_comes_back_as_it_was(cast: Cast) -> None:
    picture = png(64, 48)
    sent = await cast.bot.send_photo(cast.ann, BufferedInputFile(picture, "grey.png"))
    assert sent.photo is not None
    assert (sent.photo[-1].width, sent.photo[-1].height) == (64, 48)
    again = await cast.bot.send_photo(cast.bob, sent.photo[-1].file_id)
    assert again.photo is not None
    assert again.photo[-1].file_unique_id == sent.photo[-1].file_unique_id
    file = await cast.bot.get_file(again.photo[-1].file_id)
    assert file.file_path is not None
    downloaded = await cast.bot.download_file(file.file_path)
    assert downloaded is not None
    assert downloaded.read() == picture


async def test_a_document_keeps_its_name(cast: Cast) -> None:
    sent = await cast.bot.send_document(cast.group, BufferedInputFile(b"1. e4 e5", "партія.pgn"), caption="A game")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("партія.pgn", 8)
    kept = BytesIO()
    await cast.bot.download(sent.document, kept)
    assert kept.getvalue() == b"1. e4 e5"


async def test_what_is_no_picture_is_refused_as_a_photo(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match="IMAGE_PROCESS_FAILED"):
        await cast.bot.send_photo(cast.ann, BufferedInputFile(b"no picture", "grey.png"))
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_photo(cast.ann, "AgACAgIAAxkNoSuchFile")


async def test_a_picture_can_be_replaced_in_place(cast: Cast) -> None:
    sent = await cast.bot.send_photo(cast.ann, BufferedInputFile(png(), "a.png"), caption="a")
    edited = await cast.bot.edit_message_media(
        InputMediaPhoto(media=BufferedInputFile(png(10, 10), "b.png"), caption="b"),
        chat_id=cast.ann,
        message_id=sent.message_id,
    )
    assert isinstance(edited, Message)
    assert (edited.message_id, edited.caption) == (sent.message_id, "b")
    assert edited.photo is not None
    assert edited.photo[-1].width == 10


# Updates


async def test_an_unconfirmed_update_comes_again(cast: Cast) -> None:
    await cast.say("/one")
    await cast.say("/two")
    first = await cast.bot.get_updates(timeout=0)
    again = await cast.bot.get_updates(offset=ANEW, timeout=0)
    assert [update.update_id for update in again] == [update.update_id for update in first]
    assert len(first) == 2
    assert first[1].update_id == first[0].update_id + 1
    rest = await cast.bot.get_updates(offset=first[0].update_id + 1, timeout=0)
    assert [update.update_id for update in rest] == [first[1].update_id]
    assert await cast.bot.get_updates(offset=first[1].update_id + 1, timeout=0) == []
    assert await cast.bot.get_updates(timeout=0) == []


async def test_a_limit_is_kept(cast: Cast) -> None:
    for number in range(5):
        await cast.say(f"/number{number}")
    assert len(await cast.bot.get_updates(limit=2, timeout=0)) == 2
    assert len(await cast.bot.get_updates(offset=ANEW, timeout=0)) == 5


async def test_a_negative_offset_counts_from_the_end_and_forgets_the_rest(cast: Cast) -> None:
    for number in range(3):
        await cast.say(f"/number{number}")
    [last] = await cast.bot.get_updates(offset=-1, timeout=0)
    assert last.message is not None
    assert last.message.text == "/number2"
    assert len(await cast.bot.get_updates(timeout=0)) == 1


async def test_a_long_poll_returns_as_soon_as_something_happens(cast: Cast) -> None:
    poll = asyncio.create_task(cast.bot.get_updates(timeout=50))
    await cast.bot.get_me()
    assert not poll.done()
    await cast.say("/now")
    [update] = await asyncio.wait_for(poll, 5)
    assert update.message is not None
    assert update.message.text == "/now"


async def test_chat_member_updates_come_only_when_asked_for(cast: Cast) -> None:
    guest = await cast.stage.add_person("Guest")
    await cast.stage.do("join", chat=cast.group, user_id=guest)
    assert all(update.chat_member is None for update in await cast.bot.get_updates(timeout=0))
    await cast.bot.get_updates(allowed_updates=["chat_member"], timeout=0, offset=-1)
    await cast.stage.do("leave", chat=cast.group, user_id=guest)
    updates = await cast.bot.get_updates(timeout=0)
    changed = [update.chat_member for update in updates if update.chat_member]
    assert [(change.old_chat_member.status, change.new_chat_member.status) for change in changed] == [
        ("member", "left")
    ]


async def test_a_bot_is_told_of_its_own_restriction_when_it_asked(cast: Cast) -> None:
    await cast.bot.get_updates(allowed_updates=["chat_member"], timeout=0)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)
    [update] = await updates_of(cast.bot, 1)
    change = update.chat_member
    assert change is not None
    assert (change.from_user.id, change.new_chat_member.user.id) == (cast.bot.id, cast.bob)
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "restricted")


async def test_only_the_kinds_asked_for_are_kept(cast: Cast) -> None:
    await cast.bot.get_updates(allowed_updates=["callback_query"], timeout=0)
    await cast.say("/unheard")
    await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    [update] = await cast.bot.get_updates(timeout=0)
    assert update.event_type == "callback_query"
    await cast.bot.get_updates(allowed_updates=[], offset=update.update_id + 1, timeout=0)


async def test_a_persons_edit_is_told(cast: Cast) -> None:
    said = await cast.say("/vote 3")
    await cast.stage.do("edit", user_id=cast.ann, chat=cast.group, message_id=said, text="/vote 4")
    first, second = await updates_of(cast.bot, 2)
    assert first.message is not None
    assert second.edited_message is not None
    assert (second.edited_message.message_id, second.edited_message.text) == (said, "/vote 4")
    with pytest.raises(Refused):
        await cast.stage.do("edit", user_id=cast.bob, chat=cast.group, message_id=said, text="forged")


async def test_two_bots_have_queues_of_their_own(cast: Cast) -> None:
    other = await cast.stage.add_bot("77:other-token", "other_bot")
    await cast.stage.do("start", user_id=cast.ann, bot_id=other.id, payload="deep")
    assert await cast.bot.get_updates(timeout=0) == []
    [update] = await updates_of(other, 1)
    assert update.message is not None
    assert update.message.text == "/start deep"


# Restrictions


async def write(cast: Cast) -> bool:
    """Whether Bob can write now, and what the messenger shows him agrees."""
    chats = (await cast.stage.do("view_as", user_id=cast.bob))["chats"]
    [group] = [chat for chat in chats if chat["id"] == cast.group]
    try:
        await cast.say("I can speak", user_id=cast.bob)
    except Refused:
        assert not group["can_write"]
        assert group["cannot_write_why"] == "muted"
        return False
    assert group["can_write"]
    assert group["cannot_write_why"] is None
    return True


async def restricted(cast: Cast) -> ChatMemberRestricted:
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberRestricted)
    return member


async def test_a_muted_person_cannot_write_and_can_again_afterwards(cast: Cast) -> None:
    assert await write(cast)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)
    assert not await write(cast)
    member = await restricted(cast)
    assert member.is_member
    assert not member.can_send_messages
    await cast.bot.restrict_chat_member(cast.group, cast.bob, OPEN)
    assert await write(cast)


async def test_only_what_is_restricted_is_refused(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.bob, ChatPermissions(can_send_messages=True))
    assert await write(cast)
    for kind in ("sticker", "photo", "voice"):
        with pytest.raises(Refused):
            await cast.stage.do("send", user_id=cast.bob, chat=cast.group, kind=kind)
        await cast.stage.do("send", user_id=cast.mark, chat=cast.group, kind=kind)


@pytest.mark.parametrize(
    ("ahead", "lasts"),
    [
        (timedelta(minutes=10), True),
        (timedelta(seconds=50), True),
        (timedelta(days=365), True),
        (timedelta(seconds=20), False),
        (timedelta(seconds=-100), False),
        (timedelta(days=367), False),
    ],
)
async def test_until_date_too_near_or_too_far_means_for_ever(cast: Cast, ahead: timedelta, lasts: bool) -> None:
    until = datetime.now(UTC).replace(microsecond=0) + ahead
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=until)
    assert not await write(cast)
    told = (await restricted(cast)).until_date
    assert int(told.timestamp()) == (int(until.timestamp()) if lasts else 0)


async def test_a_restriction_ends_by_itself(cast: Cast) -> None:
    until = datetime.now(UTC) + timedelta(minutes=10)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=until)
    cast.stage.clock.forward(minutes=9)
    assert not await write(cast)
    cast.stage.clock.forward(minutes=2)
    assert await write(cast)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "member"


async def test_a_restriction_for_ever_does_not_end(cast: Cast) -> None:
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED, until_date=timedelta(seconds=20))
    cast.stage.clock.forward(days=400)
    assert not await write(cast)


async def test_an_old_message_can_be_edited_but_not_deleted_after_two_days(cast: Cast) -> None:
    """MessagesManager.cpp, can_edit_message and can_revoke_message."""
    sent = await cast.bot.send_message(cast.ann, "old")
    said = await cast.stage.do("say", user_id=cast.ann, chat=cast.private, text="old too")
    cast.stage.clock.forward(hours=49)
    assert await cast.bot.edit_message_text("still", chat_id=cast.ann, message_id=sent.message_id)
    for message_id in (sent.message_id, said["message_id"]):
        with pytest.raises(TelegramBadRequest, match="message can't be deleted for everyone"):
            await cast.bot.delete_message(cast.ann, message_id)


async def test_a_forward_and_a_message_with_a_reply_keyboard_cannot_be_edited(cast: Cast) -> None:
    """MessagesManager.cpp, can_edit_message."""
    sent = await cast.bot.send_message(cast.group, "own")
    passed = await cast.bot.forward_message(cast.ann, cast.group, sent.message_id)
    asked = await cast.bot.send_message(cast.ann, "name?", reply_markup=ForceReply())
    for message in (passed, asked):
        with pytest.raises(TelegramBadRequest, match="message can't be edited"):
            await cast.bot.edit_message_text("other", chat_id=cast.ann, message_id=message.message_id)


async def test_two_days_bind_admins_too(cast: Cast) -> None:
    """MessagesManager.cpp, can_delete_channel_message: the right to delete does not help."""
    sent = await cast.bot.send_message(cast.group, "old")
    said = await cast.say("old too")
    cast.stage.clock.forward(hours=47)
    assert await cast.bot.delete_message(cast.group, said)
    cast.stage.clock.forward(hours=2)
    with pytest.raises(TelegramBadRequest, match=r"message can't be deleted$"):
        await cast.bot.delete_message(cast.group, sent.message_id)
    with pytest.raises(TelegramBadRequest, match=r"message can't be deleted$"):
        await cast.bot.delete_messages(cast.group, [sent.message_id])


async def test_what_made_a_group_or_a_topic_stays(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match=r"message can't be deleted$"):
        await cast.bot.delete_message(cast.group, 1)
    group = await cast.stage.add_group(cast.ann, is_forum=True)
    order = {"bot_id": cast.bot.id, "user_id": cast.ann, "rights": ["can_delete_messages"]}
    await cast.stage.do("add_bot_to_group", chat=group, **order)
    topic = int(await cast.stage.do("add_topic", chat=group, name="Game"))
    with pytest.raises(TelegramBadRequest, match=r"message can't be deleted$"):
        await cast.bot.delete_message(group, topic)


async def test_a_die_in_a_private_chat_stays_for_a_day(cast: Cast) -> None:
    die = await cast.bot.send_dice(cast.ann)
    with pytest.raises(TelegramBadRequest, match="message can't be deleted for everyone"):
        await cast.bot.delete_message(cast.ann, die.message_id)
    cast.stage.clock.forward(hours=25)
    assert await cast.bot.delete_message(cast.ann, die.message_id)


async def test_permissions_of_the_group_bind_members_but_not_admins(cast: Cast) -> None:
    await cast.promote(cast.mark, "can_delete_messages")
    await cast.stage.do("set_permissions", chat=cast.group, permissions={"can_send_messages": False})
    with pytest.raises(Refused):
        await cast.say("a", user_id=cast.bob)
    await cast.say("b", user_id=cast.mark)
    await cast.say("c", user_id=cast.ann)
    chat = await cast.bot.get_chat(cast.group)
    assert chat.permissions is not None
    assert not chat.permissions.can_send_messages


async def test_a_banned_person_is_out_until_unbanned(cast: Cast) -> None:
    await cast.bot.ban_chat_member(cast.group, cast.bob)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "kicked"
    with pytest.raises(Refused):
        await cast.say("a", user_id=cast.bob)
    with pytest.raises(Refused):
        await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
    await cast.bot.unban_chat_member(cast.group, cast.bob)
    await cast.stage.do("join", chat=cast.group, user_id=cast.bob)
    await cast.say("b", user_id=cast.bob)
