"""Greetings in a private chat and in a group, and the choice of a language."""

from aiogram.types import InlineKeyboardButton

from bot.language.translator import LANGUAGE_NAMES, Translator
from bot.telegram.buttons.callback_data import (
    GroupTap,
    LanguageTap,
)
from bot.telegram.message import RenderedMessage, button, keyboard, link
from bot.telegram.outbox.rows import Args

BY_LINK = "table"
"""The argument of `/start` in a group to which the bot was added by the link of the greeting."""
ADMIN_RIGHTS = "delete_messages+restrict_members+pin_messages+manage_tags"


def start_page(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    text = [words.say(language, "start-hello")]
    if args.get("seat_in"):
        text.append(words.say(language, "start-seat", group=args["seat_in"]))
    add = f"https://t.me/{bot_name}?startgroup={BY_LINK}&admin={ADMIN_RIGHTS}"
    return RenderedMessage(
        "\n\n".join(text),
        keyboard(
            [link(words.plain(language, "button-add-to-group"), add)],
            _language_buttons(),
        ),
    )


def greeting_page(words: Translator, language: str, _: Args, __: str) -> RenderedMessage:
    return RenderedMessage(
        words.say(language, "group-hello"),
        keyboard(
            [
                button(words.plain(language, "button-open-table"), GroupTap(wish="open").pack(), "success"),
                button(words.plain(language, "button-settings"), GroupTap(wish="settings").pack()),
            ],
            _language_buttons(group=1),
        ),
    )


def language_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    group = int(bool(args.get("group")))
    return RenderedMessage(
        words.say(language, "language-choose"),
        keyboard(_language_buttons(group=group)),
    )


def _language_buttons(group: int = 0) -> list[InlineKeyboardButton]:
    """Returns a button for each language, labelled in that language, so that its readers find it."""
    return [button(name, LanguageTap(language=code, group=group).pack()) for code, name in LANGUAGE_NAMES.items()]
