"""The table of the best players over many games, as `/top` shows it: who is in it, and in which order."""

from collections.abc import Iterable

from engine.results import GameResult
from engine.statistics import Book, Profile, counted

__all__ = [
    "ranked",
    "table_of",
]

LEAST_GAMES = 5
"""Games before a share of wins says anything about a player."""


def table_of(
    games: Iterable[GameResult], players: Iterable[str] | None = None, *, by_points: bool = True
) -> list[Profile]:
    """The profiles of these players (of all, without `players`), best first; `ranked` says which that is.

    >>> table_of([])
    []
    """
    book = Book()
    for game in counted(games):
        book.add(game)
    wanted = None if players is None else set(players)
    return ranked((one for one in book.profiles() if wanted is None or one.player in wanted), by_points=by_points)


def ranked(profiles: Iterable[Profile], *, by_points: bool = True) -> list[Profile]:
    """Profiles, best first: most points, then the better share of wins, then more games, then the name.

    Without points the share decides, and so only those are in it who have played often enough.

    >>> [one.player for one in ranked([Profile("Ann", points=75), Profile("Bob", points=100)])]
    ['Bob', 'Ann']
    """
    found = list(profiles)
    if not by_points:
        enough = min(LEAST_GAMES, max((one.all.games for one in found), default=0))
        found = [one._replace(points=0) for one in found if one.all.games >= enough]
    return sorted(found, key=lambda one: (-one.points, -one.all.percent, -one.all.games, one.player))
