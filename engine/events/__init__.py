"""What has happened. Every accepted command leaves one *act* first, and what follows from it after that.

Events are facts: frozen, versioned (`engine.codec`), and each has an audience (`engine.event_audience`).
A seat's number stands in `seat`; whoever else may know is named in `to`. They are named tuples because a game
makes hundreds of them; two events of different types can be equal as tuples, so compare their types too.
"""

from engine.events.consequences import (
    Acquitted,
    AlibiGiven,
    BallotCancelled,
    BallotClosed,
    BallotSkipped,
    CancellationLifted,
    CandidateStruck,
    CardsShown,
    ConfirmationAsked,
    ConfirmationClosed,
    CopySet,
    DayBroke,
    Extended,
    Freed,
    GameEnded,
    HandRaised,
    Imprisoned,
    Left,
    LiftClosed,
    NightClosed,
    NightFell,
    OpenerMoved,
    ResultSettled,
    RoleShown,
    SecretShown,
    StepBegan,
    TeamShot,
    TieFound,
    Told,
    VoteDropped,
    VoteReceived,
    VoteTaken,
    WindowOpened,
    WordLost,
)
from engine.events.judge_acts import (
    BonusGiven,
    ClaimSeen,
    Corrected,
    Disqualified,
    Expelled,
    Expired,
    FoulGiven,
    FoulPardoned,
    HoldSet,
    MinuteCut,
    OffenceSeen,
    Paused,
    PenaltyGiven,
    ProtocolClosed,
    Resumed,
    StepEnded,
    StepReleased,
    StepRepeated,
    TeamLost,
    Undone,
    Warned,
)
from engine.events.names import Skip, StepName, Topic, Verdict, Way, Why, Winner
from engine.events.opening import CardDealt, Opened, PositionSet, SeatsDrawn, SecretKept
from engine.events.player_acts import (
    Acted,
    BestMoveMade,
    CardSeen,
    DoomVoted,
    JudgeVoted,
    JudgeVotedOut,
    LiftVoted,
    MoreTimeAsked,
    Nominated,
    Passed,
    ReadySaid,
    ShotsAppointed,
    Surrendered,
    TimeOutEnded,
    TimeOutTaken,
    VoteCast,
    Voted,
    Withdrew,
)

Event = (
    Opened
    | SecretKept
    | SeatsDrawn
    | CardDealt
    | PositionSet
    | DayBroke
    | OpenerMoved
    | NightFell
    | StepBegan
    | NightClosed
    | BallotSkipped
    | BallotClosed
    | WindowOpened
    | TieFound
    | LiftClosed
    | ConfirmationAsked
    | ConfirmationClosed
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
    | VoteReceived
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
    | Warned
    | FoulGiven
    | MinuteCut
    | FoulPardoned
    | Disqualified
    | TeamLost
    | Expelled
    | OffenceSeen
    | ClaimSeen
    | BonusGiven
    | PenaltyGiven
    | ProtocolClosed
    | Corrected
    | Paused
    | Resumed
    | HoldSet
    | StepReleased
    | StepEnded
    | StepRepeated
    | Undone
)

__all__ = [
    "Acquitted",
    "Acted",
    "AlibiGiven",
    "BallotCancelled",
    "BallotClosed",
    "BallotSkipped",
    "BestMoveMade",
    "BonusGiven",
    "CancellationLifted",
    "CandidateStruck",
    "CardDealt",
    "CardSeen",
    "CardsShown",
    "ClaimSeen",
    "ConfirmationAsked",
    "ConfirmationClosed",
    "CopySet",
    "Corrected",
    "DayBroke",
    "Disqualified",
    "DoomVoted",
    "Event",
    "Expelled",
    "Expired",
    "Extended",
    "FoulGiven",
    "FoulPardoned",
    "Freed",
    "GameEnded",
    "HandRaised",
    "HoldSet",
    "Imprisoned",
    "JudgeVoted",
    "JudgeVotedOut",
    "Left",
    "LiftClosed",
    "LiftVoted",
    "MinuteCut",
    "MoreTimeAsked",
    "NightClosed",
    "NightFell",
    "Nominated",
    "OffenceSeen",
    "Opened",
    "OpenerMoved",
    "Passed",
    "Paused",
    "PenaltyGiven",
    "PositionSet",
    "ProtocolClosed",
    "ReadySaid",
    "ResultSettled",
    "Resumed",
    "RoleShown",
    "SeatsDrawn",
    "SecretKept",
    "SecretShown",
    "ShotsAppointed",
    "Skip",
    "StepBegan",
    "StepEnded",
    "StepName",
    "StepReleased",
    "StepRepeated",
    "Surrendered",
    "TeamLost",
    "TeamShot",
    "TieFound",
    "TimeOutEnded",
    "TimeOutTaken",
    "Told",
    "Topic",
    "Undone",
    "Verdict",
    "VoteCast",
    "VoteDropped",
    "VoteReceived",
    "VoteTaken",
    "Voted",
    "Warned",
    "Way",
    "Why",
    "WindowOpened",
    "Winner",
    "Withdrew",
    "WordLost",
]
