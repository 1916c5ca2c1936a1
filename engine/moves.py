"""What a seat may do now: one declaration of each move serves the keyboard, the verifier and the stand-ins."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.commands import Command, Reason, Verb
from engine.events import StepName
from engine.options import Options
from engine.roles import Role
from engine.state import SeatView

if TYPE_CHECKING:
    from engine.game import Game

Seats = tuple[int, ...]

OUT_VERBS = (Verb.PASS, Verb.BEST_MOVE)
"""What one who has left may still say, with the last word or the best move."""
ORDER = tuple(Reason)


def always_on(_: Options) -> bool:
    return True


def any_role(_: Role) -> bool:
    return True


def anybody(_: SeatView) -> Reason | None:
    return None


def no_seats(_: SeatView) -> Seats:
    return ()


def bad_target(_: SeatView, __: int) -> Reason:
    return Reason.BAD_TARGET


@dataclass(frozen=True, slots=True)
class Move:
    """A verb within a step: who may, at whom, and what it does."""

    verb: Verb
    do: "Callable[[Game, Command], None]"
    entitled: Callable[[SeatView], Reason | None] = anybody
    """Why this seat may not now, as far as it can know; None if it may."""
    seats: Callable[[SeatView], Seats] = no_seats
    """Whom it may name, `least` to `most` of them."""
    least: int = 0
    most: int = 0
    values: tuple[int, ...] = ()
    """For a move that answers a question instead of naming seats."""
    wrong_seat: Callable[[SeatView, int], Reason] = bad_target
    given_to: Callable[[Role], bool] = any_role
    switched_on: Callable[[Options], bool] = always_on
    answers: bool = False
    """The step may be complete after it."""


class Offer(NamedTuple):
    """A legal move as a set: this verb with `least` to `most` different seats of `seats`, or one of `values`."""

    verb: Verb
    seats: Seats = ()
    least: int = 0
    most: int = 0
    values: tuple[int, ...] = ()

    def allows(self, command: Command) -> bool:
        chosen = command.seats
        return (
            command.verb is self.verb
            and self.least <= len(chosen) <= self.most
            and len(set(chosen)) == len(chosen)
            and all(seat in self.seats for seat in chosen)
            and (command.value in self.values if self.values else command.value is None)
        )


def legal(view: SeatView) -> list[Offer]:
    """Everything this seat may do now, computed from what it may see."""
    table, me = view.table, view.me
    if table.paused or table.held or table.step is StepName.OVER:
        return []
    rules = table.rules
    moves = rules.offered[table.step][me.role.id]
    if table.time_out_by:
        moves = rules.ruleset.in_time_out
    if me.seat not in table.alive:
        if table.speaker != me.seat:
            return []
        moves = tuple(move for move in moves if move.verb in OUT_VERBS)
    offers = []
    for move in moves:
        if move.entitled(view) is None:
            most = move.most
            if not most:
                offers.append(Offer(move.verb, (), 0, 0, move.values))
            elif seats := move.seats(view):
                offers.append(Offer(move.verb, seats, move.least, most if most == 1 else min(most, len(seats))))
    return offers


def can(view: SeatView, command: Command) -> bool:
    """Is the command among the legal ones?"""
    if command.step is not None and command.step != view.table.number:
        return False
    return command.actor == view.me.seat and any(offer.allows(command) for offer in legal(view))


def verify(view: SeatView, command: Command) -> Move | Reason:
    """The move that a seat's command makes, or why it cannot. Never depends on what the seat cannot know."""
    table, me, verb = view.table, view.me, command.verb
    rules = table.rules
    if verb not in rules.verbs:
        return Reason.UNKNOWN_COMMAND
    if table.step is StepName.OVER:
        return Reason.GAME_OVER
    if me.seat not in table.alive and (me.seat != table.speaker or verb not in OUT_VERBS):
        return Reason.NOT_PLAYING
    move = (rules.in_time_out if table.time_out_by else rules.moves[table.step]).get(verb)
    if move is None or table.paused or table.held or (command.step is not None and command.step != table.number):
        return Reason.WRONG_STEP
    if verb in rules.switched_off or not move.given_to(me.role):
        return Reason.NOT_ALLOWED
    reason = move.entitled(view)
    if reason is not None:
        return reason
    return _why_not_these(view, move, command) or move


def _why_not_these(view: SeatView, move: Move, command: Command) -> Reason | None:
    """What is wrong with the seats or the value that a command names."""
    chosen = command.seats
    if move.values:
        if chosen:
            return move.wrong_seat(view, chosen[0])
        return None if command.value in move.values else Reason.BAD_VALUE
    if command.value is not None:
        return Reason.BAD_TARGET
    if not move.most:
        return Reason.BAD_TARGET if chosen else None
    allowed = move.seats(view)
    if len(chosen) == 1 and chosen[0] in allowed:
        return None
    wrong = [move.wrong_seat(view, seat) for seat in chosen if seat not in allowed]
    if wrong:
        return min(wrong, key=ORDER.index)
    if not chosen or len(set(chosen)) != len(chosen):
        return Reason.BAD_TARGET
    return None if len(chosen) <= move.most else Reason.BAD_VALUE
