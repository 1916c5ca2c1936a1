"""Private chat: the card, the questions of the night and of the meeting, and what the judge shows."""

from dataclasses import replace
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.games.steps import stage_slot
from bot.language.private_answers import private_answer
from bot.language.role_names import role_key
from bot.language.translator import Html
from bot.pages.scenes import SeatScene
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import NAMED_BUTTONS_IN_A_ROW, RenderedMessage, button, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb
from engine.events import StepName, Told, Topic
from engine.moves import Offer, legal
from engine.roles import SUSPECT, Ability, Rank
from engine.state import SeatView
from engine.steps.night import asked, may_talk_to

DECLINES = (Verb.HOLD, Verb.SLEEP)
SEVERAL = (Verb.APPOINT, Verb.BEST_MOVE)
UNNOTICED = frozenset({Topic.VOTE})
"""What nobody else hears of: a phone that lights up at the count would tell whose vote it is."""
NOT_ASKED = (Verb.SURRENDER, Verb.TIME_OUT, Verb.PASS, Verb.SEEN)


def card_page(scene: SeatScene, args: Args) -> RenderedMessage:
    rows = []
    if not args.get("replaced") and any(offer.verb is Verb.SEEN for offer in legal(scene.view)):
        data = MoveTap(game=scene.lobby.id, step=scene.view.table.number, verb=Verb.SEEN).pack()
        rows.append([button(scene.label("verb-seen"), data, "success")])
    return _asked_again(scene, args, RenderedMessage(known_text(scene), keyboard(*rows), protected=True))


def known_text(scene: SeatScene) -> str:
    """The card with everything that has come with it so far: also for whoever takes the seat over."""
    view = scene.view
    learnt: list[str] = []
    if view.me.appointed:
        learnt.append(scene.say("told-appointed", seats=scene.names(view.me.appointed)))
    learnt += [_in_words(scene, message) for _, _, message in view.me.learnt]
    return "\n".join([card_text(scene), *([scene.say("card-learnt")] if learnt else []), *learnt])


def card_text(scene: SeatScene) -> str:
    """Also what the window of «My role» has room for: the card, and the mates where the rules show them."""
    view = scene.view
    key = role_key(view.table.rules.ruleset.id, view.me.role.id)
    text = [
        scene.say("card-title", name=scene.name(scene.seat)),
        scene.say("card-role", icon=scene.say(f"{key}-icon"), role=scene.say(key)),
    ]
    mates = [seat for seat in view.me.mates if seat != scene.seat]
    if mates:
        text.append(scene.say("told-mates", seats=scene.names(mates)))
    if view.me.leader and view.me.leader != scene.seat:
        text.append(scene.say("told-don", seat=scene.name(view.me.leader)))
    return "\n".join([*text, scene.say(f"{key}-card")])


def prompt_page(scene: SeatScene, args: Args) -> RenderedMessage | None:
    view = scene.view
    if args.get("stage") not in (None, stage_slot(view.table)):
        return _over(scene, args) if args.get("edited") else None
    if args.get("replaced"):
        return RenderedMessage(scene.say("prompt-replaced"), protected=True) if args.get("edited") else None
    match view.table.step:
        case StepName.NIGHT:
            return _asked_again(scene, args, _night(scene, args))
        case StepName.MEET:
            return _asked_again(scene, args, _meet(scene, args))
        case StepName.BEST_MOVE | StepName.LAST_WORD:
            sheet = _best_move(scene, args)
            return None if sheet is None else _asked_again(scene, args, sheet)
        case _:
            return None


def _asked_again(scene: SeatScene, args: Args, sheet: RenderedMessage) -> RenderedMessage:
    """Says that taps on the previous message were lost, while there is something to answer."""
    if sheet.keyboard is None or not args.get("again"):
        return sheet
    return replace(sheet, text=f"{scene.say('taps-lost')}\n{sheet.text}")


def _over(scene: SeatScene, args: Args) -> RenderedMessage | None:
    """The step is over: the choice and its answer stay, the buttons go."""
    me, stage = scene.view.me, args["stage"]
    if stage == StepName.MEET.value:
        return RenderedMessage("\n".join(_met(scene)), protected=True)
    done = [_done(scene, verb, target) for verb, target in me.said] if _is_stage(stage, me.night, me.wave) else []
    learnt = [one for one in me.learnt if _is_stage(stage, one.night, one.wave)]
    if not done and not learnt:
        return RenderedMessage(scene.say("prompt-over"), protected=True)
    night = me.night if done else learnt[0].night
    answers = [_in_words(scene, one.told) for one in learnt]
    return RenderedMessage("\n".join([scene.say("prompt-night", night=night), *done, *answers]), protected=True)


def _is_stage(stage: str, night: int, wave: int) -> bool:
    return stage == f"night:{night}:{wave}"


