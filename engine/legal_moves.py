"""What a seat may do now: one declaration of each move serves the keyboard, the verifier and the stand-ins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from engine.commands import Command, Reason, Verb
from engine.events import StepName
from engine.options import Options
from engine.roles import Role
from engine.state import LiveView, SeatView

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
OVER = StepName.OVER

if TYPE_CHECKING:
    from engine.game import Game

Seats = tuple[int, ...]

OUT_VERBS = (Verb.PASS, Verb.BEST_MOVE)
"""What one who has left may still say, with the last word or the best move."""
ORDER = tuple(Reason)


def always_on(_: Options) -> bool:
    """The default of `Move.switched_on`: under all options."""
    return True


def any_role(_: Role) -> bool:
    """The default of `Move.given_to`: for all roles."""
    return True


def anybody(_: SeatView) -> Reason | None:
    """The default of `Move.entitled`: every seat may."""
    return None


def no_seats(_: SeatView) -> Seats:
    """The default of `Move.seats`: the move names nobody."""
    return ()


def bad_target(_: SeatView, __: int) -> Reason:
    """The default of `Move.wrong_seat`."""
    return Reason.BAD_TARGET


class Offer(NamedTuple):
    """A legal move as a set: this verb with `least` to `most` different seats of `seats`, or one of `values`.

    >>> Offer(Verb.NOMINATE, (4, 5, 6), 1, 1).allows(Command(3, Verb.NOMINATE, (5,)))
    True
    """

    verb: Verb
    seats: Seats = ()
    least: int = 0
    most: int = 0
    values: tuple[int, ...] = ()

    def allows(self, command: Command) -> bool:
        """Is the command one of this offer's? Who sends it is not looked at."""
        chosen = command.seats
        return (
            command.verb is self.verb
            and self.least <= len(chosen) <= self.most
            and len(set(chosen)) == len(chosen)
            and all(seat in self.seats for seat in chosen)
            and (command.value in self.values if self.values else command.value is None)
        )


@dataclass(frozen=True, slots=True)
class Move:
    """A verb within a step: who may, at whom, and what it does."""

    verb: Verb
    do: "Callable[[Game, Command], None]"
    entitled: Callable[[SeatView], Reason | None] = anybody
    """Why this seat may not now, as far as it can know; None if it may."""
    seats: Callable[[SeatView], Seats | Reason] = no_seats
    """Whom it may name, `least` to `most` of them; or why nobody."""
    least: int = 0
    most: int = 0
    values: tuple[int, ...] = ()
    """For a move that answers a question instead of naming seats."""
    wrong_seat: Callable[[SeatView, int], Reason] = bad_target
    given_to: Callable[[Role], bool] = any_role
    switched_on: Callable[[Options], bool] = always_on
    answers: bool = False
    """The step may be complete after it."""
    bare: Offer = field(init=False, compare=False)
    """What it offers when it names nobody."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bare", Offer(self.verb, values=self.values))


def legal(view: SeatView) -> list[Offer]:
    """Everything that a seat may do now, computed from what that seat may see; empty if it has nothing to do.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> [offer.verb.value for offer in legal(game.state.view(3))]
    ['seen']
    """
    if view.__class__ is LiveView:
        view = view._live  # the same fields, quicker to read
    table, me = view
    if table.paused or table.held or table.step is OVER:
        return []
    moves = given_now(view)
    if me.seat not in table.alive:
        if table.speaker != me.seat:
            return []
        moves = {verb: move for verb, move in moves.items() if verb in OUT_VERBS}
    offers = []
    for move in moves.values():
        if move.entitled(view) is not None:
            continue
        most = move.most
        if not most:
            offers.append(move.bare)
            continue
        seats = move.seats(view)
        if seats and not isinstance(seats, Reason):
            offers.append(Offer(move.verb, seats, move.least, most if most == 1 else min(most, len(seats))))
    return offers


def given_now(view: SeatView) -> Mapping[Verb, Move]:
    """The moves that a holder of this seat's role has in the current step, legal now or not."""
    table = view.table
    rules = table.rules
    return rules.in_time_out if table.time_out_by else rules.given[table.step][view.me.role.id]


def can(view: SeatView, command: Command) -> bool:
    """Is the command legal for this seat now? `perform` would accept it.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> view = game.state.view(3)
    >>> can(view, Command(3, Verb.SEEN)), can(view, Command(4, Verb.SEEN)), can(view, Command(3, Verb.PASS))
    (True, False, False)
    """
    if command.step is not None and command.step != view.table.number:
        return False
    return command.actor == view.me.seat and any(offer.allows(command) for offer in legal(view))


def verify(view: SeatView, command: Command) -> Move | Reason:
    """The move that a seat's command makes, or why it cannot. Never depends on what the seat cannot know."""
    table, me = view.table, view.me
    _, verb, chosen, value, number, _, _ = command
    out = me.seat not in table.alive and (me.seat != table.speaker or verb not in OUT_VERBS)
    stale = table.paused or table.held or (number is not None and number != table.number)
    move = None
    if not (out or stale or table.step is OVER):
        rules = table.rules
        move = (rules.in_time_out if table.time_out_by else rules.given[table.step][me.role.id]).get(verb)
    if move is None:
        return _why_not_now(view, verb, out=out, stale=stale)
    reason = move.entitled(view)
    if reason is not None:
        return reason
    if move.most:
        allowed = move.seats(view)
        if isinstance(allowed, Reason):
            return allowed
        if len(chosen) == 1 and value is None and chosen[0] in allowed:
            return move
        return _why_not_these_seats(view, move, allowed, command) or move
    if move.values:
        if chosen:
            return move.wrong_seat(view, chosen[0])
        return move if value in move.values else Reason.BAD_VALUE
    return Reason.BAD_TARGET if chosen or value is not None else move


def _why_not_now(view: SeatView, verb: Verb, *, out: bool, stale: bool) -> Reason:
    """A verb that is not given to this seat in this step."""
    table, rules = view.table, view.table.rules
    if verb not in rules.verbs:
        return Reason.UNKNOWN_COMMAND
    if table.step is OVER:
        return Reason.GAME_OVER
    if out:
        return Reason.NOT_PLAYING
    here = rules.in_time_out if table.time_out_by else rules.moves[table.step]
    return Reason.WRONG_STEP if stale or verb not in here else Reason.NOT_ALLOWED


def _why_not_these_seats(view: SeatView, move: Move, allowed: Seats, command: Command) -> Reason | None:
    chosen = command.seats
    wrong = [move.wrong_seat(view, seat) for seat in chosen if seat not in allowed]
    if wrong:
        return min(wrong, key=ORDER.index)
    if not chosen or command.value is not None or len(set(chosen)) != len(chosen):
        return Reason.BAD_TARGET
    return None if len(chosen) <= move.most else Reason.BAD_VALUE
