"""The page with the side judges and the key by which the judge gives up the role."""

from bot.judge.pages.panel_keyboard import back, tap
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, keyboard


def judges_page(context: PanelContext) -> RenderedMessage:
    sides = ", ".join(name for _, name in context.lobby.side_judges)
    text = [context.say("panel-chair")]
    text.append(context.say("panel-sides", names=sides) if sides else context.say("panel-sides-none"))
    leave = tap(context, context.label("button-panel-leave"), JudgeAction.LEAVE, "danger")
    return RenderedMessage("\n".join(text), keyboard([leave], back(context)), protected=True)
