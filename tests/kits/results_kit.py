"""Results of games told in a few words, without playing them."""

from engine.events import Winner
from engine.points import SeatPoints
from engine.results import GameResult, SeatResult
from engine.roles import Side
from engine.rulesets import RULESETS

SEATS = ("don", "mafia", "mafia", "sheriff", *("civilian",) * 6)
"""Blacks on the first seats, the Don first, then the Sheriff; as everywhere in the tests."""
TABLE = tuple("abcdefghij")


def played(
    number: int,
    winner: Winner,
    players: tuple[str, ...] = TABLE,
    *,
    ruleset: str = "fiim-2025",
    victim: int = 0,
    points: dict[int, SeatPoints] | None = None,
    compensation_max: int | None = None,
    official: bool = True,
) -> GameResult:
    """Returns the result of a game of ten; `points` are what a seat has besides the win."""
    scoring = RULESETS[ruleset].scoring
    if compensation_max is None:
        compensation_max = 0 if ruleset == "fiim" else 40
    seats = []
    for seat, (player, role) in enumerate(zip(players, SEATS, strict=True), start=1):
        side = Side.BLACK if seat <= 3 else Side.RED
        won = side.value == winner.value
        besides = (points or {}).get(seat, SeatPoints())
        seats.append(
            SeatResult(
                seat,
                player,
                role,
                side,
                won,
                besides._replace(win=scoring.win if won else 0),
                removed=besides.discipline < 0,
                first_victim=seat == victim,
            )
        )
    return GameResult(f"g{number:03}", ruleset, official, winner, 4, number * 1000, compensation_max, tuple(seats))
