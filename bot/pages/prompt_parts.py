"""Parts of private prompts: texts of answers, buttons for one seat or several, the notice of lost taps."""

from dataclasses import replace
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.language.private_answers import private_answer
from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.pages.seat_keys import seat_label, seat_rows, seats_of_step
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.default_outcomes import DefaultOutcome
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


def team_talk_lines(context: SeatContext, key: str = "prompt-talk") -> list[Html | str]:
    """Returns a line, `key`, that says who reads what this seat writes to its team, or that no person does. The
    reply to such a message cannot say it, because it is the same for everybody."""
    mates = may_talk_to(context.view)
    if not mates:
        return []
    readers = [mate for mate in mates if context.lobby.seating[mate - 1]]
    return [context.say(key, seats=context.names(readers)) if readers else context.say("prompt-talk-none")]


def silence_line(context: SeatContext, outcome: DefaultOutcome) -> Html:
    """Returns what comes of it if this person does not answer in time."""
    return context.say(f"if-silent-{outcome}")


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

    def key(seat: int, name: str) -> InlineKeyboardButton:
        free = "button-seat-chosen" if seat in chosen else "button-seat-name"
        label = free if seat in offer.seats else "button-gone-seat"
        data = PickTap(game=game, step=step, verb=offer.verb, seats=joined(toggled(seat))).pack()
        return button(seat_label(context, label, seat, name), data, "primary" if seat in chosen else None)

    table = context.view.table
    seats = seats_of_step(table, offer.seats) if context.seat in table.alive else offer.seats
    rows = seat_rows(context, seats, key, own=context.seat, most_named=len(seats))
    if chosen:  # a row of its own, so that the next row does not change its width
        data = PickTap(game=game, step=step, verb=offer.verb).pack()
        rows.append([button(context.label("button-clear"), data)])
    if len(chosen) >= max(1, offer.least):
        data = MoveTap(game=game, step=step, verb=offer.verb, seats=joined(chosen), sure=1).pack()
        rows.append([button(context.label("button-done"), data, "success")])
    return keyboard(*rows)
