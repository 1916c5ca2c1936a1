"""What people do, and which updates a bot gets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import pytest_asyncio
from aiogram import Bot
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ChatMemberAdministrator,
    ChatPermissions,
    EphemeralMessageParameters,
    Message,
)

from sandbox import client
from sandbox.server import Sandbox
from tests.kits.sandbox.stage import TOKEN, Cast, QuickSession, Refused, forget, keyboard, updates_of

KINDS = ("sticker", "voice", "photo", "video_note", "document", "video", "audio", "animation")


@pytest.mark.parametrize("kind", KINDS)
async def test_whatever_a_person_sends_has_its_own_field(cast: Cast, kind: str) -> None:
    sent = await cast.stage.do("send", user_id=cast.ann, chat=cast.group, kind=kind)
    [update] = await updates_of(cast.bot, 1)
    assert isinstance(update.message, Message)
    assert update.message.message_id == sent["message_id"]
    assert update.message.content_type == kind
    assert update.message.text is None


async def test_an_unknown_kind_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused):
        await cast.stage.do("send", user_id=cast.ann, chat=cast.group, kind="elephant")


async def test_a_bot_added_by_a_link_gets_the_payload(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.ann)
    await cast.stage.do(
        "add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann, start_payload="table7"
    )
    updates = await cast.bot.get_updates(timeout=0)
    assert "/start@host_bot table7" in [update.message.text for update in updates if update.message]


async def test_a_forward_by_a_person_names_its_origin(cast: Cast) -> None:
    said = await cast.say("A quote", user_id=cast.bob)
    await cast.stage.do("forward", user_id=cast.ann, chat=cast.group, message_id=said, to=cast.private)
    update = (await updates_of(cast.bot, 2))[-1]
    assert update.message is not None
    assert update.message.chat.id == cast.ann
    assert update.message.forward_origin is not None
    assert update.message.text == "A quote"


async def test_a_person_deletes_own_messages_only(cast: Cast) -> None:
    said = await cast.say("mine", user_id=cast.bob)
    with pytest.raises(Refused):
        await cast.stage.do("delete", user_id=cast.mark, chat=cast.group, message_id=said)
    await cast.stage.do("delete", user_id=cast.bob, chat=cast.group, message_id=said)
    assert "mine" not in await cast.stage.seen(cast.ann, cast.group)


async def test_nobody_writes_to_a_bot_that_is_blocked(cast: Cast) -> None:
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    with pytest.raises(Refused):
        await cast.stage.do("say", user_id=cast.ann, chat=cast.private, text="Hello?")
    chats = (await cast.stage.do("view_as", user_id=cast.ann))["chats"]
    [private] = [chat for chat in chats if chat["key"] == cast.private]
    assert (private["blocked"], private["can_write"], private["cannot_write_why"]) == (True, False, "blocked")


async def test_unread_is_counted_and_cleared(cast: Cast) -> None:
    async def unread() -> int:
        chats = (await cast.stage.do("view_as", user_id=cast.bob))["chats"]
        [group] = [chat for chat in chats if chat["key"] == str(cast.group)]
        return int(group["unread"])

    await cast.stage.do("read", user_id=cast.bob, chat=cast.group)
    assert await unread() == 0
    await cast.bot.send_message(cast.group, "one")
    await cast.bot.send_message(cast.group, "two")
    assert await unread() == 2
    await cast.stage.do("read", user_id=cast.bob, chat=cast.group)
    assert await unread() == 0


async def test_an_answer_may_open_the_bots_own_chat_and_nothing_else(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a")))
    with pytest.raises(TelegramBadRequest, match="URL_INVALID"):
        await cast.bot.answer_callback_query(query, url="https://evil.example/")
    await cast.bot.answer_callback_query(query, url="https://t.me/host_bot?start=card")
    assert (await cast.stage.do("callback_answer", query_id=query))["url"].endswith("t.me/host_bot?start=card")


async def test_history_comes_in_pages(cast: Cast) -> None:
    for number in range(25):
        await cast.bot.send_message(cast.ann, f"line {number}")
    last = await cast.stage.do("history", user_id=cast.ann, chat=cast.private, limit=10)
    assert [message["text"] for message in last["messages"]] == [f"line {number}" for number in range(15, 25)]
    assert last["more"]
    first = last["messages"][0]["message_id"]
    older = await cast.stage.do("history", user_id=cast.ann, chat=cast.private, limit=100, before=first)
    assert older["messages"][-1]["text"] == "line 14"
    assert not older["more"]


# The same through the people of `sandbox.client`, next to a bot on aiogram


@dataclass(frozen=True)
class Yard:
    stage: client.Client
    bot: Bot
    host: client.BotAccount
    olya: client.Person
    taras: client.Person
    group: client.Group


@asynccontextmanager
async def yard_on(over_http: bool) -> AsyncIterator[Yard]:
    async with Sandbox() as sandbox, client.Client(sandbox.url if over_http else sandbox) as stage:
        host = await stage.bot(TOKEN)
        bot = Bot(TOKEN, QuickSession(api=TelegramAPIServer.from_base(sandbox.url)))
        olya, taras = await stage.person("Оля"), await stage.person("Тарас")
        group = await stage.group("Двор", [olya, taras], host, rights=["can_delete_messages"])
        try:
            yield Yard(stage, bot, host, olya, taras, group)
        finally:
            await bot.session.close()


@pytest_asyncio.fixture(params=[False, True], ids=["inside", "over HTTP"])
async def yard(request: pytest.FixtureRequest) -> AsyncIterator[Yard]:
    async with yard_on(request.param) as yard:
        yield yard


async def test_two_ephemeral_messages_are_two(yard: Yard) -> None:
    only = EphemeralMessageParameters(receiver_user_id=yard.olya.id)
    for text in ("Ты дон", "Ты мёртв"):
        await yard.bot.send_message(yard.group.id, text, ephemeral_message_parameters=only)
    await yard.olya.until(lambda: yard.olya.sees(yard.group) == ["Ты дон", "Ты мёртв"])
    await yard.bot.send_message(yard.group.id, "Ночь")
    await yard.taras.until(lambda: yard.taras.sees(yard.group) == ["Ночь"])


async def test_a_deleted_message_is_seen_no_more(yard: Yard) -> None:
    said = await yard.taras.say("Я комиссар", yard.group)
    await yard.olya.until(lambda: "Я комиссар" in yard.olya.sees(yard.group))
    await yard.bot.delete_message(yard.group.id, said["message_id"])
    await yard.olya.until(lambda: "Я комиссар" not in yard.olya.sees(yard.group))


async def test_an_upgrade_is_followed_by_the_people(yard: Yard) -> None:
    basic = await yard.stage.group("Подъезд", [yard.olya, yard.taras], yard.host, type="group")
    upgraded = await basic.upgrade()
    await yard.bot.send_message(upgraded.id, "Мы тут")
    await yard.taras.until(lambda: "Мы тут" in yard.taras.sees(upgraded))
    assert basic.key not in yard.taras.chats


# Between two bots, and after an end


async def test_a_bot_cannot_touch_what_another_has_sent(cast: Cast) -> None:
    other = await cast.stage.add_bot("77:other", "other_bot")
    await cast.stage.do("start", user_id=cast.ann, bot_id=other.id)
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=other.id, user_id=cast.ann)
    card = await cast.bot.send_message(cast.ann, "You are the don")
    table = await cast.bot.send_message(cast.group, "Night")
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await other.edit_message_text("Mine", chat_id=cast.ann, message_id=card.message_id)
    with pytest.raises(TelegramBadRequest, match="message to delete not found"):
        await other.delete_message(cast.ann, card.message_id)
    with pytest.raises(TelegramBadRequest):
        await other.forward_message(cast.group, cast.ann, card.message_id)
    with pytest.raises(TelegramBadRequest, match="message can't be edited"):
        await other.edit_message_text("Mine", chat_id=cast.group, message_id=table.message_id)
    query = await cast.tap(await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a")))
    with pytest.raises(TelegramBadRequest, match="query ID is invalid"):
        await other.answer_callback_query(query, text="Mine")


async def test_start_after_a_block_opens_the_chat_again(cast: Cast) -> None:
    await cast.stage.do("block", user_id=cast.ann, bot_id=cast.bot.id)
    await cast.stage.do("start", user_id=cast.ann, bot_id=cast.bot.id)
    blocked, opened, start = await updates_of(cast.bot, 3)
    assert blocked.my_chat_member is not None
    assert blocked.my_chat_member.new_chat_member.status == "kicked"
    assert opened.my_chat_member is not None
    assert opened.my_chat_member.new_chat_member.status == "member"
    assert start.message is not None
    assert start.message.text == "/start"
    await cast.bot.send_message(cast.ann, "Welcome back")


async def test_who_deleted_the_account_does_nothing_more(cast: Cast) -> None:
    await cast.stage.do("change_person", user_id=cast.bob, deactivated=True)
    with pytest.raises(Refused):
        await cast.say("Still here", user_id=cast.bob)
    with pytest.raises(Refused):
        await cast.stage.do("start", user_id=cast.bob, bot_id=cast.bot.id)


async def test_nobody_speaks_in_the_group_that_was_upgraded(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.ann, type="group")
    await cast.stage.do("upgrade", chat=group)
    with pytest.raises(Refused):
        await cast.say("Anybody?", chat=group)
    with pytest.raises(Refused):
        await cast.stage.do("upgrade", chat=group)


ANONYMOUS_ADMIN = 1087968824


async def test_an_anonymous_admin_writes_as_the_group(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages", anonymous=True)
    await forget(cast.bot)
    await cast.say("Guess who", user_id=cast.bob, as_chat=True)
    [update] = await updates_of(cast.bot, 1)
    message = update.message
    assert message is not None
    assert message.sender_chat is not None
    assert message.sender_chat.id == cast.group
    assert message.from_user is not None
    assert (message.from_user.id, message.from_user.username) == (ANONYMOUS_ADMIN, "GroupAnonymousBot")
    member = await cast.bot.get_chat_member(cast.group, cast.bob)
    assert isinstance(member, ChatMemberAdministrator)
    assert member.is_anonymous


async def test_an_anonymous_admin_taps_as_oneself(cast: Cast) -> None:
    await cast.promote(cast.bob, "can_delete_messages", anonymous=True)
    await forget(cast.bot)
    await cast.tap(await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a")), user_id=cast.bob)
    [update] = await updates_of(cast.bot, 1)
    assert update.callback_query is not None
    assert update.callback_query.from_user.id == cast.bob


async def test_a_member_cannot_write_as_the_group(cast: Cast) -> None:
    with pytest.raises(Refused):
        await cast.say("Guess who", user_id=cast.bob, as_chat=True)


MUTED = ChatPermissions(can_send_messages=False)


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
