"""The keys of the judge's panel, and how it names people and points."""

from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.judge.panel_commands import mark
from bot.language.role_names import role_in_text
from bot.language.translator import Html
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.message import button
from engine.commands import Verb
from engine.points import write_points


def tap(
    context: PanelContext, label: str, wish: JudgeAction, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    return button(label, JudgeTap(game=context.lobby.id, wish=wish, **more).pack(), style)


def command_key(
    context: PanelContext, label: str, verb: Verb, seat: int = 0, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    seen = mark(context.live, verb, seat)
    return tap(context, label, JudgeAction.DO, style, verb=verb, seat=seat, seen=seen, **more)


def back(context: PanelContext, seat: int = 0) -> list[InlineKeyboardButton]:
    if seat:
        return [tap(context, context.label("button-panel-back"), JudgeAction.SEAT, seat=seat)]
    return [tap(context, context.label("button-panel-table"), JudgeAction.MAIN)]


def role_of(context: PanelContext, seat: int) -> Html:
    role = context.view.seats[seat - 1].role
    return role_in_text(context.words, context.language, context.view.table.rules.ruleset.id, role.id)


def in_points(hundredths: int) -> str:
    """`0,75`, `−0,2`."""
    return write_points(hundredths).replace("-", "−").replace(".", ",")
