"""setMessageReaction."""

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ReactionTypeEmoji,
)

from tests.kits.sandbox.stage import Cast


async def test_a_reaction_is_set_and_taken_back(cast: Cast) -> None:
    said = await cast.say("I am red")
    assert await cast.bot.set_message_reaction(cast.group, said, [ReactionTypeEmoji(emoji="👍")])
    assert await cast.bot.set_message_reaction(cast.group, said, [])
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_message_reaction(cast.group, 999_999, [ReactionTypeEmoji(emoji="👍")])
