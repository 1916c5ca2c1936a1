"""Minutes in turn, and the nominations made in them (S0 4.3-4.4.4, S3 4.3, S4 3.3).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.events import CandidateStruck, Nominated, OpenerMoved, Passed, StepBegan, StepName, Withdrew
from engine.game import Game
from engine.legal_moves import Move
from engine.options import Nominations, Options
from engine.rules import Step
from engine.speech_length import speech_length
from engine.state import SeatView
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
SPEECH_STEP = StepName.SPEECH
LAST = Nominations.LAST


def has_the_floor(view: SeatView) -> Reason | None:
    return None if view.table.speaker == view.me.seat else Reason.NOT_YOUR_TURN


def speaks(view: SeatView) -> bool:
    return view.table.speaker == view.me.seat


def _open(game: Game) -> None:
    """Begins the first speech of a day; the next day's order depends on it (S0 4.3.2, S3 4.3.2, S4 3.3.3)."""
    table = game.table
    if table.opener not in table.alive:
        game.emit(OpenerMoved(table.next_living(table.opener)))
    _give_floor(game, table.opener)


def _give_floor(game: Game, seat: int) -> None:
    silent, seconds = speech_length(game.table, seat)
    game.emit(StepBegan(SPEECH_STEP, seconds, seat, silent))


def _next(game: Game) -> None:
    following = game.table.next_speaker()
    if following:
        _give_floor(game, following)
    else:
        game.go(StepName.BALLOT)


def _pass(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    _next(game)


def _may_nominate(view: SeatView) -> Reason | None:
    table, me = view.table, view.me.seat
    if table.speaker != me:
        return Reason.NOT_YOUR_TURN
    if table.no_ballot_today:
        return Reason.NOT_ALLOWED
    if table.rules.options.nominations is not LAST and _own_nomination(view):
        return Reason.ALREADY_DONE  # S0 4.4.4, S3 4.3.9, S4 3.3.8
    return None


def _own_nomination(view: SeatView) -> int:
    me = view.me.seat
    for by, target in view.table.nominations:
        if by == me:
            return target
    return 0


def _may_be_nominated(view: SeatView) -> tuple[int, ...]:
    table = view.table
    excluded = table.candidates + table.alibis
    return tuple([seat for seat in table.alive if seat not in excluded]) if excluded else table.alive


def why_not_nominated(view: SeatView, seat: int) -> Reason:
    return Reason.ALREADY_NOMINATED if seat in view.table.candidates else Reason.BAD_TARGET


def nominate(game: Game, command: Command) -> None:
    game.emit(Nominated(command.actor, command.seats[0]))


def order_of_nominations(options: Options, named: tuple[int, ...]) -> tuple[int, ...]:
    """Returns seats named at once in the order in which they are tried; the first possible one is nominated.

    Only the first counts (S0 4.4.4), the first new one (S3 4.3.7, S4 3.3.8), or the last possible one (S1).
    """
    match options.nominations:
        case Nominations.FIRST:
            return named[:1]
        case Nominations.FIRST_NEW:
            return named
        case Nominations.LAST:
            return named[::-1]


def which_counts(view: SeatView, named: tuple[int, ...]) -> int:
    """Returns which of several seats named at once is nominated; the first of them if none is possible."""
    possible = _may_be_nominated(view)
    order = order_of_nominations(view.table.rules.options, named)
    return next((seat for seat in order if seat in possible), named[0])


def _may_withdraw(view: SeatView) -> Reason | None:
    return has_the_floor(view) or _has_nominated(view)


def _has_nominated(view: SeatView) -> Reason | None:
    return None if _own_nomination(view) else Reason.BAD_TARGET


def _withdraw(game: Game, command: Command) -> None:
    game.emit(Withdrew(command.actor, _own_nomination(game.state.views[command.actor])))


def _seat_gone(game: Game, seat: int) -> None:
    if seat in game.table.candidates and not game.table.rules.ruleset.removal_cancels_ballot:
        game.emit(CandidateStruck(seat))
    if seat == game.table.speaker:
        _next(game)


def _withdrawing_allowed(options: Options) -> bool:
    return options.withdraw


WITHDRAW_ANY_TIME = Move(Verb.WITHDRAW, _withdraw, _has_nominated, switched_on=_withdrawing_allowed)
"""The move to withdraw a nomination in a free discussion, where nobody has the floor."""

SPEECH = Step(
    name=StepName.SPEECH,
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
        Move(Verb.WITHDRAW, _withdraw, _may_withdraw, switched_on=_withdrawing_allowed),
        Move(Verb.PASS, _pass, has_the_floor),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open,
    expire=_next,
    awaits=speaks,
    complete=_next,
    leads_to=frozenset({StepName.SPEECH, StepName.BALLOT, StepName.LAST_WORD, StepName.NIGHT}),
    reads=frozenset(
        {"speech", "silenced_window", "nominations", "withdraw", "show_candidates", "time_outs", "surrender"}
    ),
    seat_gone=_seat_gone,
)
