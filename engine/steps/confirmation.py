"""Confirmation: whoever has the most votes is put to a yes or no before leaving, where the table wants it.

No document has it. More yes than no of those who answer condemns; a tie keeps the seat, and so does silence.
"""

from collections.abc import Callable, Sequence

from engine.commands import NO, YES, Reason, Verb
from engine.daybreak_and_nightfall import begin_night
from engine.events import ConfirmationAsked, ConfirmationClosed, StepBegan, StepName, Verdict, VoteDropped
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.copied_votes import copied
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT
from engine.steps.votes import (
    OPEN,
    answers_given,
    has_answered,
    is_to_answer,
    may_answer,
    say_yes_or_no,
    shown_at_close,
)

Condemn = Callable[[Game, int, Sequence[int]], None]
"""What a rule set does with one who is condemned by these votes."""


def ask_for_confirmation(game: Game, seat: int) -> None:
    """Puts a seat to the question; with nobody who may answer it stays, and the table hears why."""
    game.emit(ConfirmationAsked(seat))
    game.go(StepName.CONFIRMATION)


def _open(game: Game) -> None:
    table = game.table
    if all(map(table.barred, table.alive)):
        _stays(game, Verdict.NOBODY)
    else:
        game.emit(StepBegan(StepName.CONFIRMATION, table.rules.options.ballot_window))


def _stays(game: Game, why: Verdict) -> None:
    game.emit(ConfirmationClosed(game.table.condemned, why))
    begin_night(game)


def _counted(game: Game) -> dict[int, int]:
    """Returns the answers as they count: that of the swindler's victim is replaced by the swindler's (S2)."""
    answers = answers_given(game.state)
    given = answers.copy()
    for seat, by in copied(game.state):
        answers.pop(seat, None)
        if by in given:
            answers[seat] = given[by]
    return answers


def verdict_of(yes: int, no: int) -> Verdict:
    """What so many answers come to."""
    if not yes and not no:
        return Verdict.NOBODY
    if yes == no:
        return Verdict.TIED
    return Verdict.CONFIRMED if yes > no else Verdict.REFUSED


def _not_a_seat(_: SeatView, __: int) -> Reason:
    return Reason.BAD_VALUE


def confirmation_step(condemn: Condemn, cancel: Callable[[Game], None], leads_to: frozenset[StepName]) -> Step:
    """Returns the step of a rule set. `cancel` ends the ballot where a removal does so (S0 7.1, S3 6.5.1)."""

    def count(game: Game) -> None:
        table = game.table
        answers = _counted(game)
        yes = sum(answers.values())
        no = len(answers) - yes
        verdict = verdict_of(yes, no)
        cast = () if table.rules.options.ballot_secrecy is OPEN else shown_at_close(table, answers)
        game.emit(ConfirmationClosed(table.condemned, verdict, yes, no, cast))
        if verdict is Verdict.CONFIRMED:
            condemn(game, table.condemned, [seat for seat, said in answers.items() if said == YES])
        else:
            begin_night(game)

    def seat_gone(game: Game, seat: int) -> None:
        if game.table.rules.ruleset.removal_cancels_ballot:
            cancel(game)
        elif seat == game.table.condemned:
            _stays(game, Verdict.GONE)
        else:
            if has_answered(game.state.views[seat]):
                game.emit(VoteDropped(seat))
            game.complete_if_all_have_answered()

    return Step(
        name=StepName.CONFIRMATION,
        moves=(
            Move(Verb.VOTE, say_yes_or_no, may_answer, values=(YES, NO), wrong_seat=_not_a_seat, answers=True),
            TIME_OUT,
            SURRENDER,
        ),
        open=_open,
        expire=count,
        awaits=is_to_answer,
        complete=count,
        leads_to=leads_to,
        reads=frozenset({"confirmation", "ballot_window", "ballot_secrecy", "change_vote"}),
        seat_gone=seat_gone,
    )
