"""getChat and setChatTitle."""

import pytest
from aiogram.exceptions import TelegramBadRequest

from tests.kits.sandbox.stage import Cast


async def test_a_chat_is_told_in_full(cast: Cast) -> None:
    chat = await cast.bot.get_chat(cast.group)
    assert (chat.id, chat.type, chat.title) == (cast.group, "supergroup", "Table")
    assert str(cast.group).startswith("-100")
    assert chat.permissions is not None
    assert chat.permissions.can_send_messages
    private = await cast.bot.get_chat(cast.ann)
    assert (private.id, private.type, private.first_name) == (cast.ann, "private", "Ann")
    basic = await cast.stage.add_group(cast.ann, type="group")
    assert basic < 0
    assert not str(basic).startswith("-100")


async def test_the_same_title_again_is_no_mistake(cast: Cast) -> None:
    await cast.promote(cast.bot.id, "can_change_info")
    title = (await cast.bot.get_chat(cast.group)).title
    assert title is not None
    before = len(await cast.stage.history(cast.ann, cast.group))
    assert await cast.bot.set_chat_title(cast.group, title)
    assert len(await cast.stage.history(cast.ann, cast.group)) == before
    with pytest.raises(TelegramBadRequest, match="title must be non-empty"):
        await cast.bot.set_chat_title(cast.group, "  ")
    await cast.promote(cast.bot.id, "can_pin_messages")
    with pytest.raises(TelegramBadRequest, match="not enough rights to change chat title"):
        await cast.bot.set_chat_title(cast.group, "Another")
