"""The judge's panel while the game runs: the whole table at a glance, a page per seat, and the clauses."""

from collections.abc import Callable, Mapping

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.keys import back, command_key, in_points, role_of, tap
from bot.judge.pages.points import correcting_page, over_page, points_page
from bot.judge.panel_commands import ASKS_AGAIN, can_punish, undo_opens_cards_again
from bot.language.translator import Html
from bot.pages.scenes import PanelScene, Scene
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.message import RenderedMessage, in_rows, keyboard
from bot.telegram.outbox.rows import Args
from engine import events as ev
from engine.clauses import Clause, find_clause
from engine.commands import Verb
from engine.events import Event, StepName
from engine.fouls import can_be_punished
from engine.judge import CLAIMS_MATTER

CODES_IN_A_ROW = 4


def panel_page(scene: PanelScene) -> RenderedMessage:
    over = scene.view.table.step is StepName.OVER
    page = (AFTER_THE_END if over else IN_THE_GAME).get(scene.screen.wish)
    return page(scene) if page is not None else (over_page if over else _main)(scene)


def former_page(scene: Scene) -> RenderedMessage:
    """The panel of a former judge."""
    return RenderedMessage(scene.say("panel-former"))


# --- the table ---------------------------------------------------------------------------------------------------


def _main(scene: PanelScene) -> RenderedMessage:
    table = scene.view.table
    text = [scene.say("panel-title", game=scene.lobby.id), _where(scene), _who_leads(scene), ""]
    text += [_seat_line(scene, seat) for seat in range(1, table.size + 1)]
    if table.candidates:
        text.append(scene.say("table-candidates", seats=scene.names(table.candidates)))
    text += ["", scene.say("panel-choose" if scene.leads else "panel-side")]
    return RenderedMessage("\n".join(text), keyboard(*_seats(scene), *_controls(scene)), protected=True)


def _where(scene: PanelScene) -> str:
    table = scene.view.table
    if table.step in (StepName.DEAL, StepName.MEET):
        place = scene.say("table-before-day")
    elif table.step in (StepName.NIGHT, StepName.BEST_MOVE):
        place = scene.say("table-night", night=table.night)
    else:
        place = scene.say("table-day", day=table.day)
    return scene.say("table-phase", place=place, step=scene.say(f"step-{table.step}"), when="")


def _who_leads(scene: PanelScene) -> str:
    table = scene.view.table
    if table.paused:
        return scene.say("panel-paused")
    if table.held:
        return scene.say("panel-held")
    return scene.say("panel-judge-leads" if table.holding else "panel-bot-leads")


def _seat_line(scene: PanelScene, seat: int) -> str:
    table = scene.view.table
    marks = [role_of(scene, seat)]
    if table.warnings[seat]:
        marks.append(scene.say("panel-warnings", count=table.warnings[seat]))
    if table.fouls[seat]:
        marks.append(scene.say("table-fouls", count=table.fouls[seat]))
    if seat in table.silence_owed:
        marks.append(scene.say("panel-silence"))
    key = (
        "table-seat-speaks"
        if seat == table.speaker
        else "table-seat"
        if seat in table.alive
        else "panel-seat-gone"
    )
    return f"{scene.say(key, name=scene.name(seat))} — {', '.join(marks)}"


def _seats(scene: PanelScene) -> list[list[InlineKeyboardButton]]:
    seats = range(1, scene.view.table.size + 1)
    return in_rows([tap(scene, _seat_label(scene, seat), JudgeAction.SEAT, seat=seat) for seat in seats])


def _seat_label(scene: PanelScene, seat: int) -> str:
    table = scene.view.table
    if not can_be_punished(table, seat):
        return scene.label("button-panel-gone", seat=seat)
    fouls = table.fouls[seat]
    return scene.label("button-panel-fouls", seat=seat, fouls=fouls) if fouls else str(seat)


def _controls(scene: PanelScene) -> list[list[InlineKeyboardButton]]:
    table = scene.view.table
    nights = [tap(scene, scene.label("button-panel-night"), JudgeAction.NIGHT)] if table.night else []
    if not scene.leads:
        return [nights]

    def leads(verb: Verb, label: str) -> InlineKeyboardButton:
        return command_key(scene, scene.label(label), verb)

    course = [
        leads(Verb.RESUME, "button-panel-resume") if table.paused else leads(Verb.PAUSE, "button-panel-pause")
    ]
    if not table.stopped and not table.time_out_by:
        course.append(leads(Verb.REPEAT, "button-panel-repeat"))
    on = [] if table.paused else [leads(Verb.NEXT, "button-panel-begin" if table.held else "button-panel-next")]
    hold = leads(Verb.HOLD, "button-panel-let-bot" if table.holding else "button-panel-hold")
    undo = tap(scene, scene.label("button-panel-undo"), JudgeAction.UNDO)
    chair = tap(scene, scene.label("button-panel-chair"), JudgeAction.CHAIR)
    return [on, course, [hold], [undo, *nights, chair]]


