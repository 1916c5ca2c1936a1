"""The judge beside the bot: what the panel can do, and what it showed when somebody decided by it."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from bot.games.running_game import RunningGame
from engine.commands import Verb
from engine.events import StepName
from engine.state import State
from engine.table import Table

PUNISHES = (Verb.WARN, Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.EXPEL)
"""With a clause for each."""
LEADS = (Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.REPEAT, Verb.HOLD)
ASKS_AGAIN = frozenset({Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.EXPEL, Verb.CLOSE})
"""Commands that ask for confirmation."""
PROPOSES = frozenset({*PUNISHES, Verb.PARDON, Verb.BONUS, Verb.PENALTY})
"""What a side judge may suggest to the judge."""
PANEL_COMMANDS = PROPOSES | {*LEADS, Verb.UNDO, Verb.CLOSE, Verb.CORRECT, Verb.CLAIM}


COUNTED: Mapping[Verb, Callable[[Table], list[int]]] = {
    Verb.WARN: lambda table: table.warnings,
    Verb.FOUL: lambda table: table.fouls,
    Verb.PARDON: lambda table: table.fouls,
}
"""Commands that count: a second one is another."""


class PanelCorrection(StrEnum):
    """Why a closed protocol is changed; other reasons are written in own words."""

    SLIP = "slip"
    PROTEST = "protest"
    CHIEF_JUDGE = "chief-judge"
    MISTAKE = "mistake"


def mark(game: RunningGame, verb: Verb | None, seat: int = 0) -> int:
    """A fingerprint of what the panel shows. A tap carries it, and is refused if it has changed: a double tap, or
    somebody else's change."""
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
    """Can this command punish anybody? Expulsion needs a tournament, and happens once."""
    table = game.table
    if verb is Verb.EXPEL and (not game.lobby.tournament or seat in table.expelled):
        return False
    return verb in table.rules.ruleset.clauses


def undo_opens_cards_again(state: State) -> bool:
    """The game is over and every card shown: what ended it cannot be taken back, only corrected."""
    if not state.before_judge or state.table.step is not StepName.OVER:
        return False
    return state.before_judge[-1].before.table.step is not StepName.OVER
