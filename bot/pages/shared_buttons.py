"""Buttons shared by several messages of a table."""

from typing import Literal

from aiogram.types import InlineKeyboardButton

from bot.pages.page_context import PageContext
from bot.telegram.buttons.callback_data import CardTap, GameControlTap, LobbyTap
from bot.telegram.message import button, link


def game_control_button(context: PageContext, wish: Literal["pause", "resume", "stop"]) -> InlineKeyboardButton:
    return button(context.label(f"button-{wish}"), GameControlTap(game=context.lobby.id, wish=wish).pack())


def rules_button(context: PageContext) -> InlineKeyboardButton:
    """Returns the button that sends the rules of this table in private, at any time of the game."""
    return button(context.label("button-rules"), LobbyTap(game=context.lobby.id, wish="rules").pack())


def my_role_buttons(context: PageContext) -> list[InlineKeyboardButton]:
    return [
        button(context.label("button-my-role"), CardTap(game=context.lobby.id).pack()),
        link(context.label("button-to-private"), f"https://t.me/{context.bot_name}"),
    ]
