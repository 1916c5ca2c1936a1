"""The page that asks whether the judge's last act is to be taken back."""

from bot.judge.pages.panel_keyboard import back, command_key
from bot.judge.pages.proposals import act_text
from bot.judge.panel_commands import undo_opens_cards_again
from bot.language.translator import Html
from bot.pages.page_context import PanelContext
from bot.telegram.message import RenderedMessage, keyboard
from engine.commands import Verb


def undo_page(context: PanelContext) -> RenderedMessage:
    position = context.game.position
    if undo_opens_cards_again(position):
        return RenderedMessage(context.say("panel-undo-over"), keyboard(back(context)), protected=True)
    if not position.before_judge or position.table.closed:
        return RenderedMessage(context.say("panel-undo-none"), keyboard(back(context)), protected=True)
    what = Html(act_text(context, position.before_judge[-1].act))
    yes = command_key(context, context.label("button-panel-undo-sure"), Verb.UNDO, style="danger")
    return RenderedMessage(context.say("panel-undo", what=what), keyboard([yes], back(context)), protected=True)
