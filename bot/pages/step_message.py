"""The message of the running step: the news before it, whose turn it is, and the buttons."""

from collections.abc import Mapping, Sequence
from typing import Any

from aiogram.types import InlineKeyboardButton

from bot.games.lobby import Phase
from bot.games.steps import PUBLIC_STAGES, is_warned, stage_slot
from bot.pages.lobby import game_control_button, my_role_buttons, rules_button
from bot.pages.page_context import TableContext
from bot.telegram.buttons.callback_data import MoveTap, PickTap, joined
from bot.telegram.message import RenderedMessage, button, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import NO, YES, Verb
from engine.events import StepName
from engine.legal_moves import Offer, legal
from engine.options import BallotStyle, Lynch
from engine.roles import Rank
from engine.seat_knowledge import Knowledge
from engine.state import SeatView
from engine.table import Table

TALKS = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
BALLOTS = (StepName.BALLOT, StepName.TIE_BALLOT)


def news_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """Under the news that a game stands are the ways out of it, as long as it does. Nobody hears of a pause that
    was over before its message could go out."""
    text = "\n".join(context.lines(args["lines"], context.table.rules.ruleset))
    plays = context.lobby.phase is Phase.PLAYING
    paused = any(key == "news-paused" for key, _ in args["lines"])
    stands = plays and context.table.paused and paused
    if paused and not stands and not args.get("edited"):
        return None
    if surrender := args.get("surrender"):
        return RenderedMessage(text, keyboard([_surrender_button(context, *surrender)]))
    return RenderedMessage(
        text,
        keyboard([game_control_button(context, "resume"), game_control_button(context, "stop")])
        if stands
        else None,
    )


def _surrender_button(context: TableContext, seat: int, step: int) -> InlineKeyboardButton:
    """Bound to one seat and step, so nobody else can surrender by tapping it."""
    data = MoveTap(game=context.lobby.id, step=step, verb=Verb.SURRENDER, seats=joined((seat,)), sure=1)
    return button(context.label("button-surrender"), data.pack(), "danger")


def step_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """`stage` in the arguments names the stage this message belongs to; a later stage no longer changes it."""
    table = context.table
    news = context.lines(args.get("lines", ()), table.rules.ruleset)
    if args.get("stage") not in (None, stage_slot(table)):
        # The stage was over before its message could go out: what it began with has still happened.
        return RenderedMessage("\n".join(news)) if news and not args.get("edited") else None
    if args.get("replaced"):
        # Taps on it were lost; the same stage stands below, with buttons.
        return RenderedMessage("\n".join([*news, context.say("stage-replaced")])) if args.get("edited") else None
    again = [context.say("taps-lost")] if args.get("again") else []
    stage = STEP_PAGES[table.step](context)
    body = [*again, *stage[:1], *context.lines(args.get("said", ()), table.rules.ruleset), *stage[1:]]
    return RenderedMessage("\n".join([*news, *([""] if news and body else []), *body]), _keyboard(context))


# --- texts ---------------------------------------------------------------------------------------------------


def _until(context: TableContext) -> list[str]:
    if context.table.held and not context.table.paused:
        return [context.say("stage-held")]
    if context.table.stopped:
        return []
    return [context.say("stage-until", when=context.until(context.deadline))]


def _time_out(context: TableContext) -> list[str]:
    table = context.table
    text = [context.say("stage-time-out", name=context.name(table.time_out_by))]
    yes = sum(table.judge_votes.values())
    text.append(context.say("stage-judge-votes", yes=yes, no=len(table.judge_votes) - yes))
    return [*text, *_until(context)]


def _deal(context: TableContext) -> list[str]:
    return [context.say("stage-deal"), *_until(context)]


def _meet(context: TableContext) -> list[str]:
    if is_warned(context.table) and _is_ending(context):
        return [context.say("stage-meet"), context.say("stage-ten-seconds")]
    return [context.say("stage-meet"), *_until(context)]


