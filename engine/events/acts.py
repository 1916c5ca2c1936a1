"""What players did. Every accepted command leaves one act first."""

from typing import NamedTuple

from engine.commands import Verb


class CardSeen(NamedTuple):
    seat: int


class ShotsAppointed(NamedTuple):
    """The head of the team names the victims of the coming nights, to the team alone."""

    seat: int
    targets: tuple[int, ...]
    to: tuple[int, ...]


class Nominated(NamedTuple):
    seat: int
    target: int


class Withdrew(NamedTuple):
    seat: int
    target: int


class Passed(NamedTuple):
    seat: int


class Voted(NamedTuple):
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
    seat: int


class LiftVoted(NamedTuple):
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
    seat: int
    named: tuple[int, ...]


class TimeOutTaken(NamedTuple):
    seat: int


class TimeOutEnded(NamedTuple):
    """The one who took the time-out is back before its end."""

    seat: int


class JudgeVoted(NamedTuple):
    """In a time-out: shall another person judge? (S4)"""

    seat: int
    yes: bool


class JudgeVotedOut(NamedTuple):
    yes: int


class Surrendered(NamedTuple):
    seat: int
