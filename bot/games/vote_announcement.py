"""The announcement of a vote: its candidates are shown before the keys come and its time begins."""

from bot.games.lobby import Lobby
from bot.games.slow_games import is_slow

ANNOUNCED_S = 5
"""How long a vote is announced, with its candidates and without keys, before its time begins."""


def announces_votes(lobby: Lobby, *, has_people: bool) -> bool:
    """Are votes of this game announced? Not where nobody but computer players is left, nor where a vote lasts
    hours."""
    return has_people and not is_slow(lobby)
