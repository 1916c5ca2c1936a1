"""Methods once each with aiogram, which validates the answer."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
    ChatPermissions,
    InputMediaPhoto,
    Message,
)

from tests.kits.sandbox.stage import Cast, png

Calls = Callable[[Cast, Bot], Awaitable[Any]]


def file(name: str = "file.bin") -> BufferedInputFile:
    return BufferedInputFile(b"content", name)


SENT: dict[str, Calls] = {
    "document": lambda cast, bot: bot.send_document(cast.group, file("game.pgn"), caption="c"),
    "audio": lambda cast, bot: bot.send_audio(cast.group, file("night.mp3")),
    "video": lambda cast, bot: bot.send_video(cast.group, file("day.mp4")),
    "animation": lambda cast, bot: bot.send_animation(cast.group, file("shot.gif")),
    "voice": lambda cast, bot: bot.send_voice(cast.group, file("word.ogg")),
    "video_note": lambda cast, bot: bot.send_video_note(cast.group, file("face.mp4")),
    "sticker": lambda cast, bot: bot.send_sticker(cast.group, file("mafia.webp")),
    "dice": lambda cast, bot: bot.send_dice(cast.group),
}


@pytest.mark.parametrize("kind", SENT)
async def test_every_kind_of_message_comes_back_whole(cast: Cast, kind: str) -> None:
    sent = await SENT[kind](cast, cast.bot)
    assert isinstance(sent, Message)
    assert sent.content_type == kind
    assert sent.chat.id == cast.group
    assert sent.from_user is not None
    assert sent.from_user.is_bot
    assert abs(sent.date.timestamp() - cast.stage.clock()) < 60
    shown = (await cast.stage.history(cast.bob, cast.group))[-1]
    assert kind in shown


async def test_an_album_is_several_messages_of_one_group(cast: Cast) -> None:
    media = [InputMediaPhoto(media=BufferedInputFile(png(), f"{n}.png"), caption=f"{n}") for n in range(3)]
    sent = await cast.bot.send_media_group(cast.group, list(media))
    assert [message.caption for message in sent] == ["0", "1", "2"]
    assert len({message.media_group_id for message in sent}) == 1
    assert sent[0].media_group_id


async def test_members_are_promoted_and_demoted(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match="not enough rights"):
        await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=True)
    await cast.promote(cast.bot.id, "can_promote_members", "can_delete_messages", "can_change_info")
    await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=True)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "administrator"
    await cast.bot.set_chat_administrator_custom_title(cast.group, cast.bob, "Judge")
    await cast.bot.promote_chat_member(cast.group, cast.bob, can_delete_messages=False)
    assert (await cast.bot.get_chat_member(cast.group, cast.bob)).status == "member"
    await cast.bot.set_chat_title(cast.group, "New table")
    assert (await cast.bot.get_chat(cast.group)).title == "New table"


async def test_the_groups_permissions_are_set(cast: Cast) -> None:
    await cast.bot.set_chat_permissions(cast.group, ChatPermissions(can_send_messages=True, can_send_photos=False))
    told = (await cast.bot.get_chat(cast.group)).permissions
    assert told is not None
    assert (told.can_send_messages, told.can_send_photos) == (True, False)


async def test_the_remaining_methods_answer(cast: Cast) -> None:
    bot = cast.bot
    assert (await bot.get_me()).username == "host_bot"
    assert (await bot.get_user_profile_photos(cast.ann)).total_count == 0
    assert await bot.send_chat_action(cast.group, "typing")
    assert (await bot.get_webhook_info()).url == ""
    await cast.promote(cast.bot.id, "can_invite_users")
    assert (await bot.create_chat_invite_link(cast.group)).invite_link.startswith("https://t.me/")


@pytest.mark.parametrize("effect", ["5046509860389126442", None])
async def test_effects_are_for_private_chats(cast: Cast, effect: str | None) -> None:
    assert await cast.bot.send_message(cast.ann, "You won", message_effect_id=effect)
    if effect is not None:
        with pytest.raises(TelegramBadRequest):
            await cast.bot.send_message(cast.group, "You won", message_effect_id=effect)
