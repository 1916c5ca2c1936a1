"""What follows from the acts: steps, results, departures, and what is told to whom.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from typing import NamedTuple

from engine.events.names import Skip, StepName, Topic, Verdict, Way, Why, Winner


class DayBroke(NamedTuple):
    """A day begins; `opener` speaks first."""

    day: int
    opener: int


class OpenerMoved(NamedTuple):
    """Who should have opened the day was removed before the first speech; this seat opens it instead."""

    opener: int


class NightFell(NamedTuple):
    """A night begins; it has the number of the day before it."""

    night: int


class StepBegan(NamedTuple):
    """A step with a clock of its own begins."""

    step: StepName
    seconds: int
    seat: int = 0
    """Who has the floor."""
    silent: bool = False
    """The minute of a silenced player: nominating only."""
    wave: int = 0
    """Which part of a night this is, from 1 on."""
    again: bool = False
    """The judge has it repeated."""


class NightClosed(NamedTuple):
    """The morning's news. Empty: a miss."""

    night: int
    victims: tuple[int, ...]
    may_name: tuple[int, ...] = ()
    """The victims who have a best move."""


class BallotSkipped(NamedTuple):
    """The day has no ballot, and why."""

    why: Skip


class BallotClosed(NamedTuple):
    """A ballot is over: votes against each candidate, in the order of nomination."""

    tally: tuple[tuple[int, int], ...]
    by_default: tuple[int, ...] = ()
    """Seats whose vote fell to the last candidate."""
    cast: tuple[tuple[int, int], ...] = ()
    """Who voted against whom, where hands were hidden until the close."""


class WindowOpened(NamedTuple):
    """The next candidate of a sequential ballot is called."""

    window: int


class TieFound(NamedTuple):
    """These seats have the most votes, all the same number."""

    seats: tuple[int, ...]


class LiftClosed(NamedTuple):
    """The question whether all the tied leave is answered."""

    yes: int
    passed: bool
    cast: tuple[tuple[int, int], ...] = ()
    """Who said yes (1) and no (0), where answers were hidden until the close."""


class ConfirmationAsked(NamedTuple):
    """This seat has the most votes, and is put to a yes or no before it leaves."""

    seat: int


class ConfirmationClosed(NamedTuple):
    """What the question came to."""

    seat: int
    verdict: Verdict
    yes: int = 0
    no: int = 0
    cast: tuple[tuple[int, int], ...] = ()
    """Who said yes (1) and no (0), where answers were hidden until the close."""


class Left(NamedTuple):
    """These leave at the same time."""

    seats: tuple[int, ...]
    way: Way


class WordLost(NamedTuple):
    """Removed after having been voted out or shot: no last word, no best move."""

    seat: int


class RoleShown(NamedTuple):
    """The card of one who left, where the options have it shown."""

    seat: int
    role: str


class BallotCancelled(NamedTuple):
    """The removal of this seat takes the place of the day's ballot."""

    day: int
    seat: int


class CancellationLifted(NamedTuple):
    """The removed had been shot in that night: the ballot is held after all (S3 6.5.1)."""

    day: int


class CandidateStruck(NamedTuple):
    """Removed while standing; the votes against it are spent (S1)."""

    seat: int


class VoteDropped(NamedTuple):
    """Removed while its candidate was being called: the vote does not count (S1)."""

    seat: int


class Imprisoned(NamedTuple):
    """The morning's news from the warden."""

    seats: tuple[int, ...]


class Freed(NamedTuple):
    """The warden is dead."""

    seats: tuple[int, ...]


class VoteTaken(NamedTuple):
    """These may not vote today."""

    seats: tuple[int, ...]


class AlibiGiven(NamedTuple):
    """These cannot be nominated today."""

    seats: tuple[int, ...]


class CopySet(NamedTuple):
    """This seat's vote will be replaced by another's; neither the seat nor the table knows."""

    seat: int
    by: int


class TeamShot(NamedTuple):
    """Whom the team hit, or would have hit but for a protection; 0: a miss. For the judge's book."""

    night: int
    target: int


class HandRaised(NamedTuple):
    """This seat has voted; against whom is shown at the close."""

    seat: int


class VoteReceived(NamedTuple):
    """One more vote lies in the box, where nobody ever sees whose it is."""


class Acquitted(NamedTuple):
    """The condemned goes free; by whose grace is not said (S2)."""

    seat: int


class Extended(NamedTuple):
    """More than half of the table want to talk on."""

    seconds: int


class Told(NamedTuple):
    """A private message: `check 4 black`, `mates 1 2 3`."""

    seat: int
    topic: Topic
    about: tuple[int, ...] = ()
    answer: str = ""


class ResultSettled(NamedTuple):
    """The game is decided, but the last word is still to be heard; nobody is told yet."""

    winner: Winner
    why: Why


class GameEnded(NamedTuple):
    """The game is over."""

    winner: Winner
    why: Why


class CardsShown(NamedTuple):
    """All roles, from seat 1 on, when the game is over."""

    roles: tuple[str, ...]


class SecretShown(NamedTuple):
    """The secret of the deal; anybody can now check the commitment."""

    secret: str
