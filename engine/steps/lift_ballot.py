"""When the tied are tied again: the vote on whether all of them leave.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import NO, YES, Reason, Verb
from engine.daybreak_and_nightfall import begin_night, last_words_then_on
from engine.ending import leave
from engine.events import LiftClosed, Skip, StepBegan, StepName, VoteDropped, Way
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.ballot import seat_gone as ballot_seat_gone
from engine.steps.ballot import skip_ballot, strike
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


def _open(game: Game) -> None:
    table = game.table
    rules = table.rules
    if len(table.candidates) == len(table.alive) and not rules.ruleset.lift_everybody:
        begin_night(game)  # S0 7.9, S3 6.5.7: nobody would be left
    else:
        game.emit(StepBegan(StepName.LIFT_BALLOT, rules.options.lift_window))


def _not_a_seat(_: SeatView, __: int) -> Reason:
    return Reason.BAD_VALUE


def _count(game: Game) -> None:
    table = game.table
    answers = answers_given(game.state)
    yes = sum(answers.values())
    passed = yes * 2 > len(table.alive)  # no answer counts as a no
    cast = () if table.rules.options.ballot_secrecy is OPEN else shown_at_close(table, answers)
    game.emit(LiftClosed(yes, passed, cast))
    if not passed:
        begin_night(game)
    elif not leave(game, table.candidates, Way.LIFTED):
        last_words_then_on(game)


def _seat_gone(game: Game, seat: int) -> None:
    table = game.table
    if table.rules.ruleset.removal_cancels_ballot:
        ballot_seat_gone(game, seat)
        return
    if has_answered(game.state.views[seat]):
        game.emit(VoteDropped(seat))
    strike(game, seat)
    if not table.candidates:
        skip_ballot(game, Skip.STRUCK)
    else:
        game.complete_if_all_have_answered()


LIFT_BALLOT = Step(
    name=StepName.LIFT_BALLOT,
    moves=(
        Move(Verb.VOTE, say_yes_or_no, may_answer, values=(YES, NO), wrong_seat=_not_a_seat, answers=True),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open,
    expire=_count,
    awaits=is_to_answer,
    complete=_count,
    leads_to=frozenset({StepName.LAST_WORD, StepName.NIGHT}),
    reads=frozenset({"lift_window", "ballot_secrecy", "change_vote"}),
    seat_gone=_seat_gone,
)
