"""Names of people and groups as they are shown: short, readable, and not mistakable for a role or a seat."""

import re
from functools import lru_cache
from unicodedata import bidirectional, combining

from bot.language.impersonating_names import COMPUTER, display_name

LONGEST_NAME = 32
FORGOTTEN = "—"
"""Replaces the name of a person who has had their data deleted."""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""Classes of characters that are written from right to left."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Put around a name, so that its direction of writing does not affect the text beside it."""
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Invisible characters that count as letters. Those that change the direction of writing are not printable."""
MARKS = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]"
PILED = re.compile(f"({MARKS}{{2}}){MARKS}+")
"""More than two marks on one letter: they would cover the lines of others."""


@lru_cache(maxsize=4096)
def short_name(first: str, last: str | None = None) -> str:
    """Returns a person's name as shown at the table. It is escaped where it is put into a text."""
    name = _readable(" ".join(f"{first} {last or ''}".split()))
    if any(bidirectional(sign) in RIGHT_TO_LEFT for sign in name):
        # Without isolation the number of the next seat would be displayed inside the name.
        most = LONGEST_NAME - 2 - len(f" {COMPUTER}")
        return f"{ISOLATE}{_visible(display_name(name, most)[:most].strip())}{END_OF_ISOLATE}"
    return _visible(display_name(name, LONGEST_NAME)[:LONGEST_NAME].strip())


def as_computer(name: str) -> str:
    """Returns the name of a computer player in somebody's place. However long it is, the sign stays."""
    return f"{name[: LONGEST_NAME - 2].rstrip()} {COMPUTER}"


@lru_cache(maxsize=4096)
def short_title(title: str) -> str:
    """Returns a group's title as shown. It may sound like a card: it says nothing about anybody."""
    return _visible(_readable(title)[:LONGEST_NAME].strip())


def _readable(name: str) -> str:
    shown = "".join(sign for sign in name if sign.isprintable() and sign not in BLANK)
    return PILED.sub(r"\1", " ".join(shown.split()))


def _visible(name: str) -> str:
    return name if any(not combining(sign) and not sign.isspace() for sign in name) else "?"
