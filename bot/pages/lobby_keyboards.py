"""The buttons under the message of a lobby, screen by screen. On each of them people can sit down."""

from collections.abc import Callable, Mapping, Sequence

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.games.evening_kinds import EVENING_KINDS, EveningKind, fitting_now, kind_of
from bot.games.lobby_filling import fill_to
from bot.games.lobby_screens import WAY_BACK, LobbyScreen, screen_of
from bot.games.quick_card import PACES, pace_of, shown_options, value_of
from bot.language.role_names import ruleset_name
from bot.pages.page_context import PageContext
from bot.pages.shared_buttons import rules_button
from bot.telegram.buttons.callback_data import LobbyTap, TableChoiceTap
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import button, keyboard

Row = Sequence[InlineKeyboardButton]
PAIRS = 2


class Keys:
    """Makes the buttons of one lobby."""

    def __init__(self, context: PageContext, *, stand_ins: bool) -> None:
        self.context = context
        self.lobby = context.lobby
        self.stand_ins = stand_ins and not context.lobby.tournament
        self.label = context.label

    def wish(self, name: str, style: str | None = None, **args: int) -> InlineKeyboardButton:
        data = LobbyTap(game=self.lobby.id, wish=name)
        return button(self.label(f"button-{name}", **args), data.pack(), style)

    def to(self, screen: LobbyScreen, label: str) -> InlineKeyboardButton:
        return button(label, LobbyTap(game=self.lobby.id, wish=f"to-{screen.value or 'main'}").pack())

    def back(self) -> InlineKeyboardButton:
        return self.to(WAY_BACK[screen_of(self.lobby)], self.label("button-back"))

    def choice(self, what: str, value: str, label: str, *, chosen: bool = False) -> InlineKeyboardButton:
        label = self.label("settings-chosen", what=label) if chosen else label
        data = TableChoiceTap(game=self.lobby.id, what=what, value=value)
        return button(label, data.pack(), "primary" if chosen else None)

    def kind(self, kind: EveningKind, documents: LobbyScreen, label: str) -> InlineKeyboardButton:
        """Returns the button of a kind of evening; where it has several rule sets, it leads to them."""
        chosen = documents is LobbyScreen.CARD_DOCUMENTS and kind.id == kind_of(self.lobby.ruleset)
        if len(kind.rulesets) > 1:
            return self.to(documents, self.label("settings-chosen", what=label) if chosen else label)
        return self.choice("rules", kind.rulesets[0], label, chosen=chosen)

    def documents(self) -> list[Row]:
        """Returns a row for each rule set of the kinds that have several."""
        named = ruleset_name
        shown = screen_of(self.lobby) is LobbyScreen.CARD_DOCUMENTS
        return [
            [self.choice("rules", name, named(self.context.words, self.context.language, name), chosen=chosen)]
            for kind in EVENING_KINDS.values()
            if len(kind.rulesets) > 1
            for name in kind.rulesets
            for chosen in (shown and name == self.lobby.ruleset,)
        ]

    def first_row(self) -> Row:
        return [self.wish("sit", "success"), self.wish("start", "primary")]

    def fill(self) -> Row:
        """Returns the buttons that fill the table with computer players, and that send them away."""
        if not self.stand_ins:
            return []
        size = fill_to(self.lobby)
        more = [self.wish("fill", count=size)] if size else []
        return [*more, *([self.wish("empty")] if self.lobby.stand_ins else [])]


def lobby_keyboard(context: PageContext, *, stand_ins: bool) -> InlineKeyboardMarkup | None:
    return keyboard(*SCREENS[screen_of(context.lobby)](Keys(context, stand_ins=stand_ins)))


def _main(keys: Keys) -> list[Row]:
    fitting = [
        keys.choice(
            "rules",
            kind.rulesets[0],
            _with_sizes(keys, kind),
        )
        for kind in fitting_now(keys.lobby)
    ]
    return [
        [keys.wish("sit", "success")],
        keys.fill(),
        *([each] for each in fitting),
        [keys.wish("start", "primary")],
        [keys.wish("gear")],
    ]


def _evening(keys: Keys) -> list[Row]:
    kinds = [
        keys.kind(
            kind,
            LobbyScreen.DOCUMENTS,
            _with_sizes(keys, kind),
        )
        for kind in EVENING_KINDS.values()
    ]
    return [*([each] for each in kinds), [keys.wish("sit", "success")]]


def _with_sizes(keys: Keys, kind: EveningKind) -> str:
    key = "evening-one-size" if kind.least == kind.most else "evening-sizes"
    return keys.label(key, kind=keys.label(f"evening-{kind.id}"), least=kind.least, most=kind.most)


def _documents(keys: Keys) -> list[Row]:
    return [*keys.documents(), [keys.back()], [keys.wish("sit", "success")]]


def _more(keys: Keys) -> list[Row]:
    bots = [keys.wish("add-bot"), keys.wish("remove-bot")] if keys.stand_ins else []
    return [
        keys.first_row(),
        [keys.wish("stand"), keys.wish("judge")],
        bots,
        [keys.wish("extend"), keys.wish("cancel")],
        [rules_button(keys.context), keys.wish("settings")],
        [keys.wish("doctor"), keys.to(LobbyScreen.CARD, keys.label("button-card"))],
        [keys.back()],
    ]


def _card(keys: Keys) -> list[Row]:
    rules = keys.lobby.rules
    kinds = [
        keys.kind(kind, LobbyScreen.CARD_DOCUMENTS, keys.label(f"evening-{kind.id}"))
        for kind in EVENING_KINDS.values()
    ]
    now = pace_of(rules)
    paces = [keys.choice("pace", pace, keys.label(f"button-pace-{pace}"), chosen=pace == now) for pace in PACES]
    options = [
        [
            keys.choice(
                option.key,
                value,
                keys.label(f"button-{option.key.replace('_', '-')}-{value}"),
                chosen=value == value_of(rules, option),
            )
            for value in option.values
        ]
        for option in shown_options(rules)
    ]
    return [
        keys.first_row(),
        *in_rows(kinds, PAIRS),
        paces,
        *options,
        [keys.back(), keys.to(LobbyScreen.MORE, keys.label("button-more-of-table"))],
    ]


def _card_documents(keys: Keys) -> list[Row]:
    return [keys.first_row(), *keys.documents(), [keys.back()]]


SCREENS: Mapping[LobbyScreen, Callable[[Keys], list[Row]]] = {
    LobbyScreen.MAIN: _main,
    LobbyScreen.EVENING: _evening,
    LobbyScreen.DOCUMENTS: _documents,
    LobbyScreen.MORE: _more,
    LobbyScreen.CARD: _card,
    LobbyScreen.CARD_DOCUMENTS: _card_documents,
}
