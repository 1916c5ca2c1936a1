"""The context of every settings screen: the group, texts, and buttons that carry the settings' revision."""

from collections.abc import Sequence
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.core.time_zones import zone_of
from bot.group_settings.group_choices import CHOICES
from bot.group_settings.options import GroupOption
from bot.group_settings.time_zone_and_quiet_hours import NEVER, USUAL_ZONE
from bot.language.display_names import short_title
from bot.language.option_names import option_key, option_value
from bot.language.translator import LANGUAGE_NAMES, Html, Translator
from bot.storage.groups import Group
from bot.telegram.buttons.callback_data import SettingsChangeTap, SettingsQuestionTap, SettingsScreenTap
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.options import parse_option

Row = Sequence[InlineKeyboardButton]
NUMBERS = frozenset({"lobby_minutes", "smallest_table", "self_start"})
"""Choices of a number, or of one of a few words instead."""


class Menu:
    def __init__(self, words: Translator, language: str, group: Group, args: Args) -> None:
        self.words = words
        self.language = language
        self.group = group
        self.what = str(args.get("what", ""))
        self.value = str(args.get("value", ""))
        self.table = str(args.get("table", "none"))
        """State of the group's table (`bot.group_settings.settings_editor.TableState`)."""
        self.figures: dict[str, Any] = args.get("figures") or {}

    def say(self, key: str, **args: Any) -> Html:
        return self.words.say(self.language, key, **args)

    def label(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, key, **args)

    # --- buttons ------------------------------------------------------------------------------------------------

    def to(
        self, text: str, screen: SettingsScreen, what: str = "", value: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        data = SettingsScreenTap(group=self.group.chat_id, screen=screen, what=what, value=value)
        return button(text, data.pack(), style)

    def does(
        self, text: str, action: SettingsAction, what: str = "", value: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        data = SettingsChangeTap(
            group=self.group.chat_id, number=self.group.number, action=action, what=what, value=value
        )
        return button(text, data.pack(), style)

    def asks(self, text: str, action: SettingsAction, what: str = "") -> InlineKeyboardButton:
        data = SettingsQuestionTap(group=self.group.chat_id, number=self.group.number, action=action, what=what)
        return button(text, data.pack())

    def back(
        self, screen: SettingsScreen = SettingsScreen.HOME, what: str = "", value: str = ""
    ) -> list[InlineKeyboardButton]:
        return [self.to(self.label("button-back"), screen, what, value)]

    def page(self, *text: str, rows: Sequence[Row]) -> RenderedMessage:
        title = self.say("settings-title", group=short_title(self.group.title))
        return RenderedMessage("\n\n".join((title, *(part for part in text if part))), keyboard(*rows))

    # --- options ------------------------------------------------------------------------------------------------

    def name(self, option: GroupOption) -> str:
        return self.label(name_key(option.key))

    def in_words(self, option: GroupOption, text: str) -> Html:
        """Returns the text that shows a value to people."""
        if option.key not in CHOICES:
            value = parse_option(option.key, text)
            return option_value(self.words, self.language, option.key, value, self.group.ruleset)
        match text:
            case "on" | "off":
                return self.say(f"option-{text}")
            case _ if option.key.startswith("may_"):
                return self.say(f"who-{text}")
            case _ if option.key in NUMBERS:
                key = name_key(option.key)
                return self.say(f"{key}-n", n=int(text)) if text.isdecimal() else self.say(f"{key}-{text}")
            case _ if option.key == "language":
                return Html(LANGUAGE_NAMES[text])
            case _ if text == NEVER:
                return self.say("choice-quiet-never")
            case _ if text == USUAL_ZONE:
                return self.say("choice-time-zone-usual", zone=zone_of("", self.group.language).key)
            case _ if option.key == "quiet":
                first, last = text.split("-")
                return self.say("choice-quiet-hours", first=int(first), last=int(last))
            case _:
                return Html(text)

    def marked(self, text: str, *, changed: bool) -> str:
        return self.label("settings-changed", what=text) if changed else text


def name_key(key: str) -> str:
    """Returns the message key of an option's name; with `-about` appended, that of its explanation."""
    return "choice-" + key.replace("_", "-") if key in CHOICES else option_key(key)
