"""How long a seat's minute is: for whoever is silenced by fouls it is lost, or short when few sit at the table.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.table import Table

SHORT_SPEECH = 30
"""What is left of a silenced minute when so few sit at the table (S0 7.7, S3 6.5.5)."""
SHORT_SPEECH_AT = (3, 4)
"""With so many players at the table, unless the rule set declares others (`RuleSet.short_speech_at`)."""


def speech_length(table: "Table", seat: int) -> tuple[bool, int]:
    """Is the coming minute of this seat taken away, and how long is it? (S0 6.4, 7.7; S3 5.4, 6.5.5)"""
    options = table.rules.options
    if seat not in table.silence_owed:
        return False, options.speech
    if silenced_speech_is_short(table):
        return False, min(SHORT_SPEECH, options.speech)
    return True, options.silenced_window


def silenced_speech_is_short(table: "Table") -> bool:
    """Do so few sit at the table that a silenced player has a short minute instead of none?"""
    return len(table.alive) in table.rules.ruleset.short_speech_at
