"""Forwarding: protected content, the origin."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    MessageOriginUser,
)

from tests.kits.sandbox.stage import Cast, Refused


async def test_protected_content_cannot_be_forwarded(cast: Cast) -> None:
    card = await cast.bot.send_message(cast.ann, "You are the don", protect_content=True)
    assert card.has_protected_content
    with pytest.raises(Refused):
        await cast.stage.do(
            "forward", user_id=cast.ann, chat=cast.private, message_id=card.message_id, to=cast.group
        )
    with pytest.raises(TelegramBadRequest):
        await cast.bot.forward_message(cast.bob, cast.ann, card.message_id)


async def test_a_forward_says_where_it_comes_from(cast: Cast) -> None:
    said = await cast.say("A quote", user_id=cast.bob)
    forwarded = await cast.bot.forward_message(cast.ann, cast.group, said)
    assert isinstance(forwarded.forward_origin, MessageOriginUser)
    assert forwarded.forward_origin.sender_user.id == cast.bob
    copied = await cast.bot.copy_message(cast.ann, cast.group, said)
    assert copied.message_id == forwarded.message_id + 1


async def test_several_messages_are_forwarded_and_copied_at_once(cast: Cast) -> None:
    ids = [(await cast.bot.send_message(cast.group, f"line {n}")).message_id for n in range(3)]
    assert len(await cast.bot.forward_messages(cast.ann, cast.group, ids)) == 3
    assert len(await cast.bot.copy_messages(cast.ann, cast.group, ids)) == 3
    assert (await cast.stage.seen(cast.ann, cast.private))[-3:] == ["line 0", "line 1", "line 2"]
