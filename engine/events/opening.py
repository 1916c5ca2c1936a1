"""How a game begins."""

from typing import NamedTuple

from engine.errors import BadJournal


class Opened(NamedTuple):
    """A table is laid: rules, the cards in the box, who sits down in which order, and the sealed secret."""

    ruleset: str
    options: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    guests: tuple[str, ...] = ()
    commitment: str = ""
    seated: bool = False
    """The guests are named from seat 1 on: a tournament has its own seating."""


class SecretKept(NamedTuple):
    """The secret that seats and cards follow from; no player sees it before the end."""

    secret: str


class SeatsDrawn(NamedTuple):
    """Who sits where: the guest of seat 1, of seat 2, …"""

    guests: tuple[str, ...]


class CardDealt(NamedTuple):
    """A seat holds this role from now on."""

    seat: int
    role: str


class PositionSet(NamedTuple):
    """The game starts in the middle (a record's `begin`)."""

    out: tuple[int, ...]
    fouls: tuple[tuple[int, int], ...]
    day: int
    opener: int


def check_opening(first: object) -> Opened:
    """The first event of a journal, which must be `Opened`; `BadJournal` if it is not, or None for no event."""
    if not isinstance(first, Opened):
        found = "nothing" if first is None else type(first).__name__
        raise BadJournal(f"a journal begins with Opened, not with {found}")
    return first
