"""Private chat: the best move of the first victim."""

from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import chosen_seats, offer_of, pick_keyboard
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.commands import Verb


def best_move_prompt(context: SeatContext, args: Args) -> RenderedMessage | None:
    offer = offer_of(context.view, Verb.BEST_MOVE)
    named = context.view.table.best_moves.get(context.seat)
    if offer is None and context.seat in context.view.table.claimed and args.get("edited"):
        return RenderedMessage(context.say("best-move-forfeited"))
    if offer is None:
        return (
            None if named is None else RenderedMessage(context.say("best-move-made", seats=context.names(named)))
        )
    chosen = chosen_seats(args, offer)
    text = [context.say("best-move-ask")]
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    return RenderedMessage("\n".join(text), pick_keyboard(context, offer, chosen))
