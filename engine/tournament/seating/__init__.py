"""Who sits where in a tournament: found by local search, so that everybody meets everybody about as often.

Three searches one after another, each leaving the earlier ones' work alone: who sits at which table in each round
(pairs), on which seat (seats), and which table of a round is called the first (tables). Dice are an argument: the
same dice, the same seating.
"""

from engine.tournament.seating.plan import TEN, ImpossibleSeating, Plan, Refusal, Seating, why_not
from engine.tournament.seating.search import find_seating, new_seats, seat_at_random
from engine.tournament.seating.seating_quality import Quality, quality
from engine.tournament.seating.table_search import Progress

__all__ = [
    "TEN",
    "ImpossibleSeating",
    "Plan",
    "Progress",
    "Quality",
    "Refusal",
    "Seating",
    "find_seating",
    "new_seats",
    "quality",
    "seat_at_random",
    "why_not",
]
