"""Deleting: by whom, how long, several at once."""

import pytest
from aiogram.exceptions import TelegramBadRequest

from tests.kits.sandbox.stage import Cast


async def test_a_deleted_message_is_seen_by_nobody(cast: Cast) -> None:
    said = await cast.say("I saw his card", user_id=cast.bob)
    assert await cast.bot.delete_message(cast.group, said)
    assert "I saw his card" not in await cast.stage.seen(cast.ann, cast.group)
    three = [(await cast.bot.send_message(cast.group, f"line {number}")).message_id for number in range(3)]
    assert await cast.bot.delete_messages(cast.group, three)
    assert not [text for text in await cast.stage.seen(cast.ann, cast.group) if text.startswith("line")]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ("", "message identifiers are not specified"),
        ("{}", "expected an Array of message identifiers"),
        ("[null]", "message identifier must be a Number"),
        ("[0]", "invalid message identifier specified"),
        (str(list(range(1, 102))), "too many message identifiers specified"),
    ],
)
async def test_wrong_numbers_of_messages_are_named(cast: Cast, numbers: str, words: str) -> None:
    told = await cast.stage.call("deleteMessages", chat_id=str(cast.group), message_ids=numbers)
    assert told["description"] == f"Bad Request: {words}"


async def test_an_old_message_can_be_edited_but_not_deleted_after_two_days(cast: Cast) -> None:
    """MessagesManager.cpp, can_edit_message and can_revoke_message."""
    sent = await cast.bot.send_message(cast.ann, "old")
    said = await cast.stage.do("say", user_id=cast.ann, chat=cast.private, text="old too")
    cast.stage.clock.forward(hours=49)
    assert await cast.bot.edit_message_text("still", chat_id=cast.ann, message_id=sent.message_id)
    for message_id in (sent.message_id, said["message_id"]):
        with pytest.raises(TelegramBadRequest, match="message can't be deleted for everyone"):
            await cast.bot.delete_message(cast.ann, message_id)


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
