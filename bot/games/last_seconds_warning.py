"""The warning that the last ten seconds of a step have begun: which steps have one, and when it comes."""

from bot.games.slow_games import SLOW_FROM_S
from engine.events import StepName
from engine.table import Table

WARN_BEFORE_MS = 10_000
"""A speaker is told when ten seconds are left."""
WARNED = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.MEET})
"""Steps whose last ten seconds are announced: speeches of every kind and the meeting (S4 3.2.1, 3.3.4)."""
SHORTEST_WARNED_S = 21
"""The shortest step with a warning, in seconds: in a shorter one it would come in the first half."""


def is_warned(table: Table) -> bool:
    """Is there a warning ten seconds before the end of the running step?"""
    if not table.rules.ruleset.last_seconds_announced:
        return False
    return table.step in WARNED and not table.time_out_by and table.seconds >= SHORTEST_WARNED_S


def is_edited_to_warn(table: Table) -> bool:
    """Is the message of the running step edited when its last ten seconds begin? Not where a step lasts hours."""
    return is_warned(table) and table.seconds < SLOW_FROM_S
