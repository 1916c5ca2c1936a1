"""Classifies Telegram's refusals of a message by their texts."""

from aiogram.exceptions import TelegramAPIError

NOT_MODIFIED = "message is not modified"
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message to unpin not found",
    "message_id_invalid",
)
NO_RIGHT = ("not enough rights", "chat_admin_required")
NO_CHAT = ("chat not found", "user not found", "peer_id_invalid")


def says(refused: TelegramAPIError, *signs: str) -> bool:
    text = refused.message.lower()
    return any(sign in text for sign in signs)
