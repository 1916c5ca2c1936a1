"""What the judge gives and takes after the end: bonuses and penalties, the closed protocol, and corrections of it.

What the bonuses and penalties of each document are, is in `engine.points`.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason, Verb
from engine.events import BonusGiven, Corrected, PenaltyGiven, ProtocolClosed
from engine.fouls import one_line
from engine.game import Game
from engine.points import why_no_bonus, why_no_penalty
from engine.state import State

POINTS = (Verb.BONUS, Verb.PENALTY)
ONLY_AFTER_THE_END = (*POINTS, Verb.CLOSE, Verb.CORRECT)
MOST_CORRECTED = 300
"""Hundredths of a point, either way."""


def why_no_points(state: State, command: Command, seat: int) -> Reason | None:
    """Of a bonus, a penalty or a correction. When the protocol is closed, only a correction changes it."""
    value = command.value
    if command.verb is Verb.CORRECT:
        reasoned = value is not None and abs(value) <= MOST_CORRECTED and one_line(command.note)
        return None if reasoned else Reason.BAD_VALUE
    if state.table.closed:
        return Reason.NOT_ALLOWED
    if value is None:
        return Reason.BAD_VALUE
    if command.verb is Verb.BONUS:
        return why_no_bonus(state, seat, value, command.consent)
    return why_no_penalty(state, value, command.note, command.consent)


def give_bonus(game: Game, command: Command) -> None:
    game.emit(BonusGiven(command.seats[0], command.value or 0, command.consent))


def give_penalty(game: Game, command: Command) -> None:
    seat, points = command.seats[0], command.value or 0
    game.emit(PenaltyGiven(seat, points, one_line(command.note), command.consent))


def close_protocol(game: Game, _: Command) -> None:
    game.emit(ProtocolClosed())


def correct(game: Game, command: Command) -> None:
    game.emit(Corrected(command.seats[0], command.value or 0, one_line(command.note)))
