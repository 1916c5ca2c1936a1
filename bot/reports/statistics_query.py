"""A request for statistics, and the figures found for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.statistics import Profile

PERIODS = (30, 365, 0)
"""Periods offered by the buttons, in days; 0: all time."""

FRIENDLY = "friends"
"""Stands for the rules of all friendly games together: house rules, other numbers of players, computer players.
They have a table of their own, by wins."""


@dataclass(frozen=True, slots=True)
class StatisticsQuery:
    """A request for one player's statistics (`stats`) or a group's table (`top`)."""

    view: str
    user: int
    rules: str = ""
    days: int = 0
    picture: bool = False


@dataclass(frozen=True, slots=True)
class StatisticsFigures:
    """The figures found for a query, and the names to show them with."""

    query: StatisticsQuery
    rows: list[Profile]
    """Profiles, best first; people without a game are left out."""
    played: tuple[str, ...]
    """Rule sets with at least one counted game, and `FRIENDLY` if there was a friendly one."""
    counts_points: bool
    roles: Mapping[str, str]
    """A rule set for each role, which decides how the role is called."""
    names: dict[str, str]
    where: str
    left: bool
    """Whether the person has left the statistics."""
