"""When the tied are tied again: the vote on whether all of them leave.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import NO, YES, Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_night, last_words_then_on
from engine.ending import leave
from engine.events import LiftClosed, LiftVoted, Skip, StepBegan, StepName, VoteDropped, Way
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.ballot import seat_gone as ballot_seat_gone
from engine.steps.ballot import skip_ballot, strike
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT


def _open(game: Game) -> None:
    table = game.table
    rules = table.rules
    if len(table.candidates) == len(table.alive) and not rules.ruleset.lift_everybody:
        begin_night(game)  # S0 7.9, S3 6.5.7: nobody would be left
    else:
        game.emit(StepBegan(StepName.LIFT_BALLOT, rules.options.lift_window))


def _may_answer(view: SeatView) -> Reason | None:
    if view.table.barred(view.me.seat):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if view.me.seat in view.table.lift_votes else None


def _awaits(view: SeatView) -> bool:
    return view.me.seat not in view.table.lift_votes and not view.table.barred(view.me.seat)


def _not_a_seat(_: SeatView, __: int) -> Reason:
    return Reason.BAD_VALUE


def _answer(game: Game, command: Command) -> None:
    game.emit(LiftVoted(command.actor, command.value == YES))


def _count(game: Game) -> None:
    table = game.table
    yes = sum(table.lift_votes.values())
    passed = yes * 2 > len(table.alive)  # no answer counts as a no
    game.emit(LiftClosed(yes, passed))
    if not passed:
        begin_night(game)
    elif not leave(game, table.candidates, Way.LIFTED):
        last_words_then_on(game)


def _seat_gone(game: Game, seat: int) -> None:
    table = game.table
    if table.rules.ruleset.removal_cancels_ballot:
        ballot_seat_gone(game, seat)
        return
    if seat in table.lift_votes:
        game.emit(VoteDropped(seat))
    strike(game, seat)
    if not table.candidates:
        skip_ballot(game, Skip.STRUCK)
    else:
        game.complete_if_all_have_answered()


LIFT_BALLOT = Step(
    name=StepName.LIFT_BALLOT,
    moves=(
        Move(Verb.VOTE, _answer, _may_answer, values=(YES, NO), wrong_seat=_not_a_seat, answers=True),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open,
    expire=_count,
    awaits=_awaits,
    complete=_count,
    leads_to=frozenset({StepName.LAST_WORD, StepName.NIGHT}),
    reads=frozenset({"lift_window"}),
    seat_gone=_seat_gone,
)
