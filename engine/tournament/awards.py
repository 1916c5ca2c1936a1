"""Nominations of a tournament: who was the best of each kind."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.results import GameResult, SeatResult
from engine.roles import Side
from engine.tournament.ranking import Place
from engine.tournament.standings import Distance

__all__ = [
    "Award",
    "AwardWinner",
    "awards",
]


class Award(StrEnum):
    """The nominations of a tournament."""

    MVP = "mvp"
    RED = "red"
    SHERIFF = "sheriff"
    BLACK = "black"
    DON = "don"


class AwardWinner(NamedTuple):
    """The winner of a nomination, with the points and the number of games that count for it."""

    award: Award
    player: str
    points: int
    """In thousandths."""
    games: int


COUNTS: Mapping[Award, Callable[[SeatResult], bool]] = {
    Award.MVP: lambda _: True,
    Award.RED: lambda seat: seat.side is Side.RED and seat.role != "sheriff",
    Award.SHERIFF: lambda seat: seat.role == "sheriff",
    Award.BLACK: lambda seat: seat.side is Side.BLACK and seat.role != "don",
    Award.DON: lambda seat: seat.role == "don",
}
"""Which games count for a nomination. For the MVP only additional points count, for the others all points."""


def awards(games: Sequence[GameResult], distance: Distance, places: Sequence[Place]) -> tuple[AwardWinner, ...]:
    """Returns the winners of a tournament's nominations.

    `games` are those that count, `distance` their points (`standings.count`), `places` the table
    (`ranking.rank`). Most points win; of equals, the player with the better place. A nomination
    without a game is left out.

    >>> awards([], Distance({}, {}, (1, 1), None), [])
    ()
    """
    standing = {place.tally.player: place.place for place in places}
    found = []
    for award, counts in COUNTS.items():
        points: dict[str, tuple[int, int]] = {}
        for game in games:
            for seat in game.seats:
                if counts(seat) and seat.player in standing:
                    earned = distance.points[game.id, seat.player]
                    worth = earned.best_move + earned.bonus + earned.correction
                    so_far, number = points.get(seat.player, (0, 0))
                    points[seat.player] = (so_far + (worth if award is Award.MVP else earned.total), number + 1)
        if points:
            best = min(points, key=lambda player: (-points[player][0], standing[player]))
            found.append(AwardWinner(award, best, *points[best]))
    return tuple(found)
