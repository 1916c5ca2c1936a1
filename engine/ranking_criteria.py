"""By what players of a tournament can be placed.

The order is `RANKING` in `engine.rulesets.fiim` and `fiim_2025`; `engine.tournament.ranking` applies it.
"""

from enum import StrEnum


class Criterion(StrEnum):
    """What places players of a tournament."""

    POINTS = "points"
    ADDITIONAL = "additional"
    FEWER_PENALTIES = "fewer-penalties"
    WINS = "wins"
    WINS_AS_LEADER = "wins-as-leader"
    """As Don or Sheriff."""
    FIRST_DEATHS = "first-deaths"
    WINS_AS_SHERIFF = "wins-as-sheriff"
    WINS_AS_DON = "wins-as-don"
    REGISTRATION = "registration"
    LOT = "lot"
