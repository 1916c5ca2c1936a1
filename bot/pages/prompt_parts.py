"""Parts of private prompts: texts of answers, buttons for one seat or several, the notice of lost taps."""

from dataclasses import replace
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.language.private_answers import private_answer
from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import NAMED_BUTTONS_IN_A_ROW, RenderedMessage, button, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.events import Told
from engine.legal_moves import Offer, legal
from engine.state import SeatView
from engine.steps.night import may_talk_to


def answer_text(context: SeatContext, message: Told) -> Html:
    """Returns the text of a private answer to one seat."""
    view = context.view
    return private_answer(
        context.words, context.language, view.table.rules.ruleset.id, view.me.role, message, context.name
    )


def asked_again(context: SeatContext, args: Args, message: RenderedMessage) -> RenderedMessage:
    """Adds a notice that taps on the previous message were lost, if the message still has buttons."""
    if message.keyboard is None or not args.get("again"):
        return message
    return replace(message, text=f"{context.say('taps-lost')}\n{message.text}")


def team_talk_lines(context: SeatContext) -> list[Html | str]:
    """Returns a line that says whether a person reads what this seat writes to its team. The reply to such a
    message cannot say it, because it is the same for everybody."""
    mates = may_talk_to(context.view)
    if not mates:
        return []
    read = any(context.lobby.seating[mate - 1] for mate in mates)
    return [context.say("prompt-talk" if read else "prompt-talk-none")]


def seat_label(context: SeatContext, key: str, seat: int) -> str:
    """Returns the label with the seat's number and as much of the name as fits on a button."""
    return context.label(key, seat=seat, name=context.lobby.names[seat - 1][:12])


def move_button(
    context: SeatContext, text: str, verb: Verb, seats: tuple[int, ...] = (), style: str | None = None
) -> InlineKeyboardButton:
    data = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=verb, seats=joined(seats))
    return button(text, data.pack(), style)


def offer_of(view: SeatView, verb: Verb) -> Offer | None:
    return next((offer for offer in legal(view) if offer.verb is verb), None)


def chosen_seats(args: Args, offer: Offer) -> tuple[int, ...]:
    """Returns the seats chosen so far and not yet confirmed."""
    return tuple(seat for seat in args.get("chosen", ()) if seat in offer.seats)[: offer.most]


def pick_keyboard(context: SeatContext, offer: Offer, chosen: tuple[int, ...]) -> Any:
    """Returns the buttons to choose several seats, to confirm and to clear the choice."""
    step, game = context.view.table.number, context.lobby.id

    def toggled(seat: int) -> tuple[int, ...]:
        if seat in chosen:
            return tuple(other for other in chosen if other != seat)
        return (*chosen, seat)[-offer.most :]

    seats = [
        button(
            seat_label(context, "button-seat-chosen" if seat in chosen else "button-seat-name", seat),
            PickTap(game=game, step=step, verb=offer.verb, seats=joined(toggled(seat))).pack(),
            "primary" if seat in chosen else None,
        )
        for seat in offer.seats
    ]
    last = []
    if len(chosen) >= max(1, offer.least):
        data = MoveTap(game=game, step=step, verb=offer.verb, seats=joined(chosen), sure=1).pack()
        last.append(button(context.label("button-done"), data, "success"))
    if chosen:
        data = PickTap(game=game, step=step, verb=offer.verb).pack()
        last.append(button(context.label("button-clear"), data))
    return keyboard(*in_rows(seats, NAMED_BUTTONS_IN_A_ROW), last)
