"""Lengths of steps: which are offered, and how a typed one is read.

The units are in `locales/<language>/durations.toml`; those of every language are read, whatever the group's own.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from bot.language.translator import LANGUAGES

HOUR = 3600
USUAL_LENGTHS_S = (5, 10, 15, 20, 30, 40, 60, 90, 120, 180, 300, 600, 900, 1800)
SLOW_LENGTHS_S = (HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR)
"""Lengths for games over days."""
NEAR = (4, 6)
"""Usual lengths are offered between a quarter of the official one and six times it."""
LONGEST_LENGTH = 40
"""Longest typed duration, in characters."""
LENGTH_PART = re.compile(r"([0-9]{1,6})(?![0-9])\s*(?:([^\W\d_]+)\s*)?(?:\.\s*)?")
"""A number and its unit."""


def offered_lengths(official: int) -> tuple[int, ...]:
    """Usual lengths near the official one, the official one itself, and lengths for games over days."""
    near = [length for length in USUAL_LENGTHS_S if official / NEAR[0] <= length <= official * NEAR[1]]
    return tuple(sorted({*near, *SLOW_LENGTHS_S, official}))


def read_duration(text: str) -> int | None:
    """Returns the seconds of `90`, `90 с`, `2 мин`, `1 ч 30 мин`, also in whole words; None if unreadable."""
    said = text.strip().lower()
    if not 0 < len(said) <= LONGEST_LENGTH:
        return None
    total = at = 0
    while at < len(said):
        part = LENGTH_PART.match(said, at)
        unit = None if part is None else _unit(part[2] or "")
        if part is None or unit is None:
            return None
        total, at = total + int(part[1]) * unit, part.end()
    return total


def _unit(word: str) -> int | None:
    """Returns the seconds in a unit, recognised by its first letters; None if it is unknown."""
    units = _units()
    begins = [word[:length] for length in (3, 2, 1)]
    return next((units[begin] for begin in begins if begin in units), None)


@cache
def _units() -> Mapping[str, int]:
    """Seconds in a unit, by the first letters of its name; a number without a unit is in seconds."""
    units = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": HOUR}
    for language in LANGUAGES:
        text = (resources.files("locales") / language / "durations.toml").read_text(encoding="utf-8")
        for unit, seconds in (("seconds", 1), ("minutes", 60), ("hours", HOUR)):
            units |= dict.fromkeys(tomllib.loads(text)[unit], seconds)
    return units
