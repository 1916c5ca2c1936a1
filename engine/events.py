"""What has happened. Every accepted command leaves one *act* first, and what follows from it after that.

Events are facts: frozen, versioned (`engine.codec`), and each has an audience (`engine.audience`).
A seat's number stands in `seat`; whoever else may know is named in `to`.
"""

from enum import StrEnum
from typing import NamedTuple

from engine.commands import Verb


class StepName(StrEnum):
    DEAL = "deal"
    MEET = "meet"
    SPEECH = "speech"
    BALLOT = "ballot"
    TIE_SPEECH = "tie-speech"
    TIE_BALLOT = "tie-ballot"
    LIFT_BALLOT = "lift-ballot"
    LAST_WORD = "last-word"
    NIGHT = "night"
    BEST_MOVE = "best-move"
    DISCUSSION = "discussion"
    OVER = "over"


class Way(StrEnum):
    """How a player left the game."""

    VOTED = "voted"
    LIFTED = "lifted"
    SHOT = "shot"
    REMOVED = "removed"


class Winner(StrEnum):
    RED = "red"
    BLACK = "black"
    TOWN = "town"
    MAFIA = "mafia"
    YAKUZA = "yakuza"
    LONER = "loner"
    DRAW = "draw"


class Topic(StrEnum):
    """What a private message is about."""

    MATES = "mates"
    LEADER = "don"
    APPOINTED = "appointed"
    CHECK = "check"
    PRIEST = "priest"
    JAILED = "jailed"
    SILENCED = "silenced"
    CHOICE = "choice"
    WARNED = "warned"


class Skip(StrEnum):
    """Why a day has no ballot."""

    NOBODY = "nobody"
    ONE_ON_DAY_ONE = "one-on-day-one"
    CANCELLED = "cancelled"
    STRUCK = "struck"


class Why(StrEnum):
    """What ended the game."""

    DEPARTURE = "departure"
    QUIET = "quiet"
    DAY_LIMIT = "day-limit"
    TEAM_LOSS = "team-loss"
    MISSES = "misses"
    SURRENDER = "surrender"


# --- the beginning ------------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """A table is laid: rules, the cards in the box, who sits down in which order, and the sealed secret."""

    ruleset: str
    options: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    guests: tuple[str, ...] = ()
    commitment: str = ""


class SecretKept(NamedTuple):
    secret: str


class SeatsDrawn(NamedTuple):
    """Who sits where: the guest of seat 1, of seat 2, …"""

    guests: tuple[str, ...]


class CardDealt(NamedTuple):
    seat: int
    role: str


class PositionSet(NamedTuple):
    """The game starts in the middle (a record's `begin`)."""

    out: tuple[int, ...]
    fouls: tuple[tuple[int, int], ...]
    day: int
    opener: int


# --- steps --------------------------------------------------------------------------------------------------


class DayBroke(NamedTuple):
    day: int
    opener: int


class NightFell(NamedTuple):
    night: int


class StepBegan(NamedTuple):
    step: StepName
    seconds: int
    seat: int = 0
    """Who has the floor."""
    silent: bool = False
    """The minute of a silenced player: nominating only."""
    wave: int = 0
    """Which part of a night this is, from 1 on."""


class NightClosed(NamedTuple):
    """The morning's news. Empty: a miss."""

    night: int
    victims: tuple[int, ...]
    may_name: int = 0
    """The victim who has a best move."""


class BallotSkipped(NamedTuple):
    why: Skip


class BallotClosed(NamedTuple):
    tally: tuple[tuple[int, int], ...]
    by_default: tuple[int, ...] = ()
    """Seats whose vote fell to the last candidate."""
    cast: tuple[tuple[int, int], ...] = ()
    """Who voted against whom, where hands were hidden until the close."""


class WindowOpened(NamedTuple):
    """The next candidate of a sequential ballot is called."""

    window: int


class TieFound(NamedTuple):
    seats: tuple[int, ...]


class LiftClosed(NamedTuple):
    yes: int
    passed: bool


class Left(NamedTuple):
    """These leave at the same time."""

    seats: tuple[int, ...]
    way: Way


