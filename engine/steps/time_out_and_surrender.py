"""Moves that are not bound to one step: time-outs and giving up.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import NO, YES, Command, Reason, Verb
from engine.ending import end
from engine.events import JudgeVoted, JudgeVotedOut, Surrendered, TimeOutEnded, TimeOutTaken, Why
from engine.fouls import opponent_of, remove
from engine.game import Game
from engine.legal_moves import Move
from engine.options import Options
from engine.roles import Side
from engine.state import SeatView


def _may_take_time_out(view: SeatView) -> Reason | None:
    table = view.table
    if table.time_outs_used[view.me.seat] >= table.rules.options.time_outs:
        return Reason.NOT_ALLOWED
    return None


def _take_time_out(game: Game, command: Command) -> None:
    game.emit(TimeOutTaken(command.actor))


def _time_outs(options: Options) -> bool:
    return options.time_outs > 0


TIME_OUT = Move(Verb.TIME_OUT, _take_time_out, _may_take_time_out, switched_on=_time_outs)


def _may_end_time_out(view: SeatView) -> Reason | None:
    return None if view.table.time_out_by == view.me.seat else Reason.NOT_ALLOWED


def _end_time_out(game: Game, command: Command) -> None:
    game.emit(TimeOutEnded(command.actor))


def _may_vote_on_judge(view: SeatView) -> Reason | None:
    return Reason.ALREADY_DONE if view.me.seat in view.table.judge_votes else None


def _no_play(_: SeatView, __: int) -> Reason:
    return Reason.WRONG_STEP  # a vote against a seat belongs to the interrupted ballot


def _vote_on_judge(game: Game, command: Command) -> None:
    """Counts a vote for another judge, possible in a time-out (S4); more than half of the living decide."""
    table = game.table
    game.emit(JudgeVoted(command.actor, command.value == YES))
    yes = sum(table.judge_votes.values())
    if command.value == YES and (yes - 1) * 2 <= len(table.alive) < yes * 2:
        game.emit(JudgeVotedOut(yes))


IN_TIME_OUT = (
    Move(Verb.READY, _end_time_out, _may_end_time_out),
    Move(Verb.VOTE, _vote_on_judge, _may_vote_on_judge, values=(YES, NO), wrong_seat=_no_play),
)
"""All moves that are possible in a time-out."""


def _surrender_allowed(options: Options) -> bool:
    return options.surrender


def _surrender(game: Game, command: Command) -> None:
    """Ends the game against the team of a black who gives up; any other player who does so is removed (S1)."""
    seat = command.actor
    game.emit(Surrendered(seat))
    side = game.state.side(seat)
    if side in (Side.BLACK, Side.MAFIA, Side.YAKUZA) and game.state.settled is None:
        end(game, opponent_of(side), Why.SURRENDER)
    else:
        remove(game, seat)


SURRENDER = Move(Verb.SURRENDER, _surrender, switched_on=_surrender_allowed)
