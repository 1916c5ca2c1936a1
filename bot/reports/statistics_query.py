"""What somebody asks of the statistics, and the figures found for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.statistics import Profile

PERIODS = (30, 365, 0)
"""Days; 0: all time."""


@dataclass(frozen=True, slots=True)
class StatisticsQuery:
    """What is asked for."""

    view: str
    user: int
    rules: str = ""
    days: int = 0
    picture: bool = False


@dataclass(frozen=True, slots=True)
class StatisticsFigures:
    """The figures for a query, with names."""

    query: StatisticsQuery
    rows: list[Profile]
    """Best first; nobody without a game."""
    played: tuple[str, ...]
    """Rule sets that there are games of."""
    counts_points: bool
    roles: Mapping[str, str]
    """In which rules somebody has had a role."""
    names: dict[str, str]
    where: str
    left: bool
    """The person has left the statistics."""