def _talk(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    key = f"stage-{table.step}-silent" if table.silent else f"stage-{table.step}"
    text = [context.say(key, name=context.mention(table.speaker), seconds=table.seconds)]
    named = next((target for by, target in table.nominations if by == table.speaker), 0)
    if named and table.step is StepName.SPEECH:
        text.append(context.say("stage-nominated", name=context.name(table.speaker), target=context.name(named)))
    if is_warned(table) and _is_ending(context):
        return [*text, context.say("stage-ten-seconds")]
    return [*text, *_until(context)]


def _ballot(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say(f"stage-{table.step}", seats=context.names(table.candidates))]
    if _one_by_one(table):
        text.append(context.say("stage-doom", name=context.name(table.candidate)))
        text.append(context.say("stage-hands", count=len(table.hands), seats=_numbers(table.hands)))
        return [*text, *_until(context)]
    if table.hands:
        text.append(context.say("stage-hands", count=len(table.hands), seats=_numbers(table.hands)))
    hidden = bool(table.hands)
    sequential = table.rules.options.ballot_style is BallotStyle.SEQUENTIAL
    for place, candidate in enumerate(table.candidates):
        voters = [seat for seat, target in enumerate(table.votes) if target == candidate]
        if hidden and not voters:
            continue
        mark = "stage-candidate-called" if sequential and place == table.window else "stage-candidate"
        text.append(context.say(mark, name=context.name(candidate), count=len(voters), seats=_numbers(voters)))
    return [*text, *_until(context)]


def _lift(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    yes = [seat for seat, vote in table.lift_votes.items() if vote]
    no = [seat for seat, vote in table.lift_votes.items() if not vote]
    return [
        context.say("stage-lift-ballot", seats=context.names(table.candidates)),
        context.say("stage-lift-votes", yes=_numbers(yes), no=_numbers(no)),
        *_until(context),
    ]


def _night(context: TableContext) -> list[str]:
    key = "stage-night" if context.table.wave <= 1 else "stage-night-goes-on"
    return [context.say(key), *_until(context)]


def _best_move(context: TableContext) -> list[str]:
    return [context.say("stage-best-move", name=context.mention(context.table.speaker)), *_until(context)]


def _discussion(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say("stage-discussion-again" if table.acquitted else "stage-discussion")]
    for by, target in table.nominations:
        text.append(context.say("stage-nominated", name=context.name(by), target=context.name(target)))
    if table.ready:
        text.append(context.say("stage-ready", count=len(table.ready), all=len(table.alive)))
    if table.extend_asked:
        text.append(context.say("stage-more-time", count=len(table.extend_asked), all=len(table.alive)))
    return [*text, *_until(context)]


def _over(_: TableContext) -> list[str]:
    return []


STEP_PAGES: Mapping[StepName, Any] = {
    StepName.DEAL: _deal,
    StepName.MEET: _meet,
    StepName.SPEECH: _talk,
    StepName.TIE_SPEECH: _talk,
    StepName.LAST_WORD: _talk,
    StepName.BALLOT: _ballot,
    StepName.TIE_BALLOT: _ballot,
    StepName.LIFT_BALLOT: _lift,
    StepName.NIGHT: _night,
    StepName.BEST_MOVE: _best_move,
    StepName.DISCUSSION: _discussion,
    StepName.OVER: _over,
}


def _one_by_one(table: Table) -> bool:
    return table.rules.options.lynch is Lynch.ONE_BY_ONE and not table.rules.ruleset.options.keys().isdisjoint(
        {"lynch"}
    )


def _numbers(seats: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(seats))) or "—"


# --- buttons -------------------------------------------------------------------------------------------------


def open_offers(table: Table) -> dict[Verb, Offer]:
    """What some seat may do in the open now, as far as everybody can tell: no card plays a part in it."""
    plain = next(role for role in table.rules.ruleset.roles.values() if role.rank is Rank.PLAIN)
    found: dict[Verb, Offer] = {}
    for seat in (table.speaker,) if table.speaker and not table.time_out_by else table.alive:
        for offer in legal(SeatView(table, Knowledge(seat, plain))):
            if offer.verb not in found or len(offer.seats) > len(found[offer.verb].seats):
                found[offer.verb] = offer
    return found


PLAIN_VERBS = (Verb.WITHDRAW, Verb.PASS, Verb.READY, Verb.EXTEND, Verb.TIME_OUT)
"""Buttons without a seat, in this order. Giving up is a command: nobody does it by a slip of the thumb."""


def _keyboard(context: TableContext) -> Any:
    table = context.table
    if table.step not in PUBLIC_STAGES:
        return keyboard(my_role_buttons(context)) if table.step is not StepName.OVER else None
    if table.time_out_by:
        return _time_out_keyboard(context)
    if table.speaker and not context.lobby.seating[table.speaker - 1]:
        return None  # computer players use no buttons
    offers = open_offers(table)
    rows: list[list[InlineKeyboardButton]] = []
    if table.step is StepName.DISCUSSION:
        # Who has nominated, is ready or wants more time differs from seat to seat: the buttons stay for all.
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
    """Nobody plays, and nobody may write: what is left is the vote on the judge, coming back before the end, and
    questions about the rules (S4 appendix)."""
    offers = open_offers(context.table)
    vote = _seat_buttons(context, offers[Verb.VOTE]) if Verb.VOTE in offers else []
    back = [_tap(context, context.label("verb-ready"), Verb.READY)] if Verb.READY in offers else []
    return keyboard(*vote, [rules_button(context), *back])


def _keypad_is_open(context: TableContext) -> bool:
    """It closes with the last ten seconds, so that it does not stay under every minute of the day."""
    return context.keypad or context.table.step is StepName.DISCUSSION or not _is_ending(context)


def _is_ending(context: TableContext) -> bool:
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
    """Where nobody is told who is nominated (S0 7.4, S3 4.4.12), a gap in the keypad must not tell it either."""
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
