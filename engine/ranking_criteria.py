"""By what the players of a tournament are placed, in which order, by rule document.

Each criterion decides where those before it leave players equal. `engine.tournament.ranking` applies them.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
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


S0 = (
    Criterion.POINTS,
    Criterion.ADDITIONAL,  # S0 8.6.1
    Criterion.WINS,  # S0 8.6.2
    Criterion.WINS_AS_LEADER,  # S0 8.6.3
    Criterion.FIRST_DEATHS,  # S0 8.6.4
    Criterion.LOT,  # S0 8.6.5
)
S3 = (
    Criterion.POINTS,  # S3 8.1
    Criterion.ADDITIONAL,  # S3 8.1.1
    Criterion.FEWER_PENALTIES,  # S3 8.1.2
    Criterion.FIRST_DEATHS,  # S3 8.1.3
    Criterion.WINS_AS_SHERIFF,  # S3 8.1.4
    Criterion.WINS_AS_DON,  # S3 8.1.5
    Criterion.REGISTRATION,  # S3 8.1.6
)
