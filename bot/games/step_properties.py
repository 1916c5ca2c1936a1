"""Properties of steps: which have public buttons, who is asked in private, what their last message tells."""

from collections.abc import Callable, Mapping

from engine.commands import Verb
from engine.events import BallotClosed, ConfirmationClosed, Event, LiftClosed, StepName
from engine.legal_moves import legal
from engine.state import SeatView
from engine.table import Table

VOTES = frozenset({StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT, StepName.CONFIRMATION})
"""Steps in which everybody votes at the same time; they are announced."""

PUBLIC_STAGES = frozenset(
    {
        *(StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.DISCUSSION),
        *VOTES,
    }
)
"""Steps in which the message in the group has buttons for a move."""


def is_looked_for(table: Table) -> bool:
    """Is it found out in the middle of the running step whether people have deleted its keys? Nobody can vote in
    words. Elsewhere the next act finds out; in a ballot of several windows the next window does."""
    if table.step not in VOTES or table.time_out_by:
        return False
    return table.step in (StepName.LIFT_BALLOT, StepName.CONFIRMATION) or not table.rules.one_after_another


def _lives(view: SeatView) -> bool:
    return view.me.seat in view.table.alive


def _names_three(view: SeatView) -> bool:
    return any(offer.verb is Verb.BEST_MOVE for offer in legal(view))


PRIVATE_STAGES: Mapping[StepName, Callable[[SeatView], bool]] = {
    StepName.NIGHT: _lives,
    StepName.MEET: _lives,
    StepName.BEST_MOVE: _names_three,
    StepName.LAST_WORD: _names_three,
}
"""Steps with private prompts, and a test of who gets one. At night and in the meeting all living players get one
at the same moment, so that a notification reveals no card."""


RESULTS: Mapping[StepName, type] = {
    StepName.BALLOT: BallotClosed,
    StepName.TIE_BALLOT: BallotClosed,
    StepName.LIFT_BALLOT: LiftClosed,
    StepName.CONFIRMATION: ConfirmationClosed,
}
"""The event that the message of a step tells when it is over; all others are told by the next message."""


def told_by_closing(ended: Table | None, event: Event) -> bool:
    """Returns whether the last edit of the message of the step that was running tells this event."""
    return ended is not None and isinstance(event, RESULTS.get(ended.step, ()))
