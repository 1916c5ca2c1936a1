"""Each method once with aiogram, which validates the answer."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
    ChatPermissions,
    InputMediaPhoto,
    InputRichMessage,
    MenuButtonCommands,
    Message,
    ReactionTypeEmoji,
)

from tests.sandbox.kit.stage import Cast, png

Calls = Callable[[Cast, Bot], Awaitable[Any]]


def file(name: str = "file.bin") -> BufferedInputFile:
    return BufferedInputFile(b"content", name)


TEXTS = [
    ("name", "Omertà"),
    ("description", "A host of the game"),
    ("short_description", "A host"),
]


@pytest.mark.parametrize(("what", "text"), TEXTS)
async def test_a_bot_describes_itself_by_language(cast: Cast, what: str, text: str) -> None:
    setter, getter = getattr(cast.bot, f"set_my_{what}"), getattr(cast.bot, f"get_my_{what}")
    await setter(text)
    await setter("Українською", language_code="uk")
    assert getattr(await getter(), what) == text
    assert getattr(await getter("uk"), what) == "Українською"
    await setter("", language_code="uk")
    assert getattr(await getter("uk"), what) == text


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


async def test_several_messages_are_forwarded_and_copied_at_once(cast: Cast) -> None:
    ids = [(await cast.bot.send_message(cast.group, f"line {n}")).message_id for n in range(3)]
    assert len(await cast.bot.forward_messages(cast.ann, cast.group, ids)) == 3
    assert len(await cast.bot.copy_messages(cast.ann, cast.group, ids)) == 3
    assert (await cast.stage.seen(cast.ann, cast.private))[-3:] == ["line 0", "line 1", "line 2"]


async def test_a_rich_message_comes_back_and_is_shown(cast: Cast) -> None:
    html = "<h1>Protocol</h1><table><tr><th>Seat</th><th>Card</th></tr><tr><td>1</td><td>don</td></tr></table>"
    sent = await cast.bot.send_rich_message(cast.group, InputRichMessage(html=html))
    assert sent.rich_message is not None
    assert sent.rich_message.blocks
    assert "rich_message" in (await cast.stage.history(cast.bob, cast.group))[-1]
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_rich_message(cast.group, InputRichMessage())
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_rich_message(cast.group, InputRichMessage(html=html, markdown="# Protocol"))


async def test_a_reaction_is_set_and_taken_back(cast: Cast) -> None:
    said = await cast.say("I am red")
    assert await cast.bot.set_message_reaction(cast.group, said, [ReactionTypeEmoji(emoji="👍")])
    assert await cast.bot.set_message_reaction(cast.group, said, [])
    with pytest.raises(TelegramBadRequest):
        await cast.bot.set_message_reaction(cast.group, 999_999, [ReactionTypeEmoji(emoji="👍")])


async def test_members_rise_and_fall(cast: Cast) -> None:
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


async def test_a_menu_button_is_kept(cast: Cast) -> None:
    await cast.bot.set_chat_menu_button(chat_id=cast.ann, menu_button=MenuButtonCommands())
    assert (await cast.bot.get_chat_menu_button(chat_id=cast.ann)).type == "commands"


async def test_the_rest_is_there(cast: Cast) -> None:
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