# --- night ---------------------------------------------------------------------------------------------------


def _night(scene: SeatScene, args: Args) -> RenderedMessage:
    view = scene.view
    table, me = view.table, view.me
    answered = (me.night, me.wave) == (table.night, table.wave)
    done = dict(me.acted) if answered else {}
    text: list[str] = [scene.say("prompt-night", night=table.night)]
    text += [_done(scene, verb, target) for verb, target in (me.said if answered else ())]
    text += [_in_words(scene, one.told) for one in me.learnt if (one.night, one.wave) == (table.night, table.wave)]
    text += _signs(scene)
    open_ability = next((ability for ability in asked(view) if ability.id not in done), None)
    if open_ability is None or scene.seat not in table.alive:
        wait = "prompt-wait" if table.rules.answers_at_once else "prompt-wait-answers"
        return RenderedMessage("\n".join([*text, scene.say(wait)]), protected=True)
    sure = args.get("sure")
    if sure:
        verb, seat = Verb(sure[0]), int(sure[1])
        text.append(scene.say(f"prompt-sure-{verb}", seat=scene.name(seat)))
        return RenderedMessage("\n".join(text), _sure_keyboard(scene, verb, seat), protected=True)
    text.append(_question(scene, open_ability))
    text += _talk(scene)
    text.append(scene.say("stage-until", when=scene.until(scene.deadline)))
    offers = [offer for offer in legal(view) if offer.verb not in NOT_ASKED and offer.verb in open_ability.verbs]
    return RenderedMessage("\n".join(text), _night_keyboard(scene, offers), protected=True)


def _done(scene: SeatScene, verb: Verb, target: int) -> str:
    return scene.say(f"done-{verb}", seat=scene.name(target)) if target else scene.say(f"done-{verb}")


def _signs(scene: SeatScene) -> list[str]:
    """Where the team agrees by signs, each sees the newest sign of the others."""
    return [
        scene.say("told-choice", seat=scene.name(seat), target=scene.name(target))
        if target
        else scene.say("told-choice-none", seat=scene.name(seat))
        for seat, target in sorted(scene.view.me.signs)
    ]


def _question(scene: SeatScene, ability: Ability) -> str:
    """In one line, whatever there is to say beside it: all prompts of a night have the same shape."""
    question = [scene.say(f"ability-{ability.id}")]
    if ability.by_team:
        question += _agreed(scene)
    if scene.seat in scene.view.table.prisoners and ability != SUSPECT:
        question.append(scene.say("prompt-in-prison"))
    return " ".join(question)


def _agreed(scene: SeatScene) -> list[Html]:
    """Whom the team has agreed on for this night in the meeting (S0 4.2.2, S1 first night, S3 4.2.1, S4 3.2.1)."""
    table, order = scene.view.table, scene.view.me.appointed
    if table.night > len(order):
        return []
    seat = order[table.night - 1]
    key = "prompt-agreed" if seat in table.alive else "prompt-agreed-gone"
    return [scene.say(key, seat=scene.name(seat))]


def _night_keyboard(scene: SeatScene, offers: list[Offer]) -> Any:
    aimed = [offer for offer in offers if offer.seats]
    rows: list[list[InlineKeyboardButton]] = []
    for offer in aimed:
        several = len(aimed) > 1
        style = "danger" if offer.verb is Verb.SHOOT else None
        label = f"button-{offer.verb}-seat" if several else "button-seat-name"
        rows += in_rows(
            [_tap(scene, _label(scene, label, seat), offer.verb, (seat,), style=style) for seat in offer.seats],
            NAMED_BUTTONS_IN_A_ROW,
        )
    declined = [offer for offer in offers if offer.verb in DECLINES][:1]
    rows.append([_tap(scene, scene.label("button-nobody"), offer.verb) for offer in declined])
    return keyboard(*rows)


def _label(scene: SeatScene, key: str, seat: int) -> str:
    """The number, and as much of the name as a button has room for."""
    return scene.label(key, seat=seat, name=scene.lobby.names[seat - 1][:12])


def _sure_keyboard(scene: SeatScene, verb: Verb, seat: int) -> Any:
    yes = MoveTap(game=scene.lobby.id, step=scene.view.table.number, verb=verb, seats=str(seat), sure=1).pack()
    other = PickTap(game=scene.lobby.id, step=scene.view.table.number, verb=verb).pack()
    return keyboard(
        [button(scene.label("button-sure"), yes, "danger"), button(scene.label("button-other"), other)]
    )


def _tap(
    scene: SeatScene, text: str, verb: Verb, seats: tuple[int, ...] = (), style: str | None = None
) -> InlineKeyboardButton:
    data = MoveTap(game=scene.lobby.id, step=scene.view.table.number, verb=verb, seats=joined(seats))
    return button(text, data.pack(), style)


# --- meeting and best move -----------------------------------------------------------------------------------


