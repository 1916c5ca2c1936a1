"""The judge's panel while the game runs: the whole table at a glance, a page per seat, and the clauses."""

from collections.abc import Callable, Mapping

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.panel_keyboard import (
    back,
    clause_key,
    command_key,
    control_keys,
    in_points,
    role_of,
    seat_keys,
    tap,
)
from bot.judge.pages.points_page import correcting_page, over_page, points_page
from bot.judge.panel_commands import can_punish, undo_opens_cards_again
from bot.language.translator import Html
from bot.pages.page_context import PageContext, PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine import events as ev
from engine.commands import Verb
from engine.events import Event, StepName
from engine.fouls import can_be_punished
from engine.judge_commands import CLAIMS_MATTER
from engine.penalty_clauses import find_clause

CODES_IN_A_ROW = 4


def panel_page(context: PanelContext) -> RenderedMessage:
    over = context.view.table.step is StepName.OVER
    page = (AFTER_THE_END if over else IN_THE_GAME).get(context.screen.wish)
    return page(context) if page is not None else (over_page if over else _main)(context)


def former_page(context: PageContext) -> RenderedMessage:
    """The panel of a former judge."""
    return RenderedMessage(context.say("panel-former"))


# --- the table ---------------------------------------------------------------------------------------------------


def _main(context: PanelContext) -> RenderedMessage:
    table = context.view.table
    text = [context.say("panel-title", game=context.lobby.id), _where(context), _who_leads(context), ""]
    text += [_seat_line(context, seat) for seat in range(1, table.size + 1)]
    if table.candidates:
        text.append(context.say("table-candidates", seats=context.names(table.candidates)))
    text += ["", context.say("panel-choose" if context.leads else "panel-side")]
    return RenderedMessage("\n".join(text), keyboard(*seat_keys(context), *control_keys(context)), protected=True)


def _where(context: PanelContext) -> str:
    table = context.view.table
    if table.step in (StepName.DEAL, StepName.MEET):
        place = context.say("table-before-day")
    elif table.step in (StepName.NIGHT, StepName.BEST_MOVE):
        place = context.say("table-night", night=table.night)
    else:
        place = context.say("table-day", day=table.day)
    return context.say("table-phase", place=place, step=context.say(f"step-{table.step}"), when="")


def _who_leads(context: PanelContext) -> str:
    table = context.view.table
    if table.paused:
        return context.say("panel-paused")
    if table.held:
        return context.say("panel-held")
    return context.say("panel-judge-leads" if table.holding else "panel-bot-leads")


def _seat_line(context: PanelContext, seat: int) -> str:
    table = context.view.table
    marks = [role_of(context, seat)]
    if table.warnings[seat]:
        marks.append(context.say("panel-warnings", count=table.warnings[seat]))
    if table.fouls[seat]:
        marks.append(context.say("table-fouls", count=table.fouls[seat]))
    if seat in table.silence_owed:
        marks.append(context.say("panel-silence"))
    key = (
        "table-seat-speaks"
        if seat == table.speaker
        else "table-seat"
        if seat in table.alive
        else "panel-seat-gone"
    )
    return f"{context.say(key, name=context.name(seat))} — {', '.join(marks)}"


# --- one seat ----------------------------------------------------------------------------------------------------


