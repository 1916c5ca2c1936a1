"""What the three sport documents share: ten players, four roles, minutes in turn."""

from collections.abc import Mapping

from engine.commands import Verb
from engine.events import Way
from engine.role_catalogue.sport import FIND_BLACK, FIND_SHERIFF, SHOT
from engine.role_set_check import Constraint, Flaw
from engine.roles import Side
from engine.rules import Cards
from engine.steps.ballot import BALLOT, CONFIRMATION, TIE_BALLOT
from engine.steps.deal import DEAL
from engine.steps.last_word_and_best_move import BEST_MOVE, LAST_WORD
from engine.steps.lift_ballot import LIFT_BALLOT
from engine.steps.meet import MEET
from engine.steps.night import night_step
from engine.steps.speech import SPEECH
from engine.steps.tie_speech import TIE_SPEECH

OFFICIAL_SIZE = 10
SIZES = range(6, 13)

_BLACKS = {6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4}
"""Only ten is official; the others are for friends who are fewer or more."""

ROLE_SETS: Mapping[str, Mapping[int, Cards]] = {
    "official": {
        size: {"don": 1, "mafia": blacks - 1, "sheriff": 1, "civilian": size - blacks - 1}
        for size, blacks in _BLACKS.items()
    }
}

CONSTRAINTS = (
    Constraint(Flaw.NO_CRIMINAL, lambda hand: not hand.of(Side.BLACK)),
    Constraint(Flaw.NOT_OFFICIAL_SIZE, lambda hand: hand.size != OFFICIAL_SIZE, hard=False),
    Constraint(
        Flaw.NOT_OFFICIAL_CARDS,
        lambda hand: hand.cards != {role: n for role, n in ROLE_SETS["official"].get(hand.size, {}).items() if n},
        hard=False,
    ),
)

NIGHT_ORDER = ((SHOT,), (FIND_SHERIFF,), (FIND_BLACK,))
WAVES = ((SHOT, FIND_SHERIFF, FIND_BLACK),)

NIGHT = night_step(Verb.SHOOT, Verb.CHECK)
STEPS = (
    DEAL,
    MEET,
    SPEECH,
    BALLOT,
    TIE_SPEECH,
    TIE_BALLOT,
    LIFT_BALLOT,
    CONFIRMATION,
    LAST_WORD,
    NIGHT,
    BEST_MOVE,
)

LAST_WORDS = frozenset({Way.VOTED, Way.LIFTED, Way.SHOT})
