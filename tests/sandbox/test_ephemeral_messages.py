"""Who may show a message to one person alone. Source: the official text on ephemeral messages and commands;
the words of the refusal are a guess, for the server that is published knows no such messages."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    EphemeralMessageParameters,
    Message,
    ReplyParameters,
)

from tests.sandbox.kit.stage import Cast, keyboard, updates_of


async def whisper(cast: Cast, to: int, query: str | None = None, reply_to: int | None = None) -> Message:
    return await cast.bot.send_message(
        cast.group,
        "psst",
        ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=to, callback_query_id=query),
        reply_parameters=ReplyParameters(ephemeral_message_id=reply_to) if reply_to else None,
    )


async def refused(cast: Cast, to: int, **more: Any) -> str:
    with pytest.raises(TelegramBadRequest) as caught:
        await whisper(cast, to, **more)
    assert "psst" not in await cast.stage.seen(to, cast.group)
    return caught.value.message


async def tapped(cast: Cast) -> str:
    """Bob taps a button of the group's, and the bot is no admin."""
    await cast.promote(cast.bot.id)
    sent = await cast.bot.send_message(cast.group, "tap", reply_markup=keyboard("a"))
    return await cast.tap(sent, user_id=cast.bob)


async def commanded(cast: Cast) -> int:
    """Bob writes an ephemeral command, and the bot is no admin."""
    await cast.promote(cast.bot.id)
    role = BotCommand(command="role", description="My card", is_ephemeral=True)
    await cast.bot.set_my_commands([role], scope=BotCommandScopeAllGroupChats())
    await cast.say("/role@host_bot", user_id=cast.bob)
    update = (await updates_of(cast.bot, 2))[-1]
    assert update.message is not None
    assert update.message.ephemeral_message_id
    return update.message.ephemeral_message_id


async def test_an_admin_whispers_to_any_member(cast: Cast) -> None:
    for person in (cast.ann, cast.bob, cast.mark):
        assert (await whisper(cast, person)).ephemeral_message_id


async def test_no_admin_whispers_unasked(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    assert "CHAT_ADMIN_REQUIRED" in await refused(cast, cast.bob)
    await cast.promote(cast.bot.id, "can_pin_messages")
    assert (await whisper(cast, cast.bob)).ephemeral_message_id


async def test_anybody_answers_a_tap_for_fifteen_seconds(cast: Cast) -> None:
    query = await tapped(cast)
    cast.stage.clock.forward(seconds=14)
    assert (await whisper(cast, cast.bob, query)).ephemeral_message_id
    assert "CHAT_ADMIN_REQUIRED" in await refused(cast, cast.mark, query=query)
    cast.stage.clock.forward(seconds=2)
    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await whisper(cast, cast.bob, query)


async def test_a_tap_elsewhere_is_no_reason(cast: Cast) -> None:
    await cast.promote(cast.bot.id)
    sent = await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a"))
    query = await cast.tap(sent, user_id=cast.ann)
    assert "CHAT_ADMIN_REQUIRED" in await refused(cast, cast.ann, query=query)


async def test_anybody_answers_an_ephemeral_command_for_fifteen_seconds(cast: Cast) -> None:
    command = await commanded(cast)
    assert (await whisper(cast, cast.bob, reply_to=command)).ephemeral_message_id
    assert "CHAT_ADMIN_REQUIRED" in await refused(cast, cast.mark, reply_to=command)
    cast.stage.clock.forward(seconds=16)
    with pytest.raises(TelegramBadRequest, match="CHAT_ADMIN_REQUIRED"):
        await whisper(cast, cast.bob, reply_to=command)
