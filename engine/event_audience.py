"""Who may know of an event. Nothing else decides what is sent to whom."""

from typing import Literal, Never

from engine import events as ev
from engine.errors import BadEvent

TABLE: Literal["table"] = "table"
NOBODY: Literal["nobody"] = "nobody"

Audience = Literal["table", "nobody"] | tuple[int, ...]
"""Everybody, no player at all (the judge's log only), or these seats."""


def audience(event: ev.Event) -> Audience:
    """Who may know of an event: `TABLE` (everybody), `NOBODY` (only the judge's log), or a tuple of seats.

    `BadEvent` if it is no event.

    >>> audience(ev.Voted(3, 5)), audience(ev.CardDealt(3, "don")), audience(ev.SecretKept("seed:salt"))
    ('table', (3,), 'nobody')
    """
    match event:
        case ev.CardDealt() | ev.Acted() | ev.Told() | ev.VoteCast() | ev.DoomVoted():
            return (event.seat,)
        case ev.ShotsAppointed():
            return event.to
        case ev.SecretKept() | ev.ResultSettled() | ev.CopySet() | ev.TeamShot():
            return NOBODY
        case (
            ev.Opened()
            | ev.SeatsDrawn()
            | ev.PositionSet()
            | ev.DayBroke()
            | ev.OpenerMoved()
            | ev.NightFell()
            | ev.StepBegan()
            | ev.NightClosed()
            | ev.BallotSkipped()
            | ev.BallotClosed()
            | ev.WindowOpened()
            | ev.TieFound()
            | ev.LiftClosed()
            | ev.ConfirmationAsked()
            | ev.ConfirmationClosed()
            | ev.Left()
            | ev.WordLost()
            | ev.RoleShown()
            | ev.BallotCancelled()
            | ev.CancellationLifted()
            | ev.CandidateStruck()
            | ev.VoteDropped()
            | ev.Imprisoned()
            | ev.Freed()
            | ev.VoteTaken()
            | ev.AlibiGiven()
            | ev.HandRaised()
            | ev.VoteReceived()
            | ev.Acquitted()
            | ev.Extended()
            | ev.GameEnded()
            | ev.CardsShown()
            | ev.SecretShown()
            | ev.CardSeen()
            | ev.Nominated()
            | ev.Withdrew()
            | ev.Passed()
            | ev.Voted()
            | ev.ReadySaid()
            | ev.MoreTimeAsked()
            | ev.LiftVoted()
            | ev.BestMoveMade()
            | ev.TimeOutTaken()
            | ev.TimeOutEnded()
            | ev.JudgeVoted()
            | ev.JudgeVotedOut()
            | ev.Surrendered()
            | ev.Expired()
            | ev.Warned()
            | ev.FoulGiven()
            | ev.MinuteCut()
            | ev.FoulPardoned()
            | ev.Disqualified()
            | ev.TeamLost()
            | ev.Expelled()
            | ev.OffenceSeen()
            | ev.ClaimSeen()
            | ev.BonusGiven()
            | ev.PenaltyGiven()
            | ev.ProtocolClosed()
            | ev.Corrected()
            | ev.Paused()
            | ev.Resumed()
            | ev.HoldSet()
            | ev.StepReleased()
            | ev.StepEnded()
            | ev.StepRepeated()
            | ev.Undone()
        ):
            return TABLE
        case _:
            unknown: Never = event  # a new event without an audience does not pass mypy
            raise BadEvent(f"not an event: {unknown!r}")
