"""The buttons under the message of a step: nomination keypad, ballot, time-out, pass."""

from collections.abc import Sequence
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.games.steps import PUBLIC_STAGES
from bot.pages.page_context import TableContext
from bot.pages.shared_buttons import rules_button
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import button, in_rows, keyboard
from engine.commands import NO, YES, Verb
from engine.events import StepName
from engine.legal_moves import Offer, legal
from engine.roles import Rank
from engine.seat_knowledge import Knowledge
from engine.state import SeatView
from engine.table import Table

PLAIN_VERBS = (Verb.WITHDRAW, Verb.PASS, Verb.READY, Verb.EXTEND, Verb.TIME_OUT)
"""Buttons without a seat, in this order. Surrender is a command, so that nobody surrenders by accident."""


def step_keyboard(context: TableContext) -> Any:
    table = context.table
    if table.step not in PUBLIC_STAGES:
        return None
    if table.time_out_by:
        return _time_out_keyboard(context)
    if table.speaker and not context.lobby.seating[table.speaker - 1]:
        return None  # computer players use no buttons
    offers = open_offers(table)
    rows: list[list[InlineKeyboardButton]] = []
    if table.step is StepName.DISCUSSION:
        # Some seats may have used these buttons already, others not: the buttons stay for all.
        offers.setdefault(Verb.READY, Offer(Verb.READY))
        offers.setdefault(Verb.EXTEND, Offer(Verb.EXTEND))
    for verb in (Verb.NOMINATE, Verb.VOTE):
        if verb in offers and (verb is Verb.VOTE or _keypad_is_open(context)):
            rows += _seat_buttons(context, offers[verb])
    opens = [_keypad_button(context)] if Verb.NOMINATE in offers and not rows else []
    plain = opens + [_tap(context, context.label(f"verb-{verb}"), verb) for verb in PLAIN_VERBS if verb in offers]
    rows += in_rows(plain) if len(plain) > 3 else [plain]
    return keyboard(*rows)


def _time_out_keyboard(context: TableContext) -> Any:
    """Returns the buttons of a time-out, when nobody plays or writes: the vote on the judge, ending it early, and
    the rules (S4 appendix)."""
    offers = open_offers(context.table)
    vote = _seat_buttons(context, offers[Verb.VOTE]) if Verb.VOTE in offers else []
    back = [_tap(context, context.label("verb-ready"), Verb.READY)] if Verb.READY in offers else []
    return keyboard(*vote, [rules_button(context), *back])


def _keypad_is_open(context: TableContext) -> bool:
    """Returns whether the nomination keypad is shown. It closes for the last ten seconds of a speech, so that it
    does not remain under every message of the day."""
    return context.keypad or context.table.step is StepName.DISCUSSION or not is_ending(context)


def is_ending(context: TableContext) -> bool:
    return not context.waits and not context.table.stopped and context.left_ms <= context.warning_ms


def _keypad_button(context: TableContext) -> InlineKeyboardButton:
    data = PickTap(game=context.lobby.id, step=context.table.number, verb=Verb.NOMINATE)
    return button(context.label("button-nominate"), data.pack())


def _seat_buttons(context: TableContext, offer: Offer) -> list[list[InlineKeyboardButton]]:
    if offer.values:
        return [
            [
                _tap(context, context.label("button-yes"), offer.verb, value=YES, style="danger"),
                _tap(context, context.label("button-no"), offer.verb, value=NO),
            ]
        ]
    seats = _nominees(context.table, offer) if offer.verb is Verb.NOMINATE else offer.seats
    if len(seats) == 1:
        seat = seats[0]
        return [
            [
                _tap(
                    context,
                    context.label(f"button-{offer.verb}-one", seat=seat),
                    offer.verb,
                    (seat,),
                    style="danger",
                )
            ]
        ]
    style = "danger" if offer.verb is Verb.VOTE else None
    label = "button-nominate-seat" if offer.verb is Verb.NOMINATE else "button-seat"
    return in_rows(
        [_tap(context, context.label(label, seat=seat), offer.verb, (seat,), style=style) for seat in seats]
    )


def _nominees(table: Table, offer: Offer) -> Sequence[int]:
    """Returns the seats of the keypad. If candidates are not shown (S0 7.4, S3 4.4.12), it includes those already
    nominated, because a gap would reveal them."""
    if table.rules.options.show_candidates:
        return offer.seats
    return sorted({*offer.seats, *(seat for _, seat in table.nominations)})


def _tap(
    context: TableContext,
    text: str,
    verb: Verb,
    seats: tuple[int, ...] = (),
    value: int = -1,
    style: str | None = None,
) -> InlineKeyboardButton:
    data = MoveTap(game=context.lobby.id, step=context.table.number, verb=verb, seats=joined(seats), value=value)
    return button(text, data.pack(), style)


def open_offers(table: Table) -> dict[Verb, Offer]:
    """Returns what some seat may do publicly now, computed without any role, so that it reveals none."""
    plain = next(role for role in table.rules.ruleset.roles.values() if role.rank is Rank.PLAIN)
    found: dict[Verb, Offer] = {}
    for seat in (table.speaker,) if table.speaker and not table.time_out_by else table.alive:
        for offer in legal(SeatView(table, Knowledge(seat, plain))):
            if offer.verb not in found or len(offer.seats) > len(found[offer.verb].seats):
                found[offer.verb] = offer
    return found
