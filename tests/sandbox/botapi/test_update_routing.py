"""Which bot gets which update: privacy mode, service messages, messages of bots."""

import pytest
from aiogram import Bot
from aiogram.types import (
    ChatPermissions,
    Update,
)

from tests.kits.sandbox.stage import ADMIN, Cast, Refused, forget, updates_of

MUTED = ChatPermissions(can_send_messages=False)


def heard(updates: list[Update]) -> list[str]:
    return [update.message.text for update in updates if update.message and update.message.text]


async def everything_said(cast: Cast, bot: Bot) -> None:
    mine = await bot.send_message(cast.group, "A message of mine")
    others = await cast.say("plain")
    await cast.say("/vote")
    await cast.say("/vote@host_bot")
    await cast.say("/vote@another_bot")
    await cast.say("to the bot", reply_to=mine.message_id)
    await cast.say("to a person", reply_to=others, user_id=cast.bob)


FOR_THE_BOT = ["/vote", "/vote@host_bot", "to the bot"]


EVERYTHING = ["plain", "/vote", "/vote@host_bot", "/vote@another_bot", "to the bot", "to a person"]


async def test_in_privacy_mode_a_bot_gets_only_what_is_meant_for_it(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    await everything_said(cast, cast.bot)
    assert heard(await cast.bot.get_updates(timeout=0)) == FOR_THE_BOT


async def test_an_admin_gets_everything(cast: Cast) -> None:
    await everything_said(cast, cast.bot)
    assert heard(await cast.bot.get_updates(timeout=0)) == EVERYTHING


async def test_without_privacy_mode_a_member_gets_everything(cast: Cast) -> None:
    bot = await cast.stage.add_bot("77:other", "nosy_bot", can_read_all_group_messages=True)
    assert (await bot.get_me()).can_read_all_group_messages
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=bot.id, user_id=cast.ann)
    await forget(bot)
    await everything_said(cast, cast.bot)
    assert heard(await bot.get_updates(timeout=0)) == EVERYTHING


async def test_bots_do_not_get_messages_of_bots(cast: Cast) -> None:
    bot = await cast.stage.add_bot("77:other", "nosy_bot", can_read_all_group_messages=True)
    await cast.stage.do("add_bot_to_group", chat=cast.group, bot_id=bot.id, user_id=cast.ann)
    await forget(bot)
    await cast.bot.send_message(cast.group, "Can you hear me?")
    assert await bot.get_updates(timeout=0) == []


async def test_service_messages_reach_a_bot_in_privacy_mode(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    guest = await cast.stage.add_person("Guest")
    await cast.stage.do("join", chat=cast.group, user_id=guest)
    await cast.stage.do("leave", chat=cast.group, user_id=guest)
    joined, left = [update.message for update in await updates_of(cast.bot, 2)]
    assert joined is not None
    assert [user.id for user in joined.new_chat_members or ()] == [guest]
    assert left is not None
    assert left.left_chat_member is not None
    assert left.left_chat_member.id == guest


async def test_the_bot_is_told_when_it_is_added(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.bob)
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.bob, rights=ADMIN)
    changes = [update.my_chat_member for update in await cast.bot.get_updates(timeout=0) if update.my_chat_member]
    assert changes[-1].new_chat_member.status == "administrator"
    assert changes[0].from_user.id == cast.bob
    assert changes[0].old_chat_member.status == "left"
    assert changes[0].chat.id == group


async def test_a_bot_is_told_of_its_own_restriction_when_it_asked(cast: Cast) -> None:
    await cast.bot.get_updates(allowed_updates=["chat_member"], timeout=0)
    await cast.bot.restrict_chat_member(cast.group, cast.bob, MUTED)
    [update] = await updates_of(cast.bot, 1)
    change = update.chat_member
    assert change is not None
    assert (change.from_user.id, change.new_chat_member.user.id) == (cast.bot.id, cast.bob)
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "restricted")


async def test_a_persons_edit_is_told(cast: Cast) -> None:
    said = await cast.say("/vote 3")
    await cast.stage.do("edit", user_id=cast.ann, chat=cast.group, message_id=said, text="/vote 4")
    first, second = await updates_of(cast.bot, 2)
    assert first.message is not None
    assert second.edited_message is not None
    assert (second.edited_message.message_id, second.edited_message.text) == (said, "/vote 4")
    with pytest.raises(Refused):
        await cast.stage.do("edit", user_id=cast.bob, chat=cast.group, message_id=said, text="forged")