def _seat(context: PanelContext) -> RenderedMessage:
    seat, table = context.screen.seat, context.view.table
    ruleset = table.rules.ruleset
    text = [_seat_line(context, seat), "", context.say("panel-seat-choose" if context.leads else "panel-side")]

    def whys(*verbs: Verb) -> list[InlineKeyboardButton]:
        return [
            tap(context, context.label(f"button-panel-{verb}"), JudgeAction.CLAUSES, verb=verb, seat=seat)
            for verb in verbs
            if can_punish(context.game, verb, seat)
        ]

    if not can_be_punished(table, seat):
        gone = [whys(Verb.TEAM_LOSS), whys(Verb.EXPEL), back(context)]
        return RenderedMessage("\n".join(text), keyboard(*gone), protected=True)
    fouls = whys(Verb.WARN, Verb.FOUL)
    if table.fouls[seat]:
        fouls.append(command_key(context, context.label("button-panel-pardon"), Verb.PARDON, seat))
    claim = []
    if context.leads and CLAIMS_MATTER in ruleset.options and seat not in table.claimed:
        claim.append(command_key(context, context.label("button-panel-claim"), Verb.CLAIM, seat))
    seek = []
    if context.leads and context.lobby.seating[seat - 1] and seat in table.alive:
        seek.append(tap(context, context.label("button-seek"), JudgeAction.SEEK, seat=seat))
    rows = [fouls, whys(Verb.DISQUALIFY, Verb.TEAM_LOSS), whys(Verb.EXPEL), claim, seek, back(context)]
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def _clauses(context: PanelContext) -> RenderedMessage:
    """Clauses as text, their numbers on the keys, so that a whole list fits one message. Rules without numbers are
    numbered here."""
    screen, table = context.screen, context.view.table
    verb, seat = screen.verb or Verb.FOUL, screen.seat
    ruleset = table.rules.ruleset
    listed = ruleset.clauses.get(verb, ())
    text = [context.say(f"panel-why-{verb}", name=context.name(seat)), ""]
    counted = not any(clause.number for clause in listed)
    labels = {
        clause.code: str(place) if counted else clause.number or context.label(f"clause-{clause.id}")
        for place, clause in enumerate(listed, start=1)
    }
    for code, label in labels.items():
        what = context.clause(ruleset, verb, code)
        key = "panel-clause-counted" if counted else "panel-clause"
        text.append(context.say(key, number=label, what=what))
    buttons = [clause_key(context, verb, seat, clause, labels[clause.code]) for clause in listed]
    rows = in_rows(buttons, CODES_IN_A_ROW)
    return RenderedMessage("\n".join(text), keyboard(*rows, back(context, seat)), protected=True)


def _sure(context: PanelContext) -> RenderedMessage:
    screen = context.screen
    verb, seat = screen.verb or Verb.FOUL, screen.seat
    ruleset = context.view.table.rules.ruleset
    reason = context.clause(ruleset, verb, screen.code)
    points = in_points(screen.value)
    text = [
        context.say(f"panel-sure-{verb}", name=context.name(seat), points=points),
        context.say("news-reason", reason=reason),
    ]
    clause = find_clause(ruleset.clauses, verb, screen.code)
    consent = int(clause is not None and clause.consent)
    label = context.label("button-panel-agreed" if consent else f"button-panel-{verb}")
    yes = command_key(context, label, verb, seat, "danger", code=screen.code, value=screen.value, consent=consent)
    return RenderedMessage("\n".join(text), keyboard([yes], back(context, seat)), protected=True)


# --- what else the judge sees and does ---------------------------------------------------------------------------


def _night(context: PanelContext) -> RenderedMessage:
    """The choices of the latest night, in the order in which they were made."""
    night = context.view.table.night
    text = [context.say("prompt-night", night=night)]
    for act in context.game.position.choices_of(night):
        done = (
            context.say(f"done-{act.verb}", seat=context.name(act.target))
            if act.target
            else context.say(f"done-{act.verb}")
        )
        text.append(
            context.say(
                "panel-night-line", name=context.name(act.seat), role=role_of(context, act.seat), done=done
            )
        )
    if len(text) == 1:
        text.append(context.say("panel-night-none"))
    return RenderedMessage("\n".join(text), keyboard(back(context)), protected=True)


def _undo(context: PanelContext) -> RenderedMessage:
    position = context.game.position
    if undo_opens_cards_again(position):
        return RenderedMessage(context.say("panel-undo-over"), keyboard(back(context)), protected=True)
    if not position.before_judge or position.table.closed:
        return RenderedMessage(context.say("panel-undo-none"), keyboard(back(context)), protected=True)
    what = Html(in_words(context, position.before_judge[-1].act))
    yes = command_key(context, context.label("button-panel-undo-sure"), Verb.UNDO, style="danger")
    return RenderedMessage(context.say("panel-undo", what=what), keyboard([yes], back(context)), protected=True)


