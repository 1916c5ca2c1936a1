"""What players did. Every accepted command leaves one act first.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from typing import NamedTuple

from engine.commands import Verb


class CardSeen(NamedTuple):
    """A seat has looked at its card."""

    seat: int


class ShotsAppointed(NamedTuple):
    """The head of the team names the victims of the coming nights, to the team alone."""

    seat: int
    targets: tuple[int, ...]
    to: tuple[int, ...]


class Nominated(NamedTuple):
    """A seat has put another one up for the ballot."""

    seat: int
    target: int


class Withdrew(NamedTuple):
    """A seat has taken its nomination of `target` back."""

    seat: int
    target: int


class Passed(NamedTuple):
    """A seat has ended its own minute or last word."""

    seat: int


class Voted(NamedTuple):
    """A vote that everybody sees at once."""

    seat: int
    target: int


class VoteCast(NamedTuple):
    """A vote that only the voter knows until the ballot closes."""

    seat: int
    target: int


class DoomVoted(NamedTuple):
    """Yes or no on one suspect; known at the close as well."""

    seat: int
    yes: bool


class ReadySaid(NamedTuple):
    """No more to say in this discussion."""

    seat: int


class MoreTimeAsked(NamedTuple):
    """A seat wants the discussion to go on (S2)."""

    seat: int


class LiftVoted(NamedTuple):
    """Shall all the tied leave? One answer."""

    seat: int
    yes: bool


class Acted(NamedTuple):
    """An answer to a night prompt; target 0: declined."""

    seat: int
    night: int
    wave: int
    ability: str
    verb: Verb
    target: int


class BestMoveMade(NamedTuple):
    """The first night's victim has named up to three seats as black."""

    seat: int
    named: tuple[int, ...]


class TimeOutTaken(NamedTuple):
    """A seat has stopped the clock for a time-out (S4)."""

    seat: int


class TimeOutEnded(NamedTuple):
    """The one who took the time-out is back before its end."""

    seat: int


class JudgeVoted(NamedTuple):
    """In a time-out: shall another person judge? (S4)"""

    seat: int
    yes: bool


class JudgeVotedOut(NamedTuple):
    """In a time-out most of the table want another judge; `yes` votes were cast (S4)."""

    yes: int


class Surrendered(NamedTuple):
    """A seat gives the game away for its side."""

    seat: int
