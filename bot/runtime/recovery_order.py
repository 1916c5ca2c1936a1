"""What is recovered after an outage, and in which order: games with the nearest deadline first."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.lobby import Lobby


class Recovered(NamedTuple):
    """What is left to do after the clocks are credited."""

    moved: dict[str, int]
    """Games whose deadline is noticeably later than shown, each with its step; the nearest deadline first."""
    lobbies: tuple[Lobby, ...]
    """Lobbies that start noticeably later than shown."""
    begun: frozenset[str]
    """Games whose step had just begun: its mutes may be incomplete."""
    with_stand_ins: tuple[str, ...]
    """Games with computer players."""
    unasked: tuple[str, ...] = ()
    """Games whose people are asked again because taps were lost; the nearest deadline first."""
    ended: int = 0
    """When the outage ended in which taps were lost; 0 if none were."""


def nearest_deadline_first(games: Iterable[tuple[int, str, int]]) -> dict[str, int]:
    """Orders games, of which the time left, the id and the step are given. Returns their steps by id."""
    return {game_id: step for _, game_id, step in sorted(games)}
