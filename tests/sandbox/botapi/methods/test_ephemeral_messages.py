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

from tests.kits.sandbox.stage import Cast, Refused, keyboard, updates_of


def only(person: int) -> EphemeralMessageParameters:
    return EphemeralMessageParameters(receiver_user_id=person)


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


async def test_an_ephemeral_message_is_seen_by_its_receiver_only(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "You are the don", ephemeral_message_parameters=only(cast.bob))
    assert sent.message_id == 0
    assert sent.ephemeral_message_id
    assert sent.receiver_user is not None
    assert sent.receiver_user.id == cast.bob
    [shown] = [message for message in await cast.stage.history(cast.bob, cast.group) if "text" in message]
    assert (shown["text"], shown["ephemeral_for"]) == ("You are the don", cast.bob)
    for other in (cast.ann, cast.mark):
        assert "You are the don" not in await cast.stage.seen(other, cast.group)


async def test_an_ephemeral_message_is_edited_and_deleted_by_methods_of_its_own(cast: Cast) -> None:
    sent = await cast.bot.send_message(cast.group, "You are the don", ephemeral_message_parameters=only(cast.bob))
    assert sent.ephemeral_message_id
    where: dict[str, Any] = {"receiver_user_id": cast.bob, "ephemeral_message_id": sent.ephemeral_message_id}
    await cast.bot.edit_ephemeral_message_text(chat_id=cast.group, text="You are out", **where)
    assert await cast.stage.seen(cast.bob, cast.group) == ["You are out"]
    await cast.bot.delete_ephemeral_message(chat_id=cast.group, **where)
    assert await cast.stage.seen(cast.bob, cast.group) == []
    with pytest.raises(TelegramBadRequest):
        await cast.bot.edit_ephemeral_message_text(chat_id=cast.group, text="Again", **where)


async def test_ephemeral_messages_are_for_members_of_groups(cast: Cast) -> None:
    stranger = await cast.stage.add_person("Stranger")
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.group, "psst", ephemeral_message_parameters=only(stranger))
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_message(cast.ann, "psst", ephemeral_message_parameters=only(cast.ann))


async def test_a_button_of_an_ephemeral_message_can_be_tapped_by_its_receiver(cast: Cast) -> None:
    await cast.bot.send_message(
        cast.group, "Shoot?", ephemeral_message_parameters=only(cast.bob), reply_markup=keyboard("shoot")
    )
    [shown] = [message for message in await cast.stage.history(cast.bob, cast.group) if "text" in message]
    place = {"chat": cast.group, "message_id": shown["message_id"], "row": 0, "column": 0}
    with pytest.raises(Refused):
        await cast.stage.do("tap", user_id=cast.mark, **place)
    await cast.stage.do("tap", user_id=cast.bob, **place)
    [update] = await updates_of(cast.bot, 1)
    assert update.callback_query is not None
    assert (update.callback_query.data, update.callback_query.from_user.id) == ("shoot", cast.bob)
    assert isinstance(update.callback_query.message, Message)
    assert update.callback_query.message.ephemeral_message_id


async def test_an_ephemeral_command_is_seen_by_its_sender_and_the_bot(cast: Cast) -> None:
    role = BotCommand(command="role", description="My card", is_ephemeral=True)
    await cast.bot.set_my_commands([role], scope=BotCommandScopeAllGroupChats())
    await cast.say("/role@host_bot", user_id=cast.bob)
    [update] = await updates_of(cast.bot, 1)
    assert update.message is not None
    assert update.message.text == "/role@host_bot"
    assert "/role@host_bot" in await cast.stage.seen(cast.bob, cast.group)
    assert "/role@host_bot" not in await cast.stage.seen(cast.mark, cast.group)
