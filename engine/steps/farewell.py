"""What is left to those who leave: the last word and the first victim's best move."""

from engine.commands import Command, Reason, Verb
from engine.day import begin_day, last_words_then_on
from engine.events import BestMoveMade, Passed, StepBegan, StepName
from engine.game import Game
from engine.moves import Move
from engine.options import BestMoveTime
from engine.rules import Step
from engine.state import SeatView
from engine.steps.anytime import SURRENDER, TIME_OUT
from engine.steps.speech import has_the_floor, speaks
from engine.table import Table

NAMED_AT_MOST = 3


def may_name(table: Table) -> int:
    """The victim of the first shooting night who may name three; 0 if nobody may."""
    seat = table.may_name
    if seat in table.disqualified or (table.rules.options.claim_forfeits_best_move and seat in table.claimed):
        return 0
    if table.left_on_day(1) >= 2 and not table.rules.ruleset.best_move_if_two_left:
        return 0  # S3 6.5.9, S4 3.5.9
    return seat


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
    if may_name(table) != view.me.seat:
        return Reason.NOT_ALLOWED if table.speaker == view.me.seat else Reason.NOT_YOUR_TURN
    return Reason.ALREADY_DONE if table.best_move else None


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
    reads=frozenset({"last_word", "best_move_time", "last_word_when_decided", "claim_forfeits_best_move"}),
    seat_gone=_gone_from_word,
)


def _open_best_move(game: Game) -> None:
    table = game.table
    victim = may_name(table)
    if victim and table.rules.options.best_move_time is BestMoveTime.NIGHT:
        game.emit(StepBegan(StepName.BEST_MOVE, table.rules.options.best_move, victim))
    else:
        begin_day(game)


def _name(game: Game, command: Command) -> None:
    game.emit(BestMoveMade(command.actor, command.seats))
    begin_day(game)


def _name_nobody(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    begin_day(game)


def _gone_from_best_move(game: Game, seat: int) -> None:
    if seat == game.table.speaker:
        begin_day(game)


BEST_MOVE = Step(
    name=StepName.BEST_MOVE,
    moves=(
        Move(Verb.BEST_MOVE, _name, has_the_floor, seats=_others, least=1, most=NAMED_AT_MOST),
        Move(Verb.PASS, _name_nobody, has_the_floor),
        SURRENDER,
    ),
    open=_open_best_move,
    expire=begin_day,
    awaits=speaks,
    complete=begin_day,
    leads_to=frozenset({StepName.LAST_WORD, StepName.SPEECH}),
    reads=frozenset({"best_move", "best_move_time"}),
    seat_gone=_gone_from_best_move,
)
