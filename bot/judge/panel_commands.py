"""The commands of the judge's panel, and a fingerprint of what the panel showed when a button was tapped."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from bot.games.running_game import RunningGame
from engine.commands import Verb
from engine.events import StepName
from engine.state import State
from engine.table import Table

PUNISHES = (Verb.WARN, Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.EXPEL)
"""Commands that punish; each names a clause of the rules."""
LEADS = (Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.REPEAT, Verb.HOLD)
ASKS_AGAIN = frozenset({Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.EXPEL, Verb.CLOSE})
"""Commands that ask for confirmation."""
PROPOSES = frozenset({*PUNISHES, Verb.PARDON, Verb.BONUS, Verb.PENALTY})
"""Commands that a side judge may propose to the judge."""
PANEL_COMMANDS = PROPOSES | {*LEADS, Verb.UNDO, Verb.CLOSE, Verb.CORRECT, Verb.CLAIM}


COUNTED: Mapping[Verb, Callable[[Table], list[int]]] = {
    Verb.WARN: lambda table: table.warnings,
    Verb.FOUL: lambda table: table.fouls,
    Verb.PARDON: lambda table: table.fouls,
}
"""Commands that may be given again, with the counters that tell a new command from a double tap."""


class PanelCorrection(StrEnum):
    """Why a closed protocol is changed; other reasons are written in own words."""

    SLIP = "slip"
    PROTEST = "protest"
    CHIEF_JUDGE = "chief-judge"
    MISTAKE = "mistake"


def mark(game: RunningGame, verb: Verb | None, seat: int = 0) -> int:
    """Returns a fingerprint of what the panel shows. A tap carries it and is refused if it has changed since, by a
    double tap or by somebody else."""
    table = game.table
    counts = COUNTED.get(verb) if verb is not None and 0 < seat <= table.size else None
    if counts is not None:
        return counts(table)[seat]
    if verb in LEADS:
        return table.number << 3 | table.held << 2 | table.holding << 1 | table.paused
    if verb in (*PUNISHES, Verb.PARDON, Verb.CLAIM):
        return 0
    return game.version


def can_punish(game: RunningGame, verb: Verb, seat: int) -> bool:
    """Returns whether the rules allow this punishment. Expulsion needs a tournament and happens only once."""
    table = game.table
    if verb is Verb.EXPEL and (not game.lobby.tournament or seat in table.expelled):
        return False
    return verb in table.rules.ruleset.clauses


def undo_opens_cards_again(state: State) -> bool:
    """Returns whether an undo would reopen a finished game. All cards are shown by then, so it is refused."""
    if not state.before_judge or state.table.step is not StepName.OVER:
        return False
    return state.before_judge[-1].before.table.step is not StepName.OVER
