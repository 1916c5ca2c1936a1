"""Whether a bot may write in a chat: rights, topics, slow mode, and what the server keeps to itself."""

from __future__ import annotations

import math

from sandbox.chats import Chat
from sandbox.people import Bot
from sandbox.refusals import Refusal, Why, too_many
from sandbox.world import World

PERMITS = {  # what a message is → the permission that it needs, and how a refusal calls it
    "text": ("can_send_messages", "text messages"),
    "rich_message": ("can_send_messages", "the rich message"),
    "photo": ("can_send_photos", "photos"),
    "document": ("can_send_documents", "documents"),
    "audio": ("can_send_audios", "music"),
    "video": ("can_send_videos", "videos"),
    "video_note": ("can_send_video_notes", "video notes"),
    "voice": ("can_send_voice_notes", "voice notes"),
    "sticker": ("can_send_other_messages", "stickers"),
    "animation": ("can_send_other_messages", "animations"),
    "dice": ("can_send_other_messages", "dice"),
    "poll": ("can_send_polls", "polls"),
}
ANYTHING = frozenset(permission for permission, _ in PERMITS.values())


def check_sending(world: World, bot: Bot, chat: Chat, kind: str, thread: int | None) -> None:
    """Raises the reason why this bot cannot send a message of this kind here."""
    if chat.private:
        return
    permission, what = PERMITS.get(kind, PERMITS["text"])
    if not world.may(chat, bot.id, permission):
        raise Refusal(Why.NO_RIGHT_TO_SEND, what=what)
    check_server(chat)
    if world.topic_closed(chat, thread, bot.id):
        raise Refusal(Why.TOPIC_CLOSED)
    if (wait := world.slow_wait(chat, bot.id)) > 0:
        raise too_many(max(1, math.ceil(wait)), wait)


def check_action(world: World, bot: Bot, chat: Chat) -> None:
    """A chat action needs a right to send anything at all."""
    if not chat.private and not any(world.may(chat, bot.id, permission) for permission in ANYTHING):
        raise Refusal(Why.WRITE_FORBIDDEN)
    check_server(chat)


def check_server(chat: Chat) -> None:
    """A refusal of the server that no permission of the chat explains."""
    if chat.refuses is not None:
        raise Refusal(Why[chat.refuses])
