"""When the game of an open table begins by itself: at its time, at a number of players, or never. Pure."""

from dataclasses import replace

from bot.core.phase import Phase
from bot.games.lobby import Lobby

BY_TIME, NEVER = "time", "never"
SELF_STARTS = (BY_TIME, NEVER, "4", "5", "6", "7", "8", "9", "10", "11", "12")
"""A number: as soon as so many sit at the table, people and computer players."""
GATHERED_MS = 15_000
"""How long after the last of that number: time to see the list, and to stand up again."""


def begins_at(lobby: Lobby) -> int:
    """Returns the number of players at which the game begins; 0 if it does not wait for a number."""
    return int(lobby.self_start) if lobby.self_start.isdecimal() else 0


def is_gathered(lobby: Lobby) -> bool:
    """Do as many sit at the table as it waits for?"""
    return bool(begins_at(lobby)) and len(lobby.guests) >= begins_at(lobby)


def begins_by_itself(lobby: Lobby) -> bool:
    """Does the game begin when the time of its lobby is over?"""
    return lobby.self_start == BY_TIME or is_gathered(lobby)


def hurried(before: Lobby, after: Lobby, now: int, gathered_ms: int) -> Lobby:
    """Returns a changed lobby that begins soon if with this change the number of players was reached."""
    if after.phase is not Phase.OPEN or is_gathered(before) or not is_gathered(after):
        return after
    return replace(after, starts_at=min(after.starts_at, now + gathered_ms))
