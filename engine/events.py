"""What has happened. Every accepted command leaves one *act* first, and what follows from it after that.

Events are facts: frozen, versioned (`engine.codec`), and each has an audience (`engine.audience`).
A seat's number stands in `seat`; whoever else may know is named in `to`.
"""

from enum import StrEnum
from typing import NamedTuple


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
    DRAW = "draw"


class Topic(StrEnum):
    """What a private message is about."""

    MATES = "mates"
    LEADER = "don"
    APPOINTED = "appointed"
    CHECK = "check"
    WARNED = "warned"


class Skip(StrEnum):
    """Why a day has no ballot."""

    NOBODY = "nobody"
    ONE_ON_DAY_ONE = "one-on-day-one"
    CANCELLED = "cancelled"


class Why(StrEnum):
    """What ended the game."""

    DEPARTURE = "departure"
    QUIET = "quiet"
    DAY_LIMIT = "day-limit"
    TEAM_LOSS = "team-loss"
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


class NightClosed(NamedTuple):
    """The morning's news. Empty: a miss."""

    night: int
    victims: tuple[int, ...]


class BallotSkipped(NamedTuple):
    why: Skip


class BallotClosed(NamedTuple):
    tally: tuple[tuple[int, int], ...]
    by_default: tuple[int, ...] = ()
    """Seats whose vote fell to the last candidate."""


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


class LiftVoted(NamedTuple):
    seat: int
    yes: bool


class Acted(NamedTuple):
    """An answer to a night prompt; target 0: declined."""

    seat: int
    night: int
    ability: str
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
        LiftVoted,
        Acted,
        BestMoveMade,
        TimeOutTaken,
        TimeOutEnded,
        JudgeVoted,
        Surrendered,
        Expired,
        OffenceSeen,
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
