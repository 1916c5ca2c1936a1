"""Classifies Telegram's refusals of a message by their texts."""

from aiogram.exceptions import TelegramAPIError

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
