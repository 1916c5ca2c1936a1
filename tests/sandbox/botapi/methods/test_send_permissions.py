"""Groups where a bot cannot write: permissions, closed topics, slow mode, server refusals; hidden members."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.types import BufferedInputFile, InputRichMessage

from sandbox.world.permissions import PERMISSIONS
from tests.kits.sandbox.stage import Cast, Refused, forget, png, updates_of

NOTHING = dict.fromkeys(PERMISSIONS, False)


async def close(cast: Cast, **permissions: bool) -> None:
    await cast.stage.do("set_permissions", chat=cast.group, permissions=permissions or NOTHING)


async def restrict_bot(cast: Cast, **permissions: bool) -> None:
    await cast.promote(cast.bot.id)
    await cast.stage.do(
        "restrict",
        chat=cast.group,
        target_id=cast.bot.id,
        user_id=cast.ann,
        permissions=permissions or NOTHING,
    )


async def answers(cast: Cast, method: str, **more: Any) -> str:
    told = await cast.stage.call(method, chat_id=str(cast.group), **more)
    return "ok" if told["ok"] else f"{told['error_code']} {told['description']}"


# Rights


async def test_a_closed_group_refuses_a_bot_that_is_no_admin(cast: Cast) -> None:
    await close(cast)
    await cast.bot.send_message(cast.group, "an admin may")
    await cast.promote(cast.bot.id)
    assert await answers(cast, "sendMessage", text="a") == (
        "400 Bad Request: not enough rights to send text messages to the chat"
    )
    with pytest.raises(TelegramBadRequest, match="not enough rights to send photos to the chat"):
        await cast.bot.send_photo(cast.group, BufferedInputFile(png(), "grey.png"))
    with pytest.raises(TelegramBadRequest, match="not enough rights to send the rich message to the chat"):
        await cast.bot.send_rich_message(cast.group, InputRichMessage(html="<p>Night</p>"))
    await close(cast, can_send_messages=True)
    await cast.bot.send_message(cast.group, "open again")


async def test_a_restricted_bot_is_refused_what_it_lacks(cast: Cast) -> None:
    await restrict_bot(cast, can_send_photos=False)
    await cast.bot.send_message(cast.group, "words")
    with pytest.raises(TelegramBadRequest, match="not enough rights to send photos to the chat"):
        await cast.bot.send_photo(cast.group, BufferedInputFile(png(), "grey.png"))


async def test_a_bot_hears_that_it_was_restricted_and_freed(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await forget(cast.bot)
    for flags in (NOTHING, dict.fromkeys(PERMISSIONS, True)):
        await cast.stage.do(
            "restrict", chat=cast.group, target_id=cast.bot.id, user_id=cast.ann, permissions=flags
        )
    told = [update.my_chat_member for update in await updates_of(cast.bot, 2)]
    assert [one and one.new_chat_member.status for one in told] == ["restricted", "member"]


async def test_a_chat_action_is_refused_only_where_nothing_at_all_may_be_sent(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    await close(cast, can_send_messages=False)
    assert await answers(cast, "sendChatAction", action="typing") == "ok"
    await close(cast)
    assert await answers(cast, "sendChatAction", action="typing") == "400 Bad Request: CHAT_WRITE_FORBIDDEN"
    await cast.promote(cast.bot.id, "can_pin_messages")
    assert await answers(cast, "sendChatAction", action="typing") == "ok"


# What only the server knows


@pytest.mark.parametrize("why", ["CHAT_WRITE_FORBIDDEN", "CHAT_RESTRICTED"])
async def test_a_group_may_refuse_for_reasons_of_its_own(cast: Cast, why: str) -> None:
    sent = await cast.bot.send_message(cast.group, "before")
    await cast.stage.do("refuse_writing", chat=cast.group, why=why)
    refused = f"400 Bad Request: {why}"
    assert await answers(cast, "sendMessage", text="a") == refused
    assert await answers(cast, "sendChatAction", action="typing") == refused
    assert await answers(cast, "editMessageText", message_id=str(sent.message_id), text="b") == refused
    assert await answers(cast, "getChatMember", user_id=str(cast.bob)) == "ok"
    await cast.stage.do("refuse_writing", chat=cast.group)
    assert await answers(cast, "sendMessage", text="a") == "ok"


async def test_a_senseless_reason_is_none(cast: Cast) -> None:
    with pytest.raises(Refused, match="bad-arguments"):
        await cast.stage.do("refuse_writing", chat=cast.group, why="TOO_TIRED")


# Topics


async def forum(cast: Cast) -> tuple[int, int]:
    group = await cast.stage.add_group(cast.ann, cast.bob, is_forum=True)
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann)
    return group, int(await cast.stage.do("add_topic", chat=group, name="Game"))


async def test_a_closed_topic_refuses_who_cannot_manage_topics(cast: Cast) -> None:
    group, topic = await forum(cast)
    await cast.bot.send_message(group, "open", message_thread_id=topic)
    await cast.stage.do("close_topic", chat=group, message_thread_id=topic)
    with pytest.raises(TelegramBadRequest, match="TOPIC_CLOSED"):
        await cast.bot.send_message(group, "closed", message_thread_id=topic)
    with pytest.raises(Refused, match="topic-closed"):
        await cast.stage.do("say", user_id=cast.bob, chat=group, text="closed", message_thread_id=topic)
    await cast.bot.send_message(group, "General is open")
    await cast.stage.do("close_topic", chat=group, message_thread_id=topic, closed=False)
    await cast.bot.send_message(group, "open", message_thread_id=topic)


async def test_general_can_be_closed_too(cast: Cast) -> None:
    group, topic = await forum(cast)
    await cast.stage.do("close_topic", chat=group, message_thread_id=1)
    with pytest.raises(TelegramBadRequest, match="TOPIC_CLOSED"):
        await cast.bot.send_message(group, "closed")
    with pytest.raises(Refused, match="topic-closed"):
        await cast.stage.do("say", user_id=cast.bob, chat=group, text="closed")
    await cast.bot.send_message(group, "elsewhere", message_thread_id=topic)
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=["can_manage_topics"])
    await cast.bot.send_message(group, "who manages topics may")


async def test_who_opened_a_topic_writes_there_when_it_is_closed(cast: Cast) -> None:
    group, _ = await forum(cast)
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=["can_manage_topics"])
    own = await cast.bot.create_forum_topic(group, "Mine")
    await cast.bot.close_forum_topic(group, own.message_thread_id)
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=[])
    await cast.bot.send_message(group, "still mine", message_thread_id=own.message_thread_id)


# Slow mode


async def test_slow_mode_is_told_and_binds_people_who_are_no_admins(cast: Cast) -> None:
    assert (await cast.bot.get_chat(cast.group)).slow_mode_delay is None
    await cast.stage.do("set_slow_mode", chat=cast.group, seconds=30)
    assert (await cast.bot.get_chat(cast.group)).slow_mode_delay == 30
    cast.stage.clock.stop()
    await cast.say("one", user_id=cast.bob)
    with pytest.raises(Refused, match="slow-mode"):
        await cast.say("two", user_id=cast.bob)
    with pytest.raises(Refused, match="slow-mode"):
        await cast.stage.do("send", user_id=cast.bob, chat=cast.group, kind="photo")
    await cast.say("one", user_id=cast.mark)
    for text in ("one", "two"):
        await cast.say(text, user_id=cast.ann)
    cast.stage.clock.forward(seconds=30)
    await cast.say("two", user_id=cast.bob)


async def test_slow_mode_binds_a_bot_unless_it_is_an_admin(cast: Cast) -> None:
    await cast.stage.do("set_slow_mode", chat=cast.group, seconds=60)
    cast.stage.clock.stop()
    sent = [await cast.bot.send_message(cast.group, text) for text in "ab"]
    await cast.promote(cast.bot.id)
    await cast.bot.send_message(cast.group, "c")
    with pytest.raises(TelegramRetryAfter) as caught:
        await cast.bot.send_message(cast.group, "d")
    assert caught.value.retry_after == 60
    await cast.bot.edit_message_text("e", chat_id=cast.group, message_id=sent[0].message_id)
    await cast.bot.send_message(cast.ann, "elsewhere")
    cast.stage.clock.forward(seconds=60)
    await cast.bot.send_message(cast.group, "d")
    await cast.stage.do("set_slow_mode", chat=cast.group, seconds=0)
    await cast.bot.send_message(cast.group, "e")


@pytest.mark.parametrize("seconds", [-1, 7, 10_000])
async def test_slow_mode_has_only_some_lengths(cast: Cast, seconds: int) -> None:
    with pytest.raises(Refused, match="bad-arguments"):
        await cast.stage.do("set_slow_mode", chat=cast.group, seconds=seconds)


# Hidden members


async def test_hidden_members_are_told_to_admins_only(cast: Cast) -> None:
    await cast.stage.do("hide_members", chat=cast.group)
    assert (await cast.bot.get_chat(cast.group)).has_hidden_members
    assert await answers(cast, "getChatMember", user_id=str(cast.bob)) == "ok"
    await cast.promote(cast.bot.id)
    assert await answers(cast, "getChatMember", user_id=str(cast.bob)) == "400 Bad Request: CHAT_ADMIN_REQUIRED"
    assert await answers(cast, "getChatMember", user_id=str(cast.bot.id)) == "ok"
    assert await answers(cast, "getChatAdministrators") == "ok"
    await cast.stage.do("hide_members", chat=cast.group, hidden=False)
    assert await answers(cast, "getChatMember", user_id=str(cast.bob)) == "ok"


async def test_changes_of_members_are_told_to_admins_only(cast: Cast) -> None:
    await cast.bot.get_updates(allowed_updates=["chat_member", "my_chat_member", "message"], timeout=0)
    await forget(cast.bot)
    await cast.stage.do("leave", chat=cast.group, user_id=cast.mark)
    assert [update.event_type for update in await updates_of(cast.bot, 2)] == ["message", "chat_member"]
    await cast.promote(cast.bot.id)
    await cast.stage.do("leave", chat=cast.group, user_id=cast.bob)
    assert [update.event_type for update in await updates_of(cast.bot, 2)] == ["my_chat_member", "message"]
