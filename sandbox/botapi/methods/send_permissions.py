"""Whether a bot may write in a chat: permissions, closed topics, slow mode, refusals of the server."""

from __future__ import annotations

import math

from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import Refusal, Why, too_many
from sandbox.world.chats import Chat
from sandbox.world.permission_checks import is_permitted, slow_mode_wait, topic_closed
from sandbox.world.permissions import SEND_PERMISSIONS
from sandbox.world.users import Bot
from sandbox.world.world import World

KIND_NAMES = {  # kind of message: its name in the refusal
    "text": "text messages",
    "rich_message": "the rich message",
    "photo": "photos",
    "document": "documents",
    "audio": "music",
    "video": "videos",
    "video_note": "video notes",
    "voice": "voice notes",
    "sticker": "stickers",
    "animation": "animations",
    "dice": "dice",
    "poll": "polls",
}


def check_sending(world: World, bot: Bot, chat: Chat, kind: str, thread: int | None) -> None:
    """Raises Refusal if this bot cannot send a message of this kind here."""
    if chat.private:
        return
    kind = kind if kind in SEND_PERMISSIONS else "text"
    if not is_permitted(world, chat, bot.id, SEND_PERMISSIONS[kind]):
        raise Refusal(Why.NO_RIGHT_TO_SEND, what=KIND_NAMES[kind])
    check_server(chat)
    if topic_closed(chat, thread, bot.id):
        raise Refusal(Why.TOPIC_CLOSED)
    if (wait := slow_mode_wait(world, chat, bot.id)) > 0:
        raise too_many(max(1, math.ceil(wait)), wait)


def check_action(world: World, bot: Bot, chat: Chat) -> None:
    """Raises Refusal if the bot has no permission to send anything here; a chat action needs at least one."""
    anything = set(SEND_PERMISSIONS.values())
    if not chat.private and not any(is_permitted(world, chat, bot.id, permission) for permission in anything):
        raise Refusal(Why.WRITE_FORBIDDEN)
    check_server(chat)


def check_server(chat: Chat) -> None:
    """Raises the refusal set by the command `refuse_writing`, if any."""
    if chat.server_refusal is not None:
        raise Refusal(Why[chat.server_refusal])


BEHAVIOURS = (
    Behaviour(
        "A message that the bot has no right to send is refused with 400, by its kind",
        "MessageContent.cpp, can_send_message_content",
        "botapi/methods/test_send_permissions.py::test_a_closed_group_refuses_a_bot_that_is_no_admin",
    ),
    Behaviour(
        "A chat action is refused where the bot may send nothing at all",
        "guess (messages.setTyping lists CHAT_WRITE_FORBIDDEN)",
        "botapi/methods/test_send_permissions.py::test_a_chat_action_is_refused_only_where_nothing_at_all_may_be_sent",
    ),
    Behaviour(
        "A server may refuse for reasons of its own, edits too; a right that is missing does not stop an edit",
        "MessagesManager.cpp, process_send_message_fail_error (403 becomes 400); for edits a guess",
        "botapi/methods/test_send_permissions.py::test_a_group_may_refuse_for_reasons_of_its_own",
    ),
    Behaviour(
        "In a closed topic only topic managers and its author write; General can be closed, too",
        "ForumTopicManager.cpp, can_send_message_to_forum_topic",
        "botapi/methods/test_send_permissions.py::test_who_opened_a_topic_writes_there_when_it_is_closed",
    ),
    Behaviour(
        "Slow mode applies to bots that are no admins: 429 with the rest of the delay",
        "MessagesManager.cpp, add_message_to_dialog; NetQueryDelayer.cpp; thread tdlib/telegram-bot-api#75",
        "botapi/methods/test_send_permissions.py::test_slow_mode_binds_a_bot_unless_it_is_an_admin",
    ),
)
