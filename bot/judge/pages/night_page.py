"""The page with the choices of the latest night."""

from bot.judge.pages.main_page import role_of
from bot.judge.pages.panel_keyboard import back
from bot.pages.page_context import PanelContext
from bot.telegram.message import RenderedMessage, keyboard


def night_page(context: PanelContext) -> RenderedMessage:
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
