"""Solo games: the choice of the rules, and hints of what happens and what can be done now."""

from aiogram.types import InlineKeyboardButton

from bot.games.solo_games import offered
from bot.language.translator import Html, Translator
from bot.pages.page_context import PageContext, TableContext
from bot.telegram.buttons.callback_data import CardTap, SoloGameTap, SoloHintsTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.events import StepName
from engine.table import Table

OF_ONE_SEAT = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.BEST_MOVE})
"""Steps that belong to the speaker: the hint depends on whether that is the reader."""
QUIET = frozenset({"solo-hint-speech", "solo-hint-last-word", "solo-hint-best-move"})
"""Hints for turns of computer players: given with the news before a turn, not with every turn."""


def solo_page(words: Translator, language: str, _: Args, __: str) -> RenderedMessage:
    keys = [
        [button(words.plain(language, f"button-solo-{ruleset}", count=size), _begins(ruleset, size), "success")]
        for ruleset, size in offered()
    ]
    return RenderedMessage(words.say(language, "solo-choose"), keyboard(*keys))


def _begins(ruleset: str, size: int) -> str:
    return SoloGameTap(ruleset=ruleset, size=size).pack()


def another_game(context: PageContext) -> str:
    """Returns the callback data of a button that begins another game like this one."""
    return _begins(context.lobby.ruleset, len(context.lobby.seating))


def solo_buttons(context: PageContext) -> list[InlineKeyboardButton]:
    """Returns the buttons that show the card again, and switch the hints on or off."""
    on = int(not context.lobby.hints)
    hints = SoloHintsTap(game=context.lobby.id, on=on).pack()
    return [
        button(context.label("button-my-role"), CardTap(game=context.lobby.id).pack()),
        button(context.label("button-hints-on" if on else "button-hints-off"), hints),
    ]


def hint_lines(context: TableContext, args: Args) -> list[Html]:
    """Returns the hint below the message of the running step; none if the reader wants none."""
    if not context.lobby.hints or context.table.stopped:
        return []
    key = hint_key(context.table, context.lobby.seat_of(context.lobby.chat_id))
    return [] if key in QUIET and not args.get("lines") else [context.say(key)]


def hint_key(table: Table, seat: int) -> str:
    """Returns the key of the text that says what happens now and what this seat can do, by public facts only."""
    if seat not in table.alive and table.speaker != seat:
        return "solo-hint-out"
    if table.step in OF_ONE_SEAT:
        return f"solo-hint-{table.step}-yours" if table.speaker == seat else f"solo-hint-{table.step}"
    return f"solo-hint-{table.step}"
