"""Private chat: the question of the night, the choice made, and the answer to it."""

from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import answer_text, move_button, seat_label, team_talk_lines
from bot.telegram.buttons.callback_data import MoveTap, PickTap
from bot.telegram.message import NAMED_BUTTONS_IN_A_ROW, RenderedMessage, button, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
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
    text: list[str] = [context.say("prompt-night", night=table.night)]
    text += [done_line(context, verb, target) for verb, target in (me.said if answered else ())]
    text += [
        answer_text(context, one.told) for one in me.learnt if (one.night, one.wave) == (table.night, table.wave)
    ]
    text += _signs(context)
    open_ability = next((ability for ability in asked(view) if ability.id not in done), None)
    if open_ability is None or context.seat not in table.alive:
        return RenderedMessage("\n".join(text), protected=True)
    sure = args.get("sure")
    if sure:
        verb, seat = Verb(sure[0]), int(sure[1])
        text.append(context.say(f"prompt-sure-{verb}", seat=context.name(seat)))
        return RenderedMessage("\n".join(text), _sure_keyboard(context, verb, seat), protected=True)
    text.append(_question(context, open_ability))
    text += team_talk_lines(context)
    text.append(context.say("stage-until", when=context.until(context.deadline)))
    offers = [offer for offer in legal(view) if offer.verb not in NOT_ASKED and offer.verb in open_ability.verbs]
    return RenderedMessage("\n".join(text), _night_keyboard(context, offers), protected=True)


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


def _question(context: SeatContext, ability: Ability) -> str:
    """Returns the question in one line, so that all prompts of a night have the same shape."""
    question = [context.say(f"ability-{ability.id}")]
    if ability.by_team:
        question += _agreed(context)
    if context.seat in context.view.table.prisoners and ability != SUSPECT:
        question.append(context.say("prompt-in-prison"))
    return " ".join(question)


def _agreed(context: SeatContext) -> list[Html]:
    """Returns the target the team appointed for this night (S0 4.2.2, S1 first night, S3 4.2.1, S4 3.2.1)."""
    table, order = context.view.table, context.view.me.appointed
    if table.night > len(order):
        return []
    seat = order[table.night - 1]
    key = "prompt-agreed" if seat in table.alive else "prompt-agreed-gone"
    return [context.say(key, seat=context.name(seat))]


def _night_keyboard(context: SeatContext, offers: list[Offer]) -> Any:
    aimed = [offer for offer in offers if offer.seats]
    rows: list[list[InlineKeyboardButton]] = []
    for offer in aimed:
        several = len(aimed) > 1
        style = "danger" if offer.verb is Verb.SHOOT else None
        label = f"button-{offer.verb}-seat" if several else "button-seat-name"
        rows += in_rows(
            [
                move_button(context, seat_label(context, label, seat), offer.verb, (seat,), style=style)
                for seat in offer.seats
            ],
            NAMED_BUTTONS_IN_A_ROW,
        )
    declined = [offer for offer in offers if offer.verb in DECLINES][:1]
    rows.append([move_button(context, context.label("button-nobody"), offer.verb) for offer in declined])
    return keyboard(*rows)


def _sure_keyboard(context: SeatContext, verb: Verb, seat: int) -> Any:
    yes = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=verb, seats=str(seat), sure=1).pack()
    other = PickTap(game=context.lobby.id, step=context.view.table.number, verb=verb).pack()
    return keyboard(
        [button(context.label("button-sure"), yes, "danger"), button(context.label("button-other"), other)]
    )
