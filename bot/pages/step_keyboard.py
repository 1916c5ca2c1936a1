"""The buttons under the message of a step: nomination keypad, ballot, time-out, pass."""

from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.games.step_properties import PUBLIC_STAGES
from bot.pages.page_context import TableContext
from bot.pages.seat_keys import fitting_name, seat_label, seat_rows, seats_of_step
from bot.pages.shared_buttons import rules_button
from bot.telegram.buttons.callback_data import MoveTap, joined
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import button, keyboard
from engine.commands import NO, YES, Verb
from engine.events import StepName
from engine.legal_moves import OUT_VERBS, Offer, legal
from engine.roles import Rank
from engine.seat_knowledge import Knowledge
from engine.state import SeatView
from engine.table import Table

PLAIN_VERBS = (Verb.WITHDRAW, Verb.PASS, Verb.READY, Verb.EXTEND, Verb.TIME_OUT)
"""Buttons without a seat, in this order. Surrender is a command, so that nobody surrenders by accident."""
ROOM_BESIDE_VOTE = 14
"""Signs of a name for which there is room on the only key of a vote."""


def step_keyboard(context: TableContext) -> Any:
    table = context.table
    if table.step not in PUBLIC_STAGES:
        return None
    if table.time_out_by:
        return _time_out_keyboard(context)
    if context.announces_vote:
        return None
    if table.speaker and not context.lobby.seating[table.speaker - 1]:
        return None  # computer players use no buttons
    return keyboard(*move_rows(context))


def move_rows(context: TableContext) -> list[list[InlineKeyboardButton]]:
    """Returns the keys of the running step. Which they are and where they stand depends only on how the step
    began: a key that slid under a finger would be a move that nobody meant. A tap on one that has no effect any
    more is answered with the reason."""
    table = context.table
    if table.held:
        return []
    given = table.rules.given[table.step][_plain_role(table)]
    rows: list[list[InlineKeyboardButton]] = []
    if Verb.NOMINATE in given:
        rows += _nomination_keys(context)
    vote = open_offers(table).get(Verb.VOTE)
    if vote is not None:
        rows += _vote_keys(context, vote)
    may = set(given) if table.speaker in (0, *table.alive) else set(given).intersection(OUT_VERBS)
    plain = [_tap(context, context.label(f"verb-{verb}"), verb) for verb in PLAIN_VERBS if verb in may]
    return rows + (in_rows(plain) if len(plain) > 3 else [plain])


def _time_out_keyboard(context: TableContext) -> Any:
    """Returns the buttons of a time-out, when nobody plays or writes: the vote on the judge, ending it early, and
    the rules (S4 appendix)."""
    offers = open_offers(context.table)
    vote = _vote_keys(context, offers[Verb.VOTE]) if Verb.VOTE in offers else []
    back = [_tap(context, context.label("verb-ready"), Verb.READY)] if Verb.READY in offers else []
    return keyboard(*vote, [rules_button(context), *back])


def is_ending(context: TableContext) -> bool:
    return not context.waits and not context.table.stopped and context.left_ms <= context.warning_ms


def _nomination_keys(context: TableContext) -> list[list[InlineKeyboardButton]]:
    """Returns a key for each seat of this morning that may be nominated today. Who is nominated is told by the
    label; where candidates are not shown (S0 7.4, S3 4.4.12) only the speaker's own nomination is, which the
    message tells anyway."""
    table = context.table
    seats = seats_of_step(table, table.alive, without=(*table.alibis, *table.voted_on))
    own = [target for by, target in table.nominations if by == table.speaker]
    named = {*table.shown_candidates, *own}

    def key(seat: int, name: str) -> InlineKeyboardButton:
        free = "button-nominated-seat" if seat in named else "button-nominate-seat"
        label = free if seat in table.alive else "button-gone-seat"
        return _tap(context, seat_label(context, label, seat, name), Verb.NOMINATE, (seat,))

    return seat_rows(context, seats, key)


def _vote_keys(context: TableContext, offer: Offer) -> list[list[InlineKeyboardButton]]:
    if offer.values:
        confirms = context.table.step is StepName.CONFIRMATION
        yes, no = ("confirm-yes", "confirm-no") if confirms else ("button-yes", "button-no")
        return [
            [
                _tap(context, context.label(yes), offer.verb, value=YES, style="danger"),
                _tap(context, context.label(no), offer.verb, value=NO),
            ]
        ]

    def key(seat: int, name: str) -> InlineKeyboardButton:
        label = seat_label(context, "button-seat", seat, name)
        return _tap(context, label, offer.verb, (seat,), style="danger")

    if len(offer.seats) == 1:
        seat = offer.seats[0]
        name = fitting_name(context.lobby.names[seat - 1], ROOM_BESIDE_VOTE)
        label = seat_label(context, "button-vote-one", seat, name)
        return [[_tap(context, label, offer.verb, (seat,), style="danger")]]
    return seat_rows(context, offer.seats, key)


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
    plain = table.rules.ruleset.roles[_plain_role(table)]
    found: dict[Verb, Offer] = {}
    for seat in (table.speaker,) if table.speaker and not table.time_out_by else table.alive:
        for offer in legal(SeatView(table, Knowledge(seat, plain))):
            if offer.verb not in found or len(offer.seats) > len(found[offer.verb].seats):
                found[offer.verb] = offer
    return found


def _plain_role(table: Table) -> str:
    return next(role.id for role in table.rules.ruleset.roles.values() if role.rank is Rank.PLAIN)