def _met(scene: SeatScene) -> list[Html | str]:
    """Whom this seat has met: members of a team each other, and the town's leader is greeted (S0 4.2.4, S4 3.2.2).

    It begins alike for everybody: that much of it a locked phone shows to whoever looks.
    """
    me = scene.view.me
    text: list[Html | str] = [scene.say("meet-title")]
    mates = [seat for seat in me.mates if seat != scene.seat]
    if me.mates:
        text.append(scene.say("told-mates", seats=scene.names(mates)) if mates else scene.say("told-mates-alone"))
        if me.leader:
            own = me.leader == scene.seat
            text.append(scene.say("told-don-self") if own else scene.say("told-don", seat=scene.name(me.leader)))
    else:
        text.append(scene.say("meet-leader" if me.role.rank is Rank.LEADER else "meet-asleep"))
    if me.appointed:
        text.append(scene.say("told-appointed", seats=scene.names(me.appointed)))
    return text


def _meet(scene: SeatScene, args: Args) -> RenderedMessage:
    text = [*_met(scene), *_talk(scene)]
    offer = None if scene.view.me.appointed else _offer(scene.view, Verb.APPOINT)
    if offer is None:
        return RenderedMessage("\n".join(text), protected=True)
    text.append(scene.say("meet-appoint"))
    chosen = _chosen(args, offer)
    if chosen:
        text.append(scene.say("prompt-chosen", seats=scene.names(chosen)))
    return RenderedMessage("\n".join(text), _pick_keyboard(scene, offer, chosen), protected=True)


def _talk(scene: SeatScene) -> list[Html | str]:
    """Whether somebody reads what a member of a team writes: the answer to it, which all get, cannot say."""
    mates = may_talk_to(scene.view)
    if not mates:
        return []
    read = any(scene.lobby.seating[mate - 1] for mate in mates)
    return [scene.say("prompt-talk" if read else "prompt-talk-none")]


def _best_move(scene: SeatScene, args: Args) -> RenderedMessage | None:
    offer = _offer(scene.view, Verb.BEST_MOVE)
    named = scene.view.table.best_moves.get(scene.seat)
    if offer is None and scene.seat in scene.view.table.claimed and args.get("edited"):
        return RenderedMessage(scene.say("best-move-forfeited"))
    if offer is None:
        return None if named is None else RenderedMessage(scene.say("best-move-made", seats=scene.names(named)))
    chosen = _chosen(args, offer)
    text = [scene.say("best-move-ask")]
    if chosen:
        text.append(scene.say("prompt-chosen", seats=scene.names(chosen)))
    return RenderedMessage("\n".join(text), _pick_keyboard(scene, offer, chosen))


def _offer(view: SeatView, verb: Verb) -> Offer | None:
    return next((offer for offer in legal(view) if offer.verb is verb), None)


def _chosen(args: Args, offer: Offer) -> tuple[int, ...]:
    return tuple(seat for seat in args.get("chosen", ()) if seat in offer.seats)[: offer.most]


def _pick_keyboard(scene: SeatScene, offer: Offer, chosen: tuple[int, ...]) -> Any:
    step, game = scene.view.table.number, scene.lobby.id

    def toggled(seat: int) -> tuple[int, ...]:
        if seat in chosen:
            return tuple(other for other in chosen if other != seat)
        return (*chosen, seat)[-offer.most :]

    seats = [
        button(
            _label(scene, "button-seat-chosen" if seat in chosen else "button-seat-name", seat),
            PickTap(game=game, step=step, verb=offer.verb, seats=joined(toggled(seat))).pack(),
            "primary" if seat in chosen else None,
        )
        for seat in offer.seats
    ]
    last = []
    if len(chosen) >= max(1, offer.least):
        data = MoveTap(game=game, step=step, verb=offer.verb, seats=joined(chosen), sure=1).pack()
        last.append(button(scene.label("button-done"), data, "success"))
    if chosen:
        data = PickTap(game=game, step=step, verb=offer.verb).pack()
        last.append(button(scene.label("button-clear"), data))
    return keyboard(*in_rows(seats, NAMED_BUTTONS_IN_A_ROW), last)


# --- what the judge shows ------------------------------------------------------------------------------------


def private_answer_page(scene: SeatScene, args: Args) -> RenderedMessage | None:
    """What a night has answered stands under its question; alone only if that message is gone."""
    if args.get("edited"):
        return prompt_page(scene, args)
    message = Told(scene.seat, Topic(args["topic"]), tuple(args["about"]), args["answer"])
    return RenderedMessage(_in_words(scene, message), protected=True, silent=message.topic in UNNOTICED)


def _in_words(scene: SeatScene, message: Told) -> Html:
    view = scene.view
    return private_answer(
        scene.words, scene.language, view.table.rules.ruleset.id, view.me.role, message, scene.name
    )
