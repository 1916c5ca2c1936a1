"""Private chat: the card, the questions of the night and of the meeting, and what the judge shows."""

from dataclasses import replace
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.games.steps import stage_slot
from bot.language.private_answers import private_answer
from bot.language.role_names import role_key
from bot.language.translator import Html
from bot.pages.page_context import SeatContext
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import NAMED_BUTTONS_IN_A_ROW, RenderedMessage, button, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.events import StepName, Told, Topic
from engine.legal_moves import Offer, legal
from engine.roles import SUSPECT, Ability, Rank
from engine.state import SeatView
from engine.steps.night import asked, may_talk_to

DECLINES = (Verb.HOLD, Verb.SLEEP)
SEVERAL = (Verb.APPOINT, Verb.BEST_MOVE)
UNNOTICED = frozenset({Topic.VOTE})
"""What nobody else hears of: a phone that lights up at the count would tell whose vote it is."""
NOT_ASKED = (Verb.SURRENDER, Verb.TIME_OUT, Verb.PASS, Verb.SEEN)


def card_page(context: SeatContext, args: Args) -> RenderedMessage:
    rows = []
    if not args.get("replaced") and any(offer.verb is Verb.SEEN for offer in legal(context.view)):
        data = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=Verb.SEEN).pack()
        rows.append([button(context.label("verb-seen"), data, "success")])
    return _asked_again(context, args, RenderedMessage(known_text(context), keyboard(*rows), protected=True))


def known_text(context: SeatContext) -> str:
    """The card with everything that has come with it so far: also for whoever takes the seat over."""
    view = context.view
    learnt: list[str] = []
    if view.me.appointed:
        learnt.append(context.say("told-appointed", seats=context.names(view.me.appointed)))
    learnt += [_in_words(context, message) for _, _, message in view.me.learnt]
    return "\n".join([card_text(context), *([context.say("card-learnt")] if learnt else []), *learnt])


def card_text(context: SeatContext) -> str:
    """Also what the window of «My role» has room for: the card, and the mates where the rules show them."""
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


def prompt_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    view = context.view
    if args.get("stage") not in (None, stage_slot(view.table)):
        return _over(context, args) if args.get("edited") else None
    if args.get("replaced"):
        return RenderedMessage(context.say("prompt-replaced"), protected=True) if args.get("edited") else None
    match view.table.step:
        case StepName.NIGHT:
            return _asked_again(context, args, _night(context, args))
        case StepName.MEET:
            return _asked_again(context, args, _meet(context, args))
        case StepName.BEST_MOVE | StepName.LAST_WORD:
            message = _best_move(context, args)
            return None if message is None else _asked_again(context, args, message)
        case _:
            return None


def _asked_again(context: SeatContext, args: Args, message: RenderedMessage) -> RenderedMessage:
    """Says that taps on the previous message were lost, while there is something to answer."""
    if message.keyboard is None or not args.get("again"):
        return message
    return replace(message, text=f"{context.say('taps-lost')}\n{message.text}")


def _over(context: SeatContext, args: Args) -> RenderedMessage | None:
    """The step is over: the choice and its answer stay, the buttons go."""
    me, stage = context.view.me, args["stage"]
    if stage == StepName.MEET.value:
        return RenderedMessage("\n".join(_met(context)), protected=True)
    done = (
        [_done(context, verb, target) for verb, target in me.said] if _is_stage(stage, me.night, me.wave) else []
    )
    learnt = [one for one in me.learnt if _is_stage(stage, one.night, one.wave)]
    if not done and not learnt:
        return RenderedMessage(context.say("prompt-over"), protected=True)
    night = me.night if done else learnt[0].night
    answers = [_in_words(context, one.told) for one in learnt]
    return RenderedMessage("\n".join([context.say("prompt-night", night=night), *done, *answers]), protected=True)


def _is_stage(stage: str, night: int, wave: int) -> bool:
    return stage == f"night:{night}:{wave}"