# --- one seat ----------------------------------------------------------------------------------------------------


def _seat(scene: PanelScene) -> RenderedMessage:
    seat, table = scene.screen.seat, scene.view.table
    ruleset = table.rules.ruleset
    text = [_seat_line(scene, seat), "", scene.say("panel-seat-choose" if scene.leads else "panel-side")]

    def whys(*verbs: Verb) -> list[InlineKeyboardButton]:
        return [
            tap(scene, scene.label(f"button-panel-{verb}"), JudgeAction.CLAUSES, verb=verb, seat=seat)
            for verb in verbs
            if can_punish(scene.live, verb, seat)
        ]

    if not can_be_punished(table, seat):
        gone = [whys(Verb.TEAM_LOSS), whys(Verb.EXPEL), back(scene)]
        return RenderedMessage("\n".join(text), keyboard(*gone), protected=True)
    fouls = whys(Verb.WARN, Verb.FOUL)
    if table.fouls[seat]:
        fouls.append(command_key(scene, scene.label("button-panel-pardon"), Verb.PARDON, seat))
    claim = []
    if scene.leads and CLAIMS_MATTER in ruleset.options and seat not in table.claimed:
        claim.append(command_key(scene, scene.label("button-panel-claim"), Verb.CLAIM, seat))
    seek = []
    if scene.leads and scene.lobby.seating[seat - 1] and seat in table.alive:
        seek.append(tap(scene, scene.label("button-seek"), JudgeAction.SEEK, seat=seat))
    rows = [fouls, whys(Verb.DISQUALIFY, Verb.TEAM_LOSS), whys(Verb.EXPEL), claim, seek, back(scene)]
    return RenderedMessage("\n".join(text), keyboard(*rows), protected=True)


def _clauses(scene: PanelScene) -> RenderedMessage:
    """Clauses as text, their numbers on the keys, so that a whole list fits one message. Rules without numbers are
    numbered here."""
    screen, table = scene.screen, scene.view.table
    verb, seat = screen.verb or Verb.FOUL, screen.seat
    ruleset = table.rules.ruleset
    listed = ruleset.clauses.get(verb, ())
    text = [scene.say(f"panel-why-{verb}", name=scene.name(seat)), ""]
    counted = not any(clause.number for clause in listed)
    labels = {
        clause.code: str(place) if counted else clause.number or scene.label(f"clause-{clause.id}")
        for place, clause in enumerate(listed, start=1)
    }
    for code, label in labels.items():
        what = scene.clause(ruleset, verb, code)
        key = "panel-clause-counted" if counted else "panel-clause"
        text.append(scene.say(key, number=label, what=what))
    buttons = [_clause_button(scene, verb, seat, clause, labels[clause.code]) for clause in listed]
    rows = in_rows(buttons, CODES_IN_A_ROW)
    return RenderedMessage("\n".join(text), keyboard(*rows, back(scene, seat)), protected=True)


def _clause_button(scene: PanelScene, verb: Verb, seat: int, clause: Clause, words: str) -> InlineKeyboardButton:
    label = f"{words} ({in_points(clause.points)})" if clause.points else words
    if verb in ASKS_AGAIN or clause.consent:
        return tap(scene, label, JudgeAction.SURE, verb=verb, seat=seat, code=clause.code, value=clause.points)
    return command_key(scene, label, verb, seat, code=clause.code, value=clause.points)


def _sure(scene: PanelScene) -> RenderedMessage:
    screen = scene.screen
    verb, seat = screen.verb or Verb.FOUL, screen.seat
    ruleset = scene.view.table.rules.ruleset
    reason = scene.clause(ruleset, verb, screen.code)
    points = in_points(screen.value)
    text = [
        scene.say(f"panel-sure-{verb}", name=scene.name(seat), points=points),
        scene.say("news-reason", reason=reason),
    ]
    clause = find_clause(ruleset.clauses, verb, screen.code)
    consent = int(clause is not None and clause.consent)
    label = scene.label("button-panel-agreed" if consent else f"button-panel-{verb}")
    yes = command_key(scene, label, verb, seat, "danger", code=screen.code, value=screen.value, consent=consent)
    return RenderedMessage("\n".join(text), keyboard([yes], back(scene, seat)), protected=True)


