"""Forum topics."""

import pytest
from aiogram.exceptions import TelegramBadRequest

from tests.kits.sandbox.stage import ADMIN, Cast, Refused, forget


async def forum(cast: Cast) -> tuple[int, int]:
    group = await cast.stage.add_group(cast.ann, cast.bob, is_forum=True)
    rights = [*ADMIN, "can_manage_topics"]
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann, rights=rights)
    topic = int(await thread(cast, group, "Table 1"))
    await forget(cast.bot)
    return group, topic


async def thread(cast: Cast, group: int, name: str) -> int:
    added = await cast.stage.do("add_topic", chat=group, name=name)
    return int(added["message_thread_id"] if isinstance(added, dict) else added)


async def test_topics_keep_messages_apart(cast: Cast) -> None:
    group, topic = await forum(cast)
    other = await thread(cast, group, "Table 2")
    sent = await cast.bot.send_message(group, "in the topic", message_thread_id=topic)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    general = await cast.bot.send_message(group, "in General")
    assert general.message_thread_id is None
    await cast.say("from a person", chat=group, message_thread_id=topic)
    [update] = [
        update for update in await cast.bot.get_updates(timeout=0) if update.message and update.message.text
    ]
    assert update.message is not None
    assert (update.message.message_thread_id, update.message.is_topic_message) == (topic, True)

    async def texts(message_thread_id: int) -> list[str]:
        shown = await cast.stage.do(
            "history", user_id=cast.ann, chat=group, limit=50, message_thread_id=message_thread_id
        )
        return [message["text"] for message in shown["messages"] if "text" in message]

    assert await texts(topic) == ["in the topic", "from a person"]
    assert await texts(other) == []


async def test_a_bot_opens_closes_and_deletes_topics(cast: Cast) -> None:
    group, _ = await forum(cast)
    made = await cast.bot.create_forum_topic(group, "Finals")
    assert made.name == "Finals"
    await cast.bot.edit_forum_topic(group, made.message_thread_id, name="Grand finals")
    await cast.bot.close_forum_topic(group, made.message_thread_id)
    with pytest.raises(Refused):
        await cast.say("late", user_id=cast.bob, chat=group, message_thread_id=made.message_thread_id)
    await cast.bot.reopen_forum_topic(group, made.message_thread_id)
    await cast.say("in time", user_id=cast.bob, chat=group, message_thread_id=made.message_thread_id)
    await cast.bot.delete_forum_topic(group, made.message_thread_id)
    with pytest.raises(TelegramBadRequest, match="message thread not found"):
        await cast.bot.send_message(group, "gone", message_thread_id=made.message_thread_id)


async def test_a_group_without_topics_has_none(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest):
        await cast.bot.create_forum_topic(cast.group, "Finals")


async def test_topics_are_refused_with_tdlibs_words(cast: Cast) -> None:
    group = await cast.stage.add_group(cast.ann, is_forum=True)
    await cast.stage.do("add_bot_to_group", chat=group, bot_id=cast.bot.id, user_id=cast.ann)
    topic = int(await cast.stage.do("add_topic", chat=group, name="Game"))
    refusals = {
        "create a topic": cast.bot.create_forum_topic(group, "Mine"),
        "edit the topic": cast.bot.edit_forum_topic(group, topic, name="Mine"),
        "close or open the topic": cast.bot.close_forum_topic(group, topic),
        "delete the topic": cast.bot.delete_forum_topic(group, topic),
    }
    for words, call in refusals.items():
        with pytest.raises(TelegramBadRequest, match=f"not enough rights to {words}"):
            await call
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=["can_manage_topics"])
    with pytest.raises(TelegramBadRequest, match="name must be non-empty"):
        await cast.bot.create_forum_topic(group, " ")
    own = await cast.bot.create_forum_topic(group, "Mine")
    await cast.stage.do("promote", chat=group, target_id=cast.bot.id, rights=[])
    assert await cast.bot.edit_forum_topic(group, own.message_thread_id, name="Still mine")
    assert await cast.bot.close_forum_topic(group, own.message_thread_id)