# --- night ---------------------------------------------------------------------------------------------------


def _night(context: SeatContext, args: Args) -> RenderedMessage:
    view = context.view
    table, me = view.table, view.me
    answered = (me.night, me.wave) == (table.night, table.wave)
    done = dict(me.acted) if answered else {}
    text: list[str] = [context.say("prompt-night", night=table.night)]
    text += [_done(context, verb, target) for verb, target in (me.said if answered else ())]
    text += [
        _in_words(context, one.told) for one in me.learnt if (one.night, one.wave) == (table.night, table.wave)
    ]
    text += _signs(context)
    open_ability = next((ability for ability in asked(view) if ability.id not in done), None)
    if open_ability is None or context.seat not in table.alive:
        wait = "prompt-wait" if table.rules.answers_at_once else "prompt-wait-answers"
        return RenderedMessage("\n".join([*text, context.say(wait)]), protected=True)
    sure = args.get("sure")
    if sure:
        verb, seat = Verb(sure[0]), int(sure[1])
        text.append(context.say(f"prompt-sure-{verb}", seat=context.name(seat)))
        return RenderedMessage("\n".join(text), _sure_keyboard(context, verb, seat), protected=True)
    text.append(_question(context, open_ability))
    text += _talk(context)
    text.append(context.say("stage-until", when=context.until(context.deadline)))
    offers = [offer for offer in legal(view) if offer.verb not in NOT_ASKED and offer.verb in open_ability.verbs]
    return RenderedMessage("\n".join(text), _night_keyboard(context, offers), protected=True)


def _done(context: SeatContext, verb: Verb, target: int) -> str:
    return context.say(f"done-{verb}", seat=context.name(target)) if target else context.say(f"done-{verb}")


def _signs(context: SeatContext) -> list[str]:
    """Where the team agrees by signs, each sees the newest sign of the others."""
    return [
        context.say("told-choice", seat=context.name(seat), target=context.name(target))
        if target
        else context.say("told-choice-none", seat=context.name(seat))
        for seat, target in sorted(context.view.me.signs)
    ]


def _question(context: SeatContext, ability: Ability) -> str:
    """In one line, whatever there is to say beside it: all prompts of a night have the same shape."""
    question = [context.say(f"ability-{ability.id}")]
    if ability.by_team:
        question += _agreed(context)
    if context.seat in context.view.table.prisoners and ability != SUSPECT:
        question.append(context.say("prompt-in-prison"))
    return " ".join(question)


def _agreed(context: SeatContext) -> list[Html]:
    """Whom the team has agreed on for this night in the meeting (S0 4.2.2, S1 first night, S3 4.2.1, S4 3.2.1)."""
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
                _tap(context, _label(context, label, seat), offer.verb, (seat,), style=style)
                for seat in offer.seats
            ],
            NAMED_BUTTONS_IN_A_ROW,
        )
    declined = [offer for offer in offers if offer.verb in DECLINES][:1]
    rows.append([_tap(context, context.label("button-nobody"), offer.verb) for offer in declined])
    return keyboard(*rows)


def _label(context: SeatContext, key: str, seat: int) -> str:
    """The number, and as much of the name as a button has room for."""
    return context.label(key, seat=seat, name=context.lobby.names[seat - 1][:12])


def _sure_keyboard(context: SeatContext, verb: Verb, seat: int) -> Any:
    yes = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=verb, seats=str(seat), sure=1).pack()
    other = PickTap(game=context.lobby.id, step=context.view.table.number, verb=verb).pack()
    return keyboard(
        [button(context.label("button-sure"), yes, "danger"), button(context.label("button-other"), other)]
    )


def _tap(
    context: SeatContext, text: str, verb: Verb, seats: tuple[int, ...] = (), style: str | None = None
) -> InlineKeyboardButton:
    data = MoveTap(game=context.lobby.id, step=context.view.table.number, verb=verb, seats=joined(seats))
    return button(text, data.pack(), style)


