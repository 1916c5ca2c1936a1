"""The choice of a language, for a person or a group: the answer to `/lang`, and buttons under the greetings."""

from aiogram.types import InlineKeyboardButton

from bot.language.translator import LANGUAGE_NAMES, Translator
from bot.telegram.buttons.callback_data import LanguageTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def language_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    group = int(bool(args.get("group")))
    return RenderedMessage(words.say(language, "language-choose"), keyboard(language_buttons(group=group)))


def language_buttons(group: int = 0) -> list[InlineKeyboardButton]:
    """Returns a button for each language, labelled in that language, so that its readers find it."""
    return [button(name, LanguageTap(language=code, group=group).pack()) for code, name in LANGUAGE_NAMES.items()]
