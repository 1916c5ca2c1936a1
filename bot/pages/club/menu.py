"""What every screen of the settings is given: the group as it is now, and buttons that remember it."""

from collections.abc import Sequence
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.callbacks import AskTap, ChangeTap, LookTap
from bot.clockwork.quiet_hours import zone_of
from bot.club.choices import CHOICES, NEVER, USUAL_ZONE
from bot.club.deeds import Deed, Screen
from bot.club.dials import Dial
from bot.directory import Group, short_title
from bot.language.option_words import option_key, option_value
from bot.language.words import LANGUAGE_NAMES, Html, Words
from bot.outbox.rows import Args
from bot.pages.sheet import Sheet, button, keyboard
from engine.options import parse_option

Row = Sequence[InlineKeyboardButton]


class Menu:
    def __init__(self, words: Words, language: str, group: Group, args: Args) -> None:
        self.words = words
        self.language = language
        self.group = group
        self.what = str(args.get("what", ""))
        self.value = str(args.get("value", ""))
        self.table = str(args.get("table", "none"))
        """What the group is doing (`bot.club.desk.Table`)."""
        self.figures: dict[str, Any] = args.get("figures") or {}

    def say(self, key: str, **args: Any) -> Html:
        return self.words.say(self.language, key, **args)

    def label(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, key, **args)

    # --- buttons ------------------------------------------------------------------------------------------------

    def to(
        self, text: str, screen: Screen, what: str = "", value: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        data = LookTap(group=self.group.chat_id, screen=screen, what=what, value=value)
        return button(text, data.pack(), style)

    def does(
        self, text: str, deed: Deed, what: str = "", value: str = "", style: str | None = None
    ) -> InlineKeyboardButton:
        data = ChangeTap(group=self.group.chat_id, number=self.group.number, deed=deed, what=what, value=value)
        return button(text, data.pack(), style)

    def asks(self, text: str, deed: Deed, what: str = "") -> InlineKeyboardButton:
        data = AskTap(group=self.group.chat_id, number=self.group.number, deed=deed, what=what)
        return button(text, data.pack())

    def back(self, screen: Screen = Screen.HOME, what: str = "", value: str = "") -> list[InlineKeyboardButton]:
        return [self.to(self.label("button-back"), screen, what, value)]

    def sheet(self, *text: str, rows: Sequence[Row]) -> Sheet:
        title = self.say("settings-title", group=short_title(self.group.title))
        return Sheet("\n\n".join((title, *(part for part in text if part))), keyboard(*rows))

    # --- dials --------------------------------------------------------------------------------------------------

    def name(self, dial: Dial) -> str:
        return self.label(name_key(dial.key))

    def in_words(self, dial: Dial, text: str) -> Html:
        """A value as people read it."""
        if dial.key not in CHOICES:
            value = parse_option(dial.key, text)
            return option_value(self.words, self.language, dial.key, value, self.group.ruleset)
        match text:
            case "on" | "off":
                return self.say(f"option-{text}")
            case _ if dial.key.startswith("may_"):
                return self.say(f"who-{text}")
            case _ if dial.key == "language":
                return Html(LANGUAGE_NAMES[text])
            case _ if text == NEVER:
                return self.say("choice-quiet-never")
            case _ if text == USUAL_ZONE:
                return self.say("choice-time-zone-usual", zone=zone_of("", self.group.language).key)
            case _ if dial.key == "quiet":
                first, last = text.split("-")
                return self.say("choice-quiet-hours", first=int(first), last=int(last))
            case _:
                return Html(text)

    def marked(self, text: str, *, changed: bool) -> str:
        return self.label("settings-changed", what=text) if changed else text


def name_key(key: str) -> str:
    """The message that names a dial; `-about` is the line beside it."""
    return "choice-" + key.replace("_", "-") if key in CHOICES else option_key(key)
