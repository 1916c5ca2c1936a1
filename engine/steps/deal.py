"""The deal: the step ends when everybody has seen the own card (S0 4.1, S3 4.1, S4 3.1).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.events import CardSeen, StepBegan, StepName
from engine.game import Game
from engine.legal_moves import Move
from engine.rules import Step
from engine.state import SeatView
from engine.steps.time_out_and_surrender import SURRENDER


def _open(game: Game) -> None:
    game.emit(StepBegan(StepName.DEAL, game.table.rules.options.deal))


def _may_see(view: SeatView) -> Reason | None:
    return Reason.ALREADY_DONE if view.me.seat in view.table.seen else None


def _awaits(view: SeatView) -> bool:
    return view.me.seat not in view.table.seen


def _see(game: Game, command: Command) -> None:
    game.emit(CardSeen(command.actor))


def _lead_on(game: Game) -> None:
    game.go(StepName.MEET)


def _seat_gone(game: Game, _: int) -> None:
    game.complete_if_all_have_answered()


DEAL = Step(
    name=StepName.DEAL,
    moves=(Move(Verb.SEEN, _see, _may_see, answers=True), SURRENDER),
    open=_open,
    expire=_lead_on,
    awaits=_awaits,
    complete=_lead_on,
    seat_gone=_seat_gone,
    leads_to=frozenset({StepName.MEET}),
    reads=frozenset({"deal", "surrender"}),
)