def in_words(context: PageContext, act: Event) -> str:
    """An act of the judge, as the panel speaks of it."""
    ruleset = context.lobby.rules.ruleset
    match act:
        case ev.Warned() | ev.FoulGiven() | ev.FoulPardoned() | ev.Disqualified() | ev.TeamLost() | ev.Expelled():
            verb = ACTS[type(act)]
            said = context.say(f"panel-act-{verb}", name=context.name(act.seat))
            return f"{said} ({context.clause(ruleset, verb, act.note)})" if act.note else said
        case ev.BonusGiven() | ev.PenaltyGiven():
            points = in_points(act.points)
            return context.say(f"panel-act-{ACTS[type(act)]}", name=context.name(act.seat), points=points)
    return ""


def proposal_page(context: PanelContext, args: Args) -> RenderedMessage:
    """What a side judge suggests, for the judge to accept or to refuse."""
    verb, seat, code = Verb(args["verb"]), args["seat"], args["code"]
    side = dict(context.lobby.side_judges).get(args["by"], "?")
    act = PROPOSED[verb](seat, args["value"], code)
    told = {name: args[name] for name in ("seat", "code", "value", "consent")} | {"by": f"{args['by']:x}"}
    keys = [
        tap(context, context.label("button-accept"), JudgeAction.ACCEPT, "success", verb=verb, **told),
        tap(context, context.label("button-refuse"), JudgeAction.REFUSE, verb=verb, **told),
    ]
    what = Html(in_words(context, act))
    return RenderedMessage(context.say("proposal", side=side, what=what), keyboard(keys), protected=True)


PROPOSED: Mapping[Verb, Callable[[int, int, str], Event]] = {
    Verb.WARN: lambda seat, _, note: ev.Warned(seat, note),
    Verb.FOUL: lambda seat, _, note: ev.FoulGiven(seat, note),
    Verb.PARDON: lambda seat, _, note: ev.FoulPardoned(seat, note),
    Verb.DISQUALIFY: lambda seat, _, note: ev.Disqualified(seat, note),
    Verb.TEAM_LOSS: lambda seat, _, note: ev.TeamLost(seat, note),
    Verb.EXPEL: lambda seat, _, note: ev.Expelled(seat, note),
    Verb.BONUS: lambda seat, points, _: ev.BonusGiven(seat, points),
    Verb.PENALTY: ev.PenaltyGiven,
}
ACTS: Mapping[type, Verb] = {
    ev.Warned: Verb.WARN,
    ev.FoulGiven: Verb.FOUL,
    ev.FoulPardoned: Verb.PARDON,
    ev.Disqualified: Verb.DISQUALIFY,
    ev.TeamLost: Verb.TEAM_LOSS,
    ev.Expelled: Verb.EXPEL,
    ev.BonusGiven: Verb.BONUS,
    ev.PenaltyGiven: Verb.PENALTY,
}


def _chair(context: PanelContext) -> RenderedMessage:
    sides = ", ".join(name for _, name in context.lobby.side_judges)
    text = [context.say("panel-chair")]
    text.append(context.say("panel-sides", names=sides) if sides else context.say("panel-sides-none"))
    leave = tap(context, context.label("button-panel-leave"), JudgeAction.LEAVE, "danger")
    return RenderedMessage("\n".join(text), keyboard([leave], back(context)), protected=True)


IN_THE_GAME: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: _seat,
    JudgeAction.CLAUSES: _clauses,
    JudgeAction.SURE: _sure,
    JudgeAction.NIGHT: _night,
    JudgeAction.UNDO: _undo,
    JudgeAction.CHAIR: _chair,
}
AFTER_THE_END: Mapping[JudgeAction, Callable[[PanelContext], RenderedMessage]] = {
    JudgeAction.SEAT: points_page,
    JudgeAction.CLAUSES: _clauses,
    JudgeAction.SURE: _sure,
    JudgeAction.CORRECT: correcting_page,
    JudgeAction.UNDO: _undo,
}
