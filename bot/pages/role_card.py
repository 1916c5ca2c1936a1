"""Private chat: the role card of a seat, with all that its holder has learnt so far."""

from bot.language.role_names import role_key
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import (
    answer_text,
    asked_again,
)
from bot.telegram.buttons.callback_data import MoveTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.legal_moves import legal


def card_page(context: SeatContext, args: Args) -> RenderedMessage:
    rows = []
    if not args.get("replaced") and any(offer.verb is Verb.SEEN for offer in legal(context.view)):
        data = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=Verb.SEEN).pack()
        rows.append([button(context.label("verb-seen"), data, "success")])
    return asked_again(context, args, RenderedMessage(known_text(context), keyboard(*rows), protected=True))


def known_text(context: SeatContext) -> str:
    """Returns the card with everything the seat has learnt; also shown to a person who takes the seat over."""
    view = context.view
    learnt: list[str] = []
    if view.me.appointed:
        learnt.append(context.say("told-appointed", seats=context.names(view.me.appointed)))
    learnt += [answer_text(context, message) for _, _, message in view.me.learnt]
    return "\n".join([card_text(context), *([context.say("card-learnt")] if learnt else []), *learnt])


def card_text(context: SeatContext) -> str:
    """Returns the card, with the mates if the rules show them; short enough for the pop-up of «My role»."""
    view = context.view
    key = role_key(view.table.rules.ruleset.id, view.me.role.id)
    text = [
        context.say("card-title", name=context.name(context.seat)),
        context.say("card-role", icon=context.say(f"{key}-icon"), role=context.say(key)),
    ]
    mates = [seat for seat in view.me.mates if seat != context.seat]
    if mates:
        text.append(context.say("told-mates", seats=context.names(mates)))
    if view.me.leader and view.me.leader != context.seat:
        text.append(context.say("told-don", seat=context.name(view.me.leader)))
    return "\n".join([*text, context.say(f"{key}-card")])
