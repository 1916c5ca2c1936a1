"""A rendered message, and the keyboards under it.

What the outbox sends: text, buttons, perhaps a file. How a page comes to its text is `bot.pages`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup


@dataclass(frozen=True, slots=True)
class File:
    """A file sent with a message: a picture is shown at once, anything else is downloaded."""

    name: str
    content: bytes
    is_picture: bool = False


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    text: str
    keyboard: InlineKeyboardMarkup | None = None
    protected: bool = False
    """Cannot be forwarded or saved."""
    silent: bool = False
    """Sent without a notification: for messages that only some players get."""
    effect: str = ""
    asks: str = ""
    """Placeholder of the input field if the person is to answer by a reply to this message; empty: no reply is
    asked for."""
    file: File | None = None
    """A file that is sent; `text` is then its caption."""
    rich: str = ""
    """The same content with tables, for a server that supports rich messages."""


def button(text: str, data: str, style: str | None = None) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=text, callback_data=data, style=style)


def link(text: str, url: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=text, url=url)


def keyboard(*rows: Sequence[InlineKeyboardButton]) -> InlineKeyboardMarkup | None:
    filled = [list(row) for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=filled) if filled else None
