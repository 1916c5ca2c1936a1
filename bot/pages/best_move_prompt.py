"""Private chat: the best move of the first victim."""

from bot.pages.farewell import farewell_lines
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import chosen_seats, offer_of, pick_keyboard, silence_line
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.default_outcomes import DefaultOutcome


def best_move_prompt(context: SeatContext, args: Args) -> RenderedMessage | None:
    offer = offer_of(context.view, Verb.BEST_MOVE)
    named = context.view.table.best_moves.get(context.seat)
    text: list[str] = farewell_lines(context, args)
    if offer is None and context.seat in context.view.table.claimed and args.get("edited"):
        return RenderedMessage("\n".join([*text, context.say("best-move-forfeited")]))
    if offer is None:
        made = [context.say("best-move-made", seats=context.names(named))] if named else []
        return RenderedMessage("\n".join([*text, *made])) if made else None
    chosen = chosen_seats(args, offer)
    text.append(context.say("best-move-ask"))
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    text.append(silence_line(context, DefaultOutcome.BEST_MOVE))
    text.append(context.say("stage-until", when=context.until(context.deadline)))
    return RenderedMessage("\n".join(text), pick_keyboard(context, offer, chosen))
