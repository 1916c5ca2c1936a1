"""After a tie: a speech of each of the tied, before they are voted on again.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Verb
from engine.events import Passed, Skip, StepBegan, StepName
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.steps.ballot import seat_gone as ballot_seat_gone
from engine.steps.ballot import skip_ballot, strike
from engine.steps.speech import has_the_floor, speaks
from engine.steps.time_out_and_surrender import SURRENDER, TIME_OUT


def _open(game: Game) -> None:
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


def _seat_gone(game: Game, seat: int) -> None:
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


def _pass(game: Game, command: Command) -> None:
    game.emit(Passed(command.actor))
    _next(game)


TIE_SPEECH = Step(
    name=StepName.TIE_SPEECH,
    moves=(Move(Verb.PASS, _pass, has_the_floor), TIME_OUT, SURRENDER),
    open=_open,
    expire=_next,
    awaits=speaks,
    complete=_next,
    leads_to=frozenset({StepName.TIE_SPEECH, StepName.TIE_BALLOT, StepName.NIGHT}),
    reads=frozenset({"tie_speech"}),
    seat_gone=_seat_gone,
)
