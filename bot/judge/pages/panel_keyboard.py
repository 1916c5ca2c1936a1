"""Buttons of the judge's panel: seats, controls of the game, commands, the way back."""

from collections.abc import Collection
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.judge.panel_commands import ASKS_AGAIN, mark
from bot.language.point_numbers import points_text
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import button
from engine.commands import Verb
from engine.fouls import can_be_punished
from engine.penalty_clauses import Clause


def tap(
    context: PanelContext, label: str, wish: JudgeAction, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    return button(label, JudgeTap(game=context.lobby.id, wish=wish, **more).pack(), style)


def command_key(
    context: PanelContext, label: str, verb: Verb, seat: int = 0, style: str | None = None, **more: Any
) -> InlineKeyboardButton:
    seen = mark(context.game, verb, seat)
    return tap(context, label, JudgeAction.DO, style, verb=verb, seat=seat, seen=seen, **more)


def back(context: PanelContext, seat: int = 0) -> list[InlineKeyboardButton]:
    if seat:
        return [tap(context, context.label("button-panel-back"), JudgeAction.SEAT, seat=seat)]
    return [tap(context, context.label("button-panel-table"), JudgeAction.MAIN)]


def seat_keys(context: PanelContext) -> list[list[InlineKeyboardButton]]:
    seats = range(1, context.view.table.size + 1)
    return in_rows([tap(context, _seat_label(context, seat), JudgeAction.SEAT, seat=seat) for seat in seats])


def seat_keys_after_game(context: PanelContext, hinted: Collection[int]) -> list[list[InlineKeyboardButton]]:
    """Marks seats for which there are suggestions."""
    seats = range(1, context.view.table.size + 1)
    labels = {seat: f"{seat} 💡" if seat in hinted else str(seat) for seat in seats}
    return in_rows([tap(context, label, JudgeAction.SEAT, seat=seat) for seat, label in labels.items()])


def _seat_label(context: PanelContext, seat: int) -> str:
    table = context.view.table
    if not can_be_punished(table, seat):
        return context.label("button-panel-gone", seat=seat)
    fouls = table.fouls[seat]
    return context.label("button-panel-fouls", seat=seat, fouls=fouls) if fouls else str(seat)


def control_keys(context: PanelContext) -> list[list[InlineKeyboardButton]]:
    table = context.view.table
    nights = [tap(context, context.label("button-panel-night"), JudgeAction.NIGHT)] if table.night else []
    if not context.leads:
        return [nights]

    def leads(verb: Verb, label: str) -> InlineKeyboardButton:
        return command_key(context, context.label(label), verb)

    course = [
        leads(Verb.RESUME, "button-panel-resume") if table.paused else leads(Verb.PAUSE, "button-panel-pause")
    ]
    if not table.stopped and not table.time_out_by:
        course.append(leads(Verb.REPEAT, "button-panel-repeat"))
    on = [] if table.paused else [leads(Verb.NEXT, "button-panel-begin" if table.held else "button-panel-next")]
    hold = leads(Verb.HOLD, "button-panel-let-bot" if table.holding else "button-panel-hold")
    undo = tap(context, context.label("button-panel-undo"), JudgeAction.UNDO)
    chair = tap(context, context.label("button-panel-chair"), JudgeAction.CHAIR)
    return [on, course, [hold], [undo, *nights, chair]]


def clause_key(context: PanelContext, verb: Verb, seat: int, clause: Clause, words: str) -> InlineKeyboardButton:
    label = f"{words} ({points_text(clause.points)})" if clause.points else words
    if verb in ASKS_AGAIN or clause.consent:
        return tap(context, label, JudgeAction.SURE, verb=verb, seat=seat, code=clause.code, value=clause.points)
    return command_key(context, label, verb, seat, code=clause.code, value=clause.points)
