"""Which games are slow: those over days."""

from functools import lru_cache

from bot.games.local_time import Place
from engine.house_rules import find_ruleset
from engine.rules import rules_for

SLOW_FROM_S = 30 * 60
"""A game with steps this long is one over days. Quiet hours never delay a live game."""


def is_slow(place: Place) -> bool:
    """Is this a game over days? What people mostly do in it takes long: talking, voting, the night."""
    return _longest(place.ruleset, place.options) >= SLOW_FROM_S


@lru_cache(maxsize=1024)
def _longest(ruleset: str, options: tuple[tuple[str, str], ...]) -> int:
    lengths = rules_for(find_ruleset(ruleset), dict(options)).options
    return max(lengths.speech, lengths.discussion, lengths.ballot_window, lengths.night)
