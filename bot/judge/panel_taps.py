"""Translates taps on the judge's panel, and rejects those that no panel could have offered."""

from bot.games.running_game import RunningGame
from bot.judge.panel_commands import ASKS_AGAIN, PANEL_COMMANDS, PUNISHES, PanelCorrection, can_punish
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.penalty_clauses import find_clause

WITH_A_CLAUSE = frozenset({*PUNISHES, Verb.PENALTY})
AFTER_THE_END = frozenset({Verb.PENALTY, Verb.EXPEL})
"""Commands with a clause that can be given when the game is over."""
VALUED = frozenset({Verb.BONUS, Verb.PENALTY, Verb.CORRECT})

PAGES = frozenset(
    {
        JudgeAction.MAIN,
        JudgeAction.SEAT,
        JudgeAction.CLAUSES,
        JudgeAction.SURE,
        JudgeAction.NIGHT,
        JudgeAction.UNDO,
        JudgeAction.CHAIR,
        JudgeAction.CORRECT,
        JudgeAction.CLOSING,
    }
)
"""Actions that only turn the panel to another page."""


def page_exists(game: RunningGame, tap: JudgeTap) -> bool:
    """Returns whether the panel could have led to this page."""
    if not 0 <= tap.seat <= game.table.size:
        return False
    needs_seat = tap.wish in (JudgeAction.SEAT, JudgeAction.CLAUSES, JudgeAction.SURE, JudgeAction.CORRECT)
    if needs_seat and not tap.seat:
        return False
    if tap.wish in (JudgeAction.CLAUSES, JudgeAction.SURE):
        return tap.verb is not None and _has_clauses(game, tap, tap.verb)
    return True


def _has_clauses(game: RunningGame, tap: JudgeTap, verb: Verb) -> bool:
    over = game.table.step is StepName.OVER
    if not can_punish(game, verb, tap.seat) or verb not in (AFTER_THE_END if over else PUNISHES):
        return False
    if tap.wish is JudgeAction.CLAUSES:
        return True
    clause = find_clause(game.table.rules.ruleset.clauses, verb, tap.code)
    return clause is not None and (verb in ASKS_AGAIN or clause.consent)


def command_of(game: RunningGame, tap: JudgeTap) -> Command | None:
    """Returns the command that a tap asks for; None if no panel could have offered it."""
    verb = tap.verb
    if verb not in PANEL_COMMANDS:
        return None
    if verb in WITH_A_CLAUSE:
        clause = find_clause(game.table.rules.ruleset.clauses, verb, tap.code)
        absent = tap.code and verb is Verb.DISQUALIFY
        if (clause is None and not absent) or not can_punish(game, verb, tap.seat):
            return None
    if verb is Verb.CORRECT and tap.code not in tuple(PanelCorrection):
        return None
    return Command(
        JUDGE,
        verb,
        (tap.seat,) if tap.seat else (),
        tap.value if verb in VALUED else None,
        consent=bool(tap.consent),
        note=tap.code,
    )
