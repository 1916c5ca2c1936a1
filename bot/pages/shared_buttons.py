"""Buttons shared by several messages of a table."""

from typing import Literal

from aiogram.types import InlineKeyboardButton

from bot.pages.page_context import PageContext
from bot.telegram.bot_rights import WANTED
from bot.telegram.buttons.callback_data import CardTap, GameControlTap, LobbyTap
from bot.telegram.message import button, link

BY_LINK = "table"
"""The argument of `/start` in a group to which the bot was added by the link of a private chat."""
ADMIN_RIGHTS = "+".join(right.removeprefix("can_") for right in WANTED)


def add_to_group_link(bot_name: str) -> str:
    return f"https://t.me/{bot_name}?startgroup={BY_LINK}&admin={ADMIN_RIGHTS}"


def add_to_group_button(context: PageContext) -> InlineKeyboardButton:
    return link(context.label("button-add-to-group"), add_to_group_link(context.bot_name))


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
