"""The judge beside the bot: what the panel can do, and what it showed when somebody decided by it."""

from enum import StrEnum

from bot.live import Live
from engine.commands import Verb
from engine.events import StepName
from engine.state import State

PUNISHES = (Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS)
"""With a clause for each."""
LEADS = (Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.REPEAT, Verb.HOLD)
ASKS_AGAIN = frozenset({Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.CLOSE})
"""What a slip of the thumb must not do."""
PROPOSES = frozenset({*PUNISHES, Verb.PARDON, Verb.BONUS, Verb.PENALTY})
"""What a side judge may suggest to the judge."""
DEEDS = PROPOSES | {*LEADS, Verb.UNDO, Verb.CLOSE, Verb.CORRECT, Verb.CLAIM}


class Correction(StrEnum):
    """Why a closed protocol is changed; other reasons are written in own words."""

    SLIP = "slip"
    PROTEST = "protest"
    CHIEF_JUDGE = "chief-judge"
    MISTAKE = "mistake"


def mark(live: Live, verb: Verb | None, seat: int = 0) -> int:
    """What a decision rests on, as a number: as long as it stays the same, a tap on the panel means what it says.

    A second tap on the same button finds another number, and so does a tap on what somebody else has changed.
    """
    table = live.table
    if verb in (Verb.FOUL, Verb.PARDON):
        return table.fouls[seat] if 0 < seat <= table.size else 0
    if verb in LEADS:
        return table.number << 3 | table.held << 2 | table.holding << 1 | table.paused
    if verb in (*PUNISHES, Verb.CLAIM):
        return 0
    return live.version


def undo_opens_cards_again(state: State) -> bool:
    """The game is over and every card shown: what ended it cannot be taken back, only corrected."""
    if not state.before_judge or state.table.step is not StepName.OVER:
        return False
    return state.before_judge[-1].before.table.step is not StepName.OVER
