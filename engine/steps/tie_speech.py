"""After a tie: a speech of each of the tied, and the vote on whether all of them leave.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import NO, YES, Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_night, last_words_then_on
from engine.ending import leave
from engine.events import LiftClosed, LiftVoted, Passed, Skip, StepBegan, StepName, VoteDropped, Way
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.ballot import seat_gone as ballot_seat_gone
from engine.steps.ballot import skip_ballot, strike
from engine.steps.speech import has_the_floor, speaks
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT


def _open_speeches(game: Game) -> None:
    _give_floor(game, game.table.candidates[0])


def _give_floor(game: Game, seat: int) -> None:
    # Three fouls do not silence anyone here (S0 7.5, S3 6.5.4).
    game.emit(StepBegan(StepName.TIE_SPEECH, game.table.rules.options.tie_speech, seat))


def _next(game: Game) -> None:
    tied = game.table.candidates
    following = tied.index(game.table.speaker) + 1
    if following < len(tied):
        _give_floor(game, tied[following])
    else:
        game.go(StepName.TIE_BALLOT)


def _gone_from_speeches(game: Game, seat: int) -> None:
    table = game.table
    if table.rules.ruleset.removal_cancels_ballot:
        ballot_seat_gone(game, seat)
        return
    speaking, place = seat == table.speaker, table.candidates.index(seat) if seat in table.candidates else 0
    strike(game, seat)
    if not table.candidates:
        skip_ballot(game, Skip.STRUCK)
    elif speaking and place < len(table.candidates):
        _give_floor(game, table.candidates[place])
    elif speaking:
        game.go(StepName.TIE_BALLOT)


def _gone_from_lift(game: Game, seat: int) -> None:
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


def _pass(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    _next(game)


TIE_SPEECH = Step(
    name=StepName.TIE_SPEECH,
    moves=(Move(Verb.PASS, _pass, has_the_floor), TIME_OUT, SURRENDER),
    open=_open_speeches,
    expire=_next,
    awaits=speaks,
    complete=_next,
    leads_to=frozenset({StepName.TIE_SPEECH, StepName.TIE_BALLOT, StepName.NIGHT}),
    reads=frozenset({"tie_speech"}),
    seat_gone=_gone_from_speeches,
)


def _open_lift(game: Game) -> None:
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


LIFT_BALLOT = Step(
    name=StepName.LIFT_BALLOT,
    moves=(
        Move(Verb.VOTE, _answer, _may_answer, values=(YES, NO), wrong_seat=_not_a_seat, answers=True),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open_lift,
    expire=_count,
    awaits=_awaits,
    complete=_count,
    leads_to=frozenset({StepName.LAST_WORD, StepName.NIGHT}),
    reads=frozenset({"lift_window"}),
    seat_gone=_gone_from_lift,
)
