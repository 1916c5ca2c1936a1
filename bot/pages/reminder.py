"""Private chat: the reminder that a step which lasts hours is waiting for this person."""

from bot.pages.page_context import SeatContext
from bot.telegram.message import RenderedMessage, keyboard, link
from bot.telegram.outbox.rows import Args
from engine.events import StepName


def reminder_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    view = context.view
    table = view.table
    step = table.rules.steps.get(table.step)
    if table.number != args["step"] or table.stopped or step is None:
        return None
    if table.step is not StepName.MEET and not step.awaits(view):
        return None  # the person has acted meanwhile; in the meeting everybody gets the same reminder
    what = context.say("reminder-what", step=table.step.value)
    text = context.say("reminder", group=args["group"], what=what, when=context.at(context.deadline))
    rows = [[link(context.label("button-to-table"), args["url"])]] if args["url"] else []
    return RenderedMessage(text, keyboard(*rows))
