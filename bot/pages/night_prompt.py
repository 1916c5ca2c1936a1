"""Private chat: the question of the night, the choice made, and the answer to it."""

from typing import Any, NamedTuple

from aiogram.types import InlineKeyboardButton

from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import answer_text, move_button, silence_line, team_talk_lines
from bot.pages.seat_keys import seat_label, seat_rows, seats_of_step
from bot.telegram.buttons.callback_data import MoveTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.default_outcomes import silence_of
from engine.legal_moves import Offer, legal
from engine.roles import SUSPECT, Ability
from engine.steps.night import asked

DECLINES = (Verb.HOLD, Verb.SLEEP)
NOT_ASKED = (Verb.SURRENDER, Verb.TIME_OUT, Verb.PASS, Verb.SEEN)


def night_prompt(context: SeatContext, args: Args) -> RenderedMessage:
    view = context.view
    table, me = view.table, view.me
    answered = (me.night, me.wave) == (table.night, table.wave)
    done = dict(me.acted) if answered else {}
    text: list[str] = [night_title(context, table.night, args)]
    text += [done_line(context, verb, target) for verb, target in (me.said if answered else ())]
    text += [
        answer_text(context, one.told) for one in me.learnt if (one.night, one.wave) == (table.night, table.wave)
    ]
    text += _signs(context)
    open_ability = next((ability for ability in asked(view) if ability.id not in done), None)
    if open_ability is None or context.seat not in table.alive:
        return RenderedMessage("\n".join(text), protected=True)
    offers = [offer for offer in legal(view) if offer.verb not in NOT_ASKED and offer.verb in open_ability.verbs]
    sure = _sure(args, offers)
    text.append(_question(context, open_ability, goes_on=bool(args.get("goes_on"))))
    if sure is not None:
        text.append(context.say(f"prompt-sure-{sure.verb}", seat=context.name(sure.seat)))
    text += team_talk_lines(context)
    text.append(silence_line(context, silence_of(open_ability)))
    text.append(context.say("stage-until", when=context.until(context.deadline)))
    return RenderedMessage("\n".join(text), _night_keyboard(context, open_ability, offers, sure), protected=True)


def night_title(context: SeatContext, night: int | str, args: Args) -> Html:
    """Returns the first line of a question: that of a later part continues the same night."""
    return context.say("prompt-night-goes-on" if args.get("goes_on") else "prompt-night", night=night)


class _Sure(NamedTuple):
    """A choice that has to be confirmed."""

    verb: Verb
    seat: int


def _sure(args: Args, offers: list[Offer]) -> _Sure | None:
    if not args.get("sure"):
        return None
    verb, seat = Verb(args["sure"][0]), int(args["sure"][1])
    return _Sure(verb, seat) if any(offer.verb is verb and seat in offer.seats for offer in offers) else None


def done_line(context: SeatContext, verb: Verb, target: int) -> str:
    return context.say(f"done-{verb}", seat=context.name(target)) if target else context.say(f"done-{verb}")


def _signs(context: SeatContext) -> list[str]:
    """Returns the newest sign of each mate, in rules where a team agrees by signs."""
    return [
        context.say("told-choice", seat=context.name(seat), target=context.name(target))
        if target
        else context.say("told-choice-none", seat=context.name(seat))
        for seat, target in sorted(context.view.me.signs)
    ]


def _question(context: SeatContext, ability: Ability, *, goes_on: bool) -> str:
    """Returns the question in one line, so that all prompts of a night have the same shape."""
    again = goes_on and ability == SUSPECT
    in_peace = "-in-peace" if Verb.SHOOT in ability.verbs and context.view.table.nobody_dies_tonight else ""
    question = [context.say("prompt-suspect-again" if again else f"ability-{ability.id}{in_peace}")]
    if ability.by_team:
        question += _agreed(context)
    if context.seat in context.view.table.prisoners and ability != SUSPECT:
        question.append(context.say("prompt-in-prison"))
    return " ".join(question)


def _agreed(context: SeatContext) -> list[Html]:
    """Returns the target the team appointed for this night (S0 4.2.2, S1 first night, S3 4.2.1, S4 3.2.1)."""
    seat = _agreed_seat(context)
    if not seat:
        return []
    key = "prompt-agreed" if seat in context.view.table.alive else "prompt-agreed-gone"
    return [context.say(key, seat=context.name(seat))]


def _agreed_seat(context: SeatContext) -> int:
    night, order = context.view.table.night, context.view.me.appointed
    return order[night - 1] if night <= len(order) else 0


def _night_keyboard(context: SeatContext, ability: Ability, offers: list[Offer], sure: _Sure | None) -> Any:
    """Returns the keys of a question. They stay where they are while it is open; the one that confirms a shot
    comes below them."""
    aimed = [offer for offer in offers if offer.seats]
    rows: list[list[InlineKeyboardButton]] = []
    for offer in aimed:
        rows += _aims(context, ability, offer, several=len(aimed) > 1, sure=sure)
    declined = [offer for offer in offers if offer.verb in DECLINES][:1]
    rows.append([move_button(context, context.label("button-nobody"), offer.verb) for offer in declined])
    if sure is not None:
        step, game = context.view.table.number, context.lobby.id
        yes = MoveTap(game=game, step=step, verb=sure.verb, seats=str(sure.seat), sure=1).pack()
        rows.append([button(context.label("button-sure"), yes, "danger")])
    return keyboard(*rows)


def _aims(
    context: SeatContext, ability: Ability, offer: Offer, *, several: bool, sure: _Sure | None
) -> list[list[InlineKeyboardButton]]:
    table, verb = context.view.table, offer.verb
    usual = f"button-{verb}-seat" if several else "button-seat-name"
    labels = {_agreed_seat(context): "button-agreed-seat"} if ability.by_team else {}
    if sure is not None and sure.verb is verb:
        labels[sure.seat] = "button-seat-chosen"
    labels |= {left.seat: "button-gone-seat" for left in table.departures}
    style = "danger" if verb is Verb.SHOOT else None

    def key(seat: int, name: str) -> InlineKeyboardButton:
        label = seat_label(context, labels.get(seat, usual), seat, name)
        return move_button(context, label, verb, (seat,), style=style)

    seats = seats_of_step(table, offer.seats)
    return seat_rows(context, seats, key, own=context.seat, most_named=len(seats))
