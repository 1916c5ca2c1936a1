"""Pinning and unpinning."""

from tests.kits.sandbox.stage import Cast


async def test_a_pin_is_shown_and_taken_off(cast: Cast) -> None:
    first, second = [await cast.bot.send_message(cast.group, text) for text in ("first", "second")]
    for message in (first, second):
        await cast.bot.pin_chat_message(cast.group, message.message_id)
    pinned = (await cast.bot.get_chat(cast.group)).pinned_message
    assert pinned is not None
    assert pinned.message_id == second.message_id
    await cast.bot.unpin_chat_message(cast.group, message_id=second.message_id)
    pinned = (await cast.bot.get_chat(cast.group)).pinned_message
    assert pinned is not None
    assert pinned.message_id == first.message_id
    await cast.bot.unpin_all_chat_messages(cast.group)
    assert (await cast.bot.get_chat(cast.group)).pinned_message is None
