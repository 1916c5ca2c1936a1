"""The last word of those who leave, and the first victim's best move.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.daybreak_and_nightfall import begin_day, last_words_then_on
from engine.events import BestMoveMade, Passed, StepBegan, StepName
from engine.game import Game
from engine.legal_moves import Move
from engine.options import BestMoveTime
from engine.rules import Step
from engine.state import SeatView
from engine.steps.speech import has_the_floor, speaks
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT
from engine.table import Table

NAMED_AT_MOST = 3


def may_name(table: Table) -> tuple[int, ...]:
    """Returns the victims of the first shooting night who may make a best move."""
    if table.left_on_day(1) >= 2 and not table.rules.ruleset.best_move_if_two_left:
        return ()  # S3 6.5.9, S4 3.5.9
    forfeited = table.claimed if table.rules.options.claim_forfeits_best_move else ()
    return tuple(seat for seat in table.may_name if seat not in table.disqualified and seat not in forfeited)


def claim_costs(table: Table, seat: int) -> bool:
    """Whether this player may still get a best move and would lose it by a claim (S1 best move)."""
    options = table.rules.options
    in_word = options.best_move_time is BestMoveTime.LAST_WORD
    never = options.best_move_time is BestMoveTime.NEVER or (in_word and not options.last_words)
    if not options.claim_forfeits_best_move or never:
        return False
    if seat in table.claimed or seat in table.best_moves:
        return False
    if not table.night:
        return seat in table.alive
    return in_word and seat in may_name(table)


def _open_word(game: Game) -> None:
    game.emit(StepBegan(StepName.LAST_WORD, game.table.rules.options.last_word, game.table.words[0]))


def _pass(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    last_words_then_on(game)


def _gone_from_word(game: Game, seat: int) -> None:
    if seat == game.table.speaker:
        last_words_then_on(game)


def _may_name_in_word(view: SeatView) -> Reason | None:
    table = view.table
    if table.rules.options.best_move_time is BestMoveTime.NIGHT:
        return Reason.WRONG_STEP
    if table.rules.options.best_move_time is BestMoveTime.NEVER:
        return Reason.NOT_ALLOWED
    me = view.me.seat
    if table.speaker != me:
        return Reason.NOT_YOUR_TURN
    if me not in may_name(table):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if me in table.best_moves else None


def _others(view: SeatView) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, view.table.size + 1) if seat != view.me.seat)


def _name_in_word(game: Game, command: Command) -> None:
    game.emit(BestMoveMade(command.actor, command.seats))


LAST_WORD = Step(
    name=StepName.LAST_WORD,
    moves=(
        Move(Verb.BEST_MOVE, _name_in_word, _may_name_in_word, seats=_others, least=1, most=NAMED_AT_MOST),
        Move(Verb.PASS, _pass, has_the_floor),
        TIME_OUT,
        SURRENDER,
    ),
    open=_open_word,
    expire=last_words_then_on,
    awaits=speaks,
    complete=last_words_then_on,
    leads_to=frozenset({StepName.LAST_WORD, StepName.SPEECH, StepName.NIGHT}),
    reads=frozenset(
        {"last_word", "last_words", "best_move_time", "last_word_when_decided", "claim_forfeits_best_move"}
    ),
    seat_gone=_gone_from_word,
)


def _open_best_move(game: Game) -> None:
    """Asks the next victim for a best move, in the order of the seats; after the last one begins the day."""
    table = game.table
    asked_last = table.speaker if table.step is StepName.BEST_MOVE else 0
    at_night = table.rules.options.best_move_time is BestMoveTime.NIGHT
    victim = next((seat for seat in may_name(table) if at_night and seat > asked_last), 0)
    if victim:
        game.emit(StepBegan(StepName.BEST_MOVE, table.rules.options.best_move, victim))
    else:
        begin_day(game)


def _name(game: Game, command: Command) -> None:
    game.emit(BestMoveMade(command.actor, command.seats))
    _open_best_move(game)


def _name_nobody(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    _open_best_move(game)


def _gone_from_best_move(game: Game, seat: int) -> None:
    if seat == game.table.speaker:
        _open_best_move(game)


BEST_MOVE = Step(
    name=StepName.BEST_MOVE,
    moves=(
        Move(Verb.BEST_MOVE, _name, has_the_floor, seats=_others, least=1, most=NAMED_AT_MOST),
        Move(Verb.PASS, _name_nobody, has_the_floor),
        SURRENDER,
    ),
    open=_open_best_move,
    expire=_open_best_move,
    awaits=speaks,
    complete=_open_best_move,
    leads_to=frozenset({StepName.BEST_MOVE, StepName.LAST_WORD, StepName.SPEECH}),
    reads=frozenset({"best_move", "best_move_time"}),
    seat_gone=_gone_from_best_move,
)
