"""Seatings of a tournament, found by local search so that all pairs of players meet about as often.

Three searches follow one another, and none changes the result of an earlier one: who plays together in each round
(pairs), on which seat (seats), and at which table of the round (tables). The same dice give the same seating.
"""

from engine.tournament.seating.meeting_search import Progress
from engine.tournament.seating.plan import TEN, ImpossibleSeating, Plan, Refusal, Seating, why_not
from engine.tournament.seating.random_seats import new_seats, seat_at_random
from engine.tournament.seating.search_goals import find_seating
from engine.tournament.seating.seating_quality import Quality, quality

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
