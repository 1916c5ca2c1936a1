"""Builds the Bot API call of a row and its rendered page."""

from typing import Any

from aiogram.methods import (
    CopyMessage,
    DeleteMessage,
    PinChatMessage,
    SendDocument,
    SendMessage,
    SendPhoto,
    SendRichMessage,
    TelegramMethod,
    UnpinChatMessage,
)
from aiogram.types import (
    BufferedInputFile,
    EphemeralMessageParameters,
    ForceReply,
    InlineKeyboardMarkup,
    InputRichMessage,
)

from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Kind, Row


def method_about(row: Row, message_id: int) -> TelegramMethod[Any]:
    which: dict[str, Any] = {"chat_id": row.chat_id, "message_id": message_id}
    if row.kind is Kind.PIN:
        return PinChatMessage(**which, disable_notification=True)
    return UnpinChatMessage(**which) if row.kind is Kind.UNPIN else DeleteMessage(**which)


def send_method(row: Row, rendered: RenderedMessage, only: int = 0) -> TelegramMethod[Any]:
    """Returns the call that sends a message. `only`: the one person in a group who sees it, where Telegram
    supports that."""
    common: dict[str, Any] = {
        "chat_id": row.chat_id,
        "message_thread_id": row.thread_id or None,
        "reply_markup": _markup(rendered),
        "protect_content": True if rendered.protected else None,
        "disable_notification": True if rendered.silent else None,
        "message_effect_id": rendered.effect or None,
    }
    if rendered.rich:
        return SendRichMessage(rich_message=InputRichMessage(html=rendered.rich), **common)
    if rendered.file is None:
        receiver = EphemeralMessageParameters(receiver_user_id=only) if only else None
        return SendMessage(text=rendered.text, ephemeral_message_parameters=receiver, **common)
    upload = BufferedInputFile(rendered.file.content, rendered.file.name)
    if rendered.file.is_picture:
        return SendPhoto(photo=upload, caption=rendered.text or None, **common)
    return SendDocument(document=upload, caption=rendered.text or None, **common)


def copy_method(row: Row, rendered: RenderedMessage) -> TelegramMethod[Any]:
    return CopyMessage(
        chat_id=row.chat_id,
        message_thread_id=row.thread_id or None,
        from_chat_id=row.args["from_chat"],
        message_id=row.args["message"],
        caption=rendered.text or None,
        protect_content=True if rendered.protected else None,
        disable_notification=True if rendered.silent else None,
    )


def _markup(rendered: RenderedMessage) -> InlineKeyboardMarkup | ForceReply | None:
    if rendered.asks:
        return ForceReply(input_field_placeholder=rendered.asks)
    return rendered.keyboard
