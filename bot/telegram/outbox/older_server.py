"""Plain messages for a Bot API server that does not know the newest features."""

import re
from dataclasses import replace

from bot.telegram.message import RenderedMessage

TIME = re.compile(r"</?tg-time[^<>]*>")

NOVELTIES = (
    'start tag "tg-time"',  # tdlib, MessageEntity.cpp: a tag it does not know is named
    "button style",  # Client.cpp, get_button_style
    "button_style",
    "effect_id",
    "message effect",
    "rich message",
    "rich_message",
)
"""Texts in refusals that name one of the features left out here."""

BELIEVED_MS = 3_600_000
"""Milliseconds for which a chat gets plain messages; the server may be replaced by a newer one later."""


def without_novelties(rendered: RenderedMessage) -> RenderedMessage:
    board = rendered.keyboard
    if board is not None:
        board = board.model_copy(
            update={
                "inline_keyboard": [
                    [button.model_copy(update={"style": None}) for button in row] for row in board.inline_keyboard
                ]
            }
        )
    return replace(rendered, text=TIME.sub("", rendered.text), keyboard=board, effect="", rich="")
