"""What all sends share: replies."""

from aiogram.types import (
    ReplyParameters,
)

from tests.kits.sandbox.stage import Cast


async def test_a_reply_carries_what_it_answers(cast: Cast) -> None:
    said = await cast.say("Who is it?")
    answer = await cast.bot.send_message(cast.group, "Me", reply_parameters=ReplyParameters(message_id=said))
    assert answer.reply_to_message is not None
    assert (answer.reply_to_message.message_id, answer.reply_to_message.text) == (said, "Who is it?")
    lonely = ReplyParameters(message_id=999_999, allow_sending_without_reply=True)
    assert (await cast.bot.send_message(cast.group, "Me", reply_parameters=lonely)).reply_to_message is None