# --- what else the judge sees and does ---------------------------------------------------------------------------


def _night(scene: PanelScene) -> RenderedMessage:
    """The choices of the latest night, in the order in which they were made."""
    night = scene.view.table.night
    text = [scene.say("prompt-night", night=night)]
    for act in scene.live.position.choices_of(night):
        done = (
            scene.say(f"done-{act.verb}", seat=scene.name(act.target))
            if act.target
            else scene.say(f"done-{act.verb}")
        )
        text.append(
            scene.say("panel-night-line", name=scene.name(act.seat), role=role_of(scene, act.seat), done=done)
        )
    if len(text) == 1:
        text.append(scene.say("panel-night-none"))
    return RenderedMessage("\n".join(text), keyboard(back(scene)), protected=True)


def _undo(scene: PanelScene) -> RenderedMessage:
    position = scene.live.position
    if undo_opens_cards_again(position):
        return RenderedMessage(scene.say("panel-undo-over"), keyboard(back(scene)), protected=True)
    if not position.before_judge or position.table.closed:
        return RenderedMessage(scene.say("panel-undo-none"), keyboard(back(scene)), protected=True)
    what = Html(in_words(scene, position.before_judge[-1].act))
    yes = command_key(scene, scene.label("button-panel-undo-sure"), Verb.UNDO, style="danger")
    return RenderedMessage(scene.say("panel-undo", what=what), keyboard([yes], back(scene)), protected=True)


def in_words(scene: Scene, act: Event) -> str:
    """An act of the judge, as the panel speaks of it."""
    ruleset = scene.lobby.rules.ruleset
    match act:
        case ev.Warned() | ev.FoulGiven() | ev.FoulPardoned() | ev.Disqualified() | ev.TeamLost() | ev.Expelled():
            verb = ACTS[type(act)]
            said = scene.say(f"panel-act-{verb}", name=scene.name(act.seat))
            return f"{said} ({scene.clause(ruleset, verb, act.note)})" if act.note else said
        case ev.BonusGiven() | ev.PenaltyGiven():
            points = in_points(act.points)
            return scene.say(f"panel-act-{ACTS[type(act)]}", name=scene.name(act.seat), points=points)
    return ""


def proposal_page(scene: PanelScene, args: Args) -> RenderedMessage:
    """What a side judge suggests, for the judge to accept or to refuse."""
    verb, seat, code = Verb(args["verb"]), args["seat"], args["code"]
    side = dict(scene.lobby.side_judges).get(args["by"], "?")
    act = PROPOSED[verb](seat, args["value"], code)
    told = {name: args[name] for name in ("seat", "code", "value", "consent")} | {"by": f"{args['by']:x}"}
    keys = [
        tap(scene, scene.label("button-accept"), JudgeAction.ACCEPT, "success", verb=verb, **told),
        tap(scene, scene.label("button-refuse"), JudgeAction.REFUSE, verb=verb, **told),
    ]
    what = Html(in_words(scene, act))
    return RenderedMessage(scene.say("proposal", side=side, what=what), keyboard(keys), protected=True)


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


def _chair(scene: PanelScene) -> RenderedMessage:
    sides = ", ".join(name for _, name in scene.lobby.side_judges)
    text = [scene.say("panel-chair")]
    text.append(scene.say("panel-sides", names=sides) if sides else scene.say("panel-sides-none"))
    leave = tap(scene, scene.label("button-panel-leave"), JudgeAction.LEAVE, "danger")
    return RenderedMessage("\n".join(text), keyboard([leave], back(scene)), protected=True)


IN_THE_GAME: Mapping[JudgeAction, Callable[[PanelScene], RenderedMessage]] = {
    JudgeAction.SEAT: _seat,
    JudgeAction.CLAUSES: _clauses,
    JudgeAction.SURE: _sure,
    JudgeAction.NIGHT: _night,
    JudgeAction.UNDO: _undo,
    JudgeAction.CHAIR: _chair,
}
AFTER_THE_END: Mapping[JudgeAction, Callable[[PanelScene], RenderedMessage]] = {
    JudgeAction.SEAT: points_page,
    JudgeAction.CLAUSES: _clauses,
    JudgeAction.SURE: _sure,
    JudgeAction.CORRECT: correcting_page,
    JudgeAction.UNDO: _undo,
}
