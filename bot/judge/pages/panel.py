"""Chooses the open page of the judge's panel."""

from collections.abc import Callable, Mapping

from bot.judge.pages.closing_and_correction_pages import amounts_page, closing_page, correcting_page
from bot.judge.pages.judges_page import judges_page
from bot.judge.pages.main_page import main_page
from bot.judge.pages.night_page import night_page
from bot.judge.pages.points_page import over_page, points_page
from bot.judge.pages.seat_page import clauses_page, confirmation_page, seat_page
from bot.judge.pages.undo_page import undo_page
from bot.pages.page_context import PageContext, PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage
from engine.events import StepName


def panel_page(context: PanelContext) -> RenderedMessage:
    over = context.view.table.step is StepName.OVER
    page = (AFTER_THE_END if over else IN_THE_GAME).get(context.screen.wish)
    return page(context) if page is not None else (over_page if over else main_page)(context)


def seat_page_after_game(context: PanelContext) -> RenderedMessage:
    return amounts_page(context) if context.view.table.closed else points_page(context)


def former_page(context: PageContext) -> RenderedMessage:
    """Returns the message that replaces the panel of a former judge."""
    return RenderedMessage(context.say("panel-former"))


IN_THE_GAME: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: seat_page,
    JudgeAction.CLAUSES: clauses_page,
    JudgeAction.SURE: confirmation_page,
    JudgeAction.NIGHT: night_page,
    JudgeAction.UNDO: undo_page,
    JudgeAction.CHAIR: judges_page,
}
AFTER_THE_END: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: seat_page_after_game,
    JudgeAction.CLAUSES: clauses_page,
    JudgeAction.SURE: confirmation_page,
    JudgeAction.CORRECT: correcting_page,
    JudgeAction.CLOSING: closing_page,
    JudgeAction.UNDO: undo_page,
}
