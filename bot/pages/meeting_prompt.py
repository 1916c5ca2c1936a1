"""Private chat: what the card says and asks during the meeting before the first night."""

from typing import Any

from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import chosen_seats, offer_of, pick_keyboard, silence_line, team_talk_lines
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.default_outcomes import DefaultOutcome


def meeting_part(context: SeatContext, args: Args) -> tuple[list[Html | str], Any]:
    """Returns the lines that the meeting adds to a card, and the keyboard: nothing for those who have nothing to
    do, so that their card does not change."""
    me = context.view.me
    if not me.mates:
        return [], None
    text: list[Html | str] = []
    if set(me.mates) == {context.seat}:
        text.append(context.say("told-mates-alone"))
    if me.leader == context.seat:
        text.append(context.say("told-don-self"))
    text += team_talk_lines(context, "meet-talk")
    offer = None if me.appointed else offer_of(context.view, Verb.APPOINT)
    if offer is None:
        return text, None
    text.append(context.say("meet-appoint"))
    chosen = chosen_seats(args, offer)
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    text.append(silence_line(context, DefaultOutcome.ORDER))
    text.append(context.say("stage-until", when=context.until(context.deadline)))
    return text, pick_keyboard(context, offer, chosen)
