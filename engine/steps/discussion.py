"""Free talk of the whole table, with nominations at any time (S2).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_night
from engine.events import (
    BallotSkipped,
    CandidateStruck,
    Extended,
    MoreTimeAsked,
    ReadySaid,
    Skip,
    StepBegan,
    StepName,
)
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.speech import WITHDRAW_ANY_TIME, nominate, why_not_nominated
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT

EXTENSION = 60


def _open(game: Game) -> None:
    options = game.table.rules.options
    seconds = options.second_discussion if game.table.acquitted else options.discussion
    game.emit(StepBegan(StepName.DISCUSSION, seconds))


def _lead_on(game: Game) -> None:
    if game.table.no_ballot_today:
        game.emit(BallotSkipped(Skip.DAY_ONE))
        begin_night(game)
    elif game.table.candidates:
        game.go(StepName.BALLOT)
    else:
        game.emit(BallotSkipped(Skip.NOBODY))
        begin_night(game)


def _may_nominate(view: SeatView) -> Reason | None:
    if view.table.no_ballot_today:
        return Reason.NOT_ALLOWED
    me = view.me.seat
    return Reason.ALREADY_DONE if any(by == me for by, _ in view.table.nominations) else None


def _may_be_nominated(view: SeatView) -> tuple[int, ...]:
    table = view.table
    excluded = table.candidates + table.voted_on + table.alibis
    return tuple([seat for seat in table.alive if seat not in excluded])


def _awaits(view: SeatView) -> bool:
    return view.me.seat not in view.table.ready


def _may_be_ready(view: SeatView) -> Reason | None:
    return Reason.ALREADY_DONE if view.me.seat in view.table.ready else None


def _say_ready(game: Game, command: Command) -> None:
    game.emit(ReadySaid(command.actor))


def _may_ask_for_time(view: SeatView) -> Reason | None:
    return Reason.ALREADY_DONE if view.me.seat in view.table.extend_asked else None


def _ask_for_time(game: Game, command: Command) -> None:
    game.emit(MoreTimeAsked(command.actor))
    if len(game.table.extend_asked) * 2 > len(game.table.alive):
        game.emit(Extended(EXTENSION))


def _seat_gone(game: Game, seat: int) -> None:
    if seat in game.table.candidates:
        game.emit(CandidateStruck(seat))
    game.complete_if_all_have_answered()


DISCUSSION = Step(
    name=StepName.DISCUSSION,
    moves=(
        Move(
            Verb.NOMINATE,
            nominate,
            _may_nominate,
            seats=_may_be_nominated,
            least=1,
            most=1,
            wrong_seat=why_not_nominated,
        ),
        WITHDRAW_ANY_TIME,
        Move(Verb.READY, _say_ready, _may_be_ready, answers=True),
        Move(Verb.EXTEND, _ask_for_time, _may_ask_for_time),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open,
    expire=_lead_on,
    awaits=_awaits,
    complete=_lead_on,
    seat_gone=_seat_gone,
    leads_to=frozenset({StepName.BALLOT, StepName.NIGHT}),
    reads=frozenset(
        {
            *("discussion", "second_discussion", "first_day_ballot", "show_candidates", "withdraw"),
            *("time_outs", "surrender"),
        }
    ),
)
