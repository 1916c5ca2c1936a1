"""Chooses the open page of the judge's panel; the pages of the latest night, of undo and of the judge's role."""

from collections.abc import Callable, Mapping

from bot.judge.pages.main_page import main_page, role_of
from bot.judge.pages.panel_keyboard import back, command_key, tap
from bot.judge.pages.points_page import closing_page, correcting_page, over_page, points_page
from bot.judge.pages.proposals import act_text
from bot.judge.pages.seat_page import clauses_page, confirmation_page, seat_page
from bot.judge.panel_commands import undo_opens_cards_again
from bot.language.translator import Html
from bot.pages.page_context import PageContext, PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, keyboard
from engine.commands import Verb
from engine.events import StepName


def panel_page(context: PanelContext) -> RenderedMessage:
    over = context.view.table.step is StepName.OVER
    page = (AFTER_THE_END if over else IN_THE_GAME).get(context.screen.wish)
    return page(context) if page is not None else (over_page if over else main_page)(context)


def former_page(context: PageContext) -> RenderedMessage:
    """Returns the message that replaces the panel of a former judge."""
    return RenderedMessage(context.say("panel-former"))


def _night(context: PanelContext) -> RenderedMessage:
    """Returns the page with the choices of the latest night, in the order in which they were made."""
    night = context.view.table.night
    text = [context.say("prompt-night", night=night)]
    for act in context.game.position.choices_of(night):
        done = (
            context.say(f"done-{act.verb}", seat=context.name(act.target))
            if act.target
            else context.say(f"done-{act.verb}")
        )
        text.append(
            context.say(
                "panel-night-line", name=context.name(act.seat), role=role_of(context, act.seat), done=done
            )
        )
    if len(text) == 1:
        text.append(context.say("panel-night-none"))
    return RenderedMessage("\n".join(text), keyboard(back(context)), protected=True)


def _undo(context: PanelContext) -> RenderedMessage:
    position = context.game.position
    if undo_opens_cards_again(position):
        return RenderedMessage(context.say("panel-undo-over"), keyboard(back(context)), protected=True)
    if not position.before_judge or position.table.closed:
        return RenderedMessage(context.say("panel-undo-none"), keyboard(back(context)), protected=True)
    what = Html(act_text(context, position.before_judge[-1].act))
    yes = command_key(context, context.label("button-panel-undo-sure"), Verb.UNDO, style="danger")
    return RenderedMessage(context.say("panel-undo", what=what), keyboard([yes], back(context)), protected=True)


def _chair(context: PanelContext) -> RenderedMessage:
    sides = ", ".join(name for _, name in context.lobby.side_judges)
    text = [context.say("panel-chair")]
    text.append(context.say("panel-sides", names=sides) if sides else context.say("panel-sides-none"))
    leave = tap(context, context.label("button-panel-leave"), JudgeAction.LEAVE, "danger")
    return RenderedMessage("\n".join(text), keyboard([leave], back(context)), protected=True)


IN_THE_GAME: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: seat_page,
    JudgeAction.CLAUSES: clauses_page,
    JudgeAction.SURE: confirmation_page,
    JudgeAction.NIGHT: _night,
    JudgeAction.UNDO: _undo,
    JudgeAction.CHAIR: _chair,
}
AFTER_THE_END: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: points_page,
    JudgeAction.CLAUSES: clauses_page,
    JudgeAction.SURE: confirmation_page,
    JudgeAction.CORRECT: correcting_page,
    JudgeAction.CLOSING: closing_page,
    JudgeAction.UNDO: _undo,
}
