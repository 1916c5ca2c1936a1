"""What Telegram's refusals of a message mean, by their texts: among others, that a chat or a topic is closed."""

from collections.abc import Mapping
from enum import StrEnum

from aiogram.exceptions import TelegramAPIError

from bot.telegram.outbox.rate_limits import PACED
from bot.telegram.outbox.rows import Row

NOT_MODIFIED = "message is not modified"
NOT_EDITABLE = ("message can't be edited", "message_edit_time_expired")
"""The message stands, but is never edited again (tdlib, MessagesManager.cpp, edit_message_text; a code of
Telegram's own servers)."""
GONE = (
    "message to edit not found",
    "message to delete not found",
    "message to pin not found",
    "message to unpin not found",
    "message not found",
    "message_id_invalid",
    *NOT_EDITABLE,
)
"""There is nothing to edit, pin or delete (tdlib/telegram-bot-api, Client.cpp, check_message; "message not
found" and the code: it was deleted while the call was on its way)."""
NO_RIGHT = ("not enough rights", "chat_admin_required")
NO_CHAT = ("chat not found", "user not found", "peer_id_invalid")


def says(refused: TelegramAPIError, *signs: str) -> bool:
    text = refused.message.lower()
    return any(sign in text for sign in signs)


class WhyClosed(StrEnum):
    """Why nothing can be written into a place. What admins can do is in the locales, `group-refuses-…`."""

    CLOSED = "closed"
    TOPIC_CLOSED = "topic-closed"
    TOPIC_GONE = "topic-gone"
    AWAY = "away"
    """Telegram answers 403: the bot is no member of the group, or the supergroup was deleted."""
    NOT_FOUND = "not-found"
    DELETED = "deleted"


SAYS_CLOSED: Mapping[WhyClosed, tuple[str, ...]] = {
    # Codes in capitals come from Telegram's own servers; the Bot API server returns them as 400, also those that
    # were 403 (Client.cpp, fail_query_with_error). Sentences are tdlib's (can_send_message_content in
    # MessageContent.cpp, can_send_message_to_dialog in DialogManager.cpp) or an older server's.
    WhyClosed.CLOSED: (
        "chat_write_forbidden",
        "chat_restricted",
        "chat_send_plain_forbidden",
        "chat_guest_send_forbidden",
        "chat_admin_required",
        "user_banned_in_channel",
        "not enough rights to send text messages to the chat",
        "have no rights to send a message",
        "have no write access to the chat",
        "need administrator rights in the",
    ),
    WhyClosed.TOPIC_CLOSED: ("topic_closed",),
    # Client.cpp, TdOnCheckForumTopicCallback.
    WhyClosed.TOPIC_GONE: ("topic_deleted", "message thread not found"),
}
GROUP_DELETED = "the group chat was deleted"
"""Text of the refusal for a deleted group (Bot API server, Client.cpp, check_chat_access)."""


def why_forbidden(text: str) -> WhyClosed:
    """Returns what a 403 from a group means."""
    return WhyClosed.DELETED if GROUP_DELETED in text.lower() else WhyClosed.AWAY


def why_closed(row: Row, text: str) -> WhyClosed | None:
    """Returns why nothing can be written in the place of a row, or None if the refusal does not say so. Private
    chats have no such rights, and pinning and deleting need others."""
    if row.chat_id > 0 or row.kind not in PACED:
        return None
    said = text.lower()
    return next((why for why, signs in SAYS_CLOSED.items() if any(sign in said for sign in signs)), None)