class WordLost(NamedTuple):
    """Removed after having been voted out or shot: no last word, no best move."""

    seat: int


class RoleShown(NamedTuple):
    seat: int
    role: str


class BallotCancelled(NamedTuple):
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
    winner: Winner
    why: Why


class CardsShown(NamedTuple):
    """All roles, from seat 1 on, when the game is over."""

    roles: tuple[str, ...]


class SecretShown(NamedTuple):
    secret: str


# --- acts of players ----------------------------------------------------------------------------------------


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


# --- the clock and the judge --------------------------------------------------------------------------------


class Expired(NamedTuple):
    pass


class FoulGiven(NamedTuple):
    seat: int
    note: str = ""
    by_bot: bool = False
    """Follows from an offence that the bot saw itself."""


class Disqualified(NamedTuple):
    seat: int
    note: str = ""


class TeamLost(NamedTuple):
    seat: int
    note: str = ""


class OffenceSeen(NamedTuple):
    seat: int


class ClaimSeen(NamedTuple):
    """This player has claimed the role of the Commissar aloud (S1)."""

    seat: int


class BonusGiven(NamedTuple):
    seat: int
    points: int
    consent: bool = False


class PenaltyGiven(NamedTuple):
    seat: int
    points: int
    note: str = ""


class Paused(NamedTuple):
    pass


class Resumed(NamedTuple):
    pass


class HoldSet(NamedTuple):
    """The judge leads (each step waits for `next`), or the bot does."""

    on: bool


class StepReleased(NamedTuple):
    pass


class StepEnded(NamedTuple):
    """The judge ends a step before its time."""


class StepRepeated(NamedTuple):
    pass


class Undone(NamedTuple):
    """The judge takes the last own action back."""


Event = (
    Opened
    | SecretKept
    | SeatsDrawn
    | CardDealt
    | PositionSet
    | DayBroke
    | NightFell
    | StepBegan
    | NightClosed
    | BallotSkipped
    | BallotClosed
    | WindowOpened
    | TieFound
    | LiftClosed
    | Left
    | WordLost
    | RoleShown
    | BallotCancelled
    | CancellationLifted
    | CandidateStruck
    | VoteDropped
    | Imprisoned
    | Freed
    | VoteTaken
    | AlibiGiven
    | CopySet
    | TeamShot
    | HandRaised
    | Acquitted
    | Extended
    | Told
    | ResultSettled
    | GameEnded
    | CardsShown
    | SecretShown
    | CardSeen
    | ShotsAppointed
    | Nominated
    | Withdrew
    | Passed
    | Voted
    | VoteCast
    | DoomVoted
    | ReadySaid
    | MoreTimeAsked
    | LiftVoted
    | Acted
    | BestMoveMade
    | TimeOutTaken
    | TimeOutEnded
    | JudgeVoted
    | JudgeVotedOut
    | Surrendered
    | Expired
    | FoulGiven
    | Disqualified
    | TeamLost
    | OffenceSeen
    | ClaimSeen
    | BonusGiven
    | PenaltyGiven
    | Paused
    | Resumed
    | HoldSet
    | StepReleased
    | StepEnded
    | StepRepeated
    | Undone
)

ACTS: frozenset[type] = frozenset(
    {
        CardSeen,
        ShotsAppointed,
        Nominated,
        Withdrew,
        Passed,
        Voted,
        VoteCast,
        DoomVoted,
        ReadySaid,
        MoreTimeAsked,
        LiftVoted,
        Acted,
        BestMoveMade,
        TimeOutTaken,
        TimeOutEnded,
        JudgeVoted,
        Surrendered,
        Expired,
        OffenceSeen,
        ClaimSeen,
        Paused,
        Resumed,
        HoldSet,
        StepReleased,
        StepEnded,
        StepRepeated,
    }
)
"""Acts that make an earlier judge's action final: it can no longer be undone."""

JUDGE_ACTS: frozenset[type] = frozenset({FoulGiven, Disqualified, TeamLost, BonusGiven, PenaltyGiven})
"""What `undo` can take back."""