# --- meeting and best move -----------------------------------------------------------------------------------


def _met(context: SeatContext) -> list[Html | str]:
    """Whom this seat has met: members of a team each other, and the town's leader is greeted (S0 4.2.4, S4 3.2.2).

    It begins alike for everybody: that much of it a locked phone shows to whoever looks.
    """
    me = context.view.me
    text: list[Html | str] = [context.say("meet-title")]
    mates = [seat for seat in me.mates if seat != context.seat]
    if me.mates:
        text.append(
            context.say("told-mates", seats=context.names(mates)) if mates else context.say("told-mates-alone")
        )
        if me.leader:
            own = me.leader == context.seat
            text.append(
                context.say("told-don-self") if own else context.say("told-don", seat=context.name(me.leader))
            )
    else:
        text.append(context.say("meet-leader" if me.role.rank is Rank.LEADER else "meet-asleep"))
    if me.appointed:
        text.append(context.say("told-appointed", seats=context.names(me.appointed)))
    return text


def _meet(context: SeatContext, args: Args) -> RenderedMessage:
    text = [*_met(context), *_talk(context)]
    offer = None if context.view.me.appointed else _offer(context.view, Verb.APPOINT)
    if offer is None:
        return RenderedMessage("\n".join(text), protected=True)
    text.append(context.say("meet-appoint"))
    chosen = _chosen(args, offer)
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    return RenderedMessage("\n".join(text), _pick_keyboard(context, offer, chosen), protected=True)


def _talk(context: SeatContext) -> list[Html | str]:
    """Whether somebody reads what a member of a team writes: the answer to it, which all get, cannot say."""
    mates = may_talk_to(context.view)
    if not mates:
        return []
    read = any(context.lobby.seating[mate - 1] for mate in mates)
    return [context.say("prompt-talk" if read else "prompt-talk-none")]


def _best_move(context: SeatContext, args: Args) -> RenderedMessage | None:
    offer = _offer(context.view, Verb.BEST_MOVE)
    named = context.view.table.best_moves.get(context.seat)
    if offer is None and context.seat in context.view.table.claimed and args.get("edited"):
        return RenderedMessage(context.say("best-move-forfeited"))
    if offer is None:
        return (
            None if named is None else RenderedMessage(context.say("best-move-made", seats=context.names(named)))
        )
    chosen = _chosen(args, offer)
    text = [context.say("best-move-ask")]
    if chosen:
        text.append(context.say("prompt-chosen", seats=context.names(chosen)))
    return RenderedMessage("\n".join(text), _pick_keyboard(context, offer, chosen))


def _offer(view: SeatView, verb: Verb) -> Offer | None:
    return next((offer for offer in legal(view) if offer.verb is verb), None)


def _chosen(args: Args, offer: Offer) -> tuple[int, ...]:
    return tuple(seat for seat in args.get("chosen", ()) if seat in offer.seats)[: offer.most]


def _pick_keyboard(context: SeatContext, offer: Offer, chosen: tuple[int, ...]) -> Any:
    step, game = context.view.table.number, context.lobby.id

    def toggled(seat: int) -> tuple[int, ...]:
        if seat in chosen:
            return tuple(other for other in chosen if other != seat)
        return (*chosen, seat)[-offer.most :]

    seats = [
        button(
            _label(context, "button-seat-chosen" if seat in chosen else "button-seat-name", seat),
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


# --- what the judge shows ------------------------------------------------------------------------------------


def private_answer_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    """What a night has answered stands under its question; alone only if that message is gone."""
    if args.get("edited"):
        return prompt_page(context, args)
    message = Told(context.seat, Topic(args["topic"]), tuple(args["about"]), args["answer"])
    return RenderedMessage(_in_words(context, message), protected=True, silent=message.topic in UNNOTICED)


def _in_words(context: SeatContext, message: Told) -> Html:
    view = context.view
    return private_answer(
        context.words, context.language, view.table.rules.ruleset.id, view.me.role, message, context.name
    )
