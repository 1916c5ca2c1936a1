"""The message with all cards, for a player who is out of the game and may know them."""

from bot.pages.page_context import JudgeContext
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args


def spectator_page(context: JudgeContext, _: Args) -> RenderedMessage:
    ruleset = context.view.table.rules.ruleset
    cards = [
        context.say("spectator-seat", name=context.name(seat.seat), role=context.role(ruleset, seat.role.id))
        for seat in context.view.seats
    ]
    return RenderedMessage("\n".join([context.say("spectator-title"), *cards]), protected=True)
