"""What the judge can undo: which acts, how many in a row, and which later acts make them final."""

from engine.events import (
    Acted,
    BestMoveMade,
    BonusGiven,
    CardSeen,
    ClaimSeen,
    Corrected,
    Disqualified,
    DoomVoted,
    Expelled,
    Expired,
    FoulGiven,
    FoulPardoned,
    HoldSet,
    JudgeVoted,
    LiftVoted,
    MoreTimeAsked,
    Nominated,
    OffenceSeen,
    Passed,
    Paused,
    PenaltyGiven,
    ProtocolClosed,
    ReadySaid,
    Resumed,
    ShotsAppointed,
    StepEnded,
    StepReleased,
    StepRepeated,
    Surrendered,
    TeamLost,
    TimeOutEnded,
    TimeOutTaken,
    VoteCast,
    Voted,
    Warned,
    Withdrew,
)

UNDONE_AT_MOST = 30
"""So many of the judge's acts in a row can be taken back."""

CAN_BE_UNDONE: frozenset[type] = frozenset(
    {Warned, FoulGiven, FoulPardoned, Disqualified, TeamLost, BonusGiven, PenaltyGiven}
)
"""Acts of the judge that `undo` takes back."""

END_UNDO: frozenset[type] = frozenset(
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
        ProtocolClosed,
        Corrected,
        Expelled,
    }
)
"""Acts that make all earlier acts of the judge final: they can no longer be undone."""
