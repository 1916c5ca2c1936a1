"""The judge's panel after the end: the question whether to close the protocol, and corrections of a closed one."""

from bot.judge.pages.panel_keyboard import back, command_key, tap
from bot.judge.pages.points_page import expel_keys, over_page, points_line
from bot.judge.panel_commands import PanelCorrection
from bot.language.point_numbers import points_text
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import RenderedMessage, keyboard
from engine.commands import Verb

AMOUNTS = (-75, -50, -40, -20, -10, 0, 10, 20, 30, 40, 50, 75)
"""Corrections on buttons, in hundredths of a point."""


def closing_page(context: PanelContext) -> RenderedMessage:
    """Returns the question whether to close the protocol: after that there are corrections only."""
    if context.view.table.closed or not context.leads:
        return over_page(context)
    yes = command_key(context, context.label("button-panel-close-sure"), Verb.CLOSE, style="danger")
    return RenderedMessage(context.say("panel-closing"), keyboard([yes], back(context)), protected=True)


def amounts_page(context: PanelContext) -> RenderedMessage:
    """Returns the page of one seat when the protocol is closed: the corrections to choose from."""
    seat = context.screen.seat
    if not 1 <= seat <= context.view.table.size:
        return over_page(context)
    keys = [
        tap(
            context,
            f"+{points_text(value)}" if value > 0 else points_text(value),
            JudgeAction.CORRECT,
            seat=seat,
            value=value,
        )
        for value in AMOUNTS
    ]
    text = [points_line(context, seat), "", context.say("panel-correct-amount")]
    rows = [*in_rows(keys, 4), expel_keys(context, seat), back(context)]
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def correcting_page(context: PanelContext) -> RenderedMessage:
    """Returns the page that asks for the reason: one of a few buttons, or own words by a command."""
    seat, value = context.screen.seat, context.screen.value
    if not 1 <= seat <= context.view.table.size:
        return over_page(context)
    text = [
        context.say("panel-correct-why", name=context.name(seat), points=points_text(value)),
        context.say("panel-correct-words", seat=seat, points=points_text(value)),
    ]
    keys = [
        [command_key(context, context.label(f"correction-{why}"), Verb.CORRECT, seat, code=why.value, value=value)]
        for why in PanelCorrection
    ]
    return RenderedMessage("\n".join(text), keyboard(*keys, back(context, seat)), protected=True)
