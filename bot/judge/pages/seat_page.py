"""The judge's panel for one seat: what can be done to it, the clauses to choose from, the confirmation."""

from aiogram.types import InlineKeyboardButton

from bot.judge.pages.main_page import seat_line
from bot.judge.pages.panel_keyboard import back, clause_key, command_key, tap
from bot.judge.panel_commands import can_punish
from bot.language.point_numbers import points_text
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeAction
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import RenderedMessage, keyboard
from engine.commands import Verb
from engine.fouls import can_be_punished
from engine.judge_commands import CLAIMS_MATTER
from engine.penalty_clauses import find_clause

CODES_IN_A_ROW = 4


def seat_page(context: PanelContext) -> RenderedMessage:
    seat, table = context.screen.seat, context.view.table
    ruleset = table.rules.ruleset
    text = [seat_line(context, seat), "", context.say("panel-seat-choose" if context.leads else "panel-side")]

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


def clauses_page(context: PanelContext) -> RenderedMessage:
    """Returns the clauses as text and their numbers on the buttons, so that a whole list fits one message. Clauses
    without numbers are numbered here."""
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


def confirmation_page(context: PanelContext) -> RenderedMessage:
    screen = context.screen
    verb, seat = screen.verb or Verb.FOUL, screen.seat
    ruleset = context.view.table.rules.ruleset
    reason = context.clause(ruleset, verb, screen.code)
    points = points_text(screen.value)
    text = [
        context.say(f"panel-sure-{verb}", name=context.name(seat), points=points),
        context.say("news-reason", reason=reason),
    ]
    clause = find_clause(ruleset.clauses, verb, screen.code)
    consent = int(clause is not None and clause.consent)
    label = context.label("button-panel-agreed" if consent else f"button-panel-{verb}")
    yes = command_key(context, label, verb, seat, "danger", code=screen.code, value=screen.value, consent=consent)
    return RenderedMessage("\n".join(text), keyboard([yes], back(context, seat)), protected=True)
