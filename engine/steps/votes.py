"""How a vote is given in any ballot: before all eyes, hidden until the close, or anonymous for good.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping

from engine.commands import YES, Command, Reason
from engine.events import DoomVoted, HandRaised, LiftVoted, VoteCast, Voted, VoteReceived
from engine.game import Game
from engine.options import BallotSecrecy
from engine.state import SeatView, State
from engine.table import Table

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
OPEN = BallotSecrecy.OPEN
HIDDEN = BallotSecrecy.HIDDEN
ANONYMOUS = BallotSecrecy.ANONYMOUS

Votes = Mapping[int, int]
"""Seat → against whom it has voted, or yes and no as 1 and 0; who has not voted is missing."""


def own_vote(view: SeatView) -> int:
    """Against whom this seat has voted in the ballot that runs or was last; 0 for nobody."""
    table, me = view
    return table.votes[me.seat] if table.rules.options.ballot_secrecy is OPEN else me.vote or 0


def may_vote(view: SeatView) -> Reason | None:
    """Why this seat may not name a candidate now; None if it may."""
    table, seat = view.table, view.me.seat
    if (table.no_vote or table.prisoners) and table.barred(seat):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if own_vote(view) and not table.rules.options.change_vote else None


def is_to_vote(view: SeatView) -> bool:
    """Is a vote of this seat still missing?"""
    table, seat = view.table, view.me.seat
    return not own_vote(view) and not ((table.no_vote or table.prisoners) and table.barred(seat))


def others(view: SeatView, called: tuple[int, ...]) -> tuple[int, ...]:
    """Of those called, whom the seat has not voted against already."""
    own = own_vote(view)
    return tuple([seat for seat in called if seat != own]) if own in called else called


def wrong_candidate(view: SeatView, seat: int) -> Reason:
    """Why nobody can vote against this seat now."""
    return Reason.ALREADY_DONE if seat == own_vote(view) else Reason.BAD_TARGET


def may_answer(view: SeatView) -> Reason | None:
    """Why this seat may not say yes or no now; None if it may."""
    if view.table.barred(view.me.seat):
        return Reason.NOT_ALLOWED
    return Reason.ALREADY_DONE if has_answered(view) and not view.table.rules.options.change_vote else None


def is_to_answer(view: SeatView) -> bool:
    """Is a yes or no of this seat still missing?"""
    return not has_answered(view) and not view.table.barred(view.me.seat)


def has_answered(view: SeatView) -> bool:
    """Has this seat said yes or no in the vote that runs?"""
    table, me = view
    if table.rules.options.ballot_secrecy is OPEN:
        return me.seat in table.lift_votes
    return me.vote is not None


def give_vote(game: Game, command: Command) -> None:
    """Gives or changes a vote against a candidate."""
    seat, target = command.actor, command.seats[0]
    if game.table.rules.options.ballot_secrecy is OPEN:
        game.emit(Voted(seat, target))
        return
    is_first = game.state.views[seat].me.vote is None
    game.emit(VoteCast(seat, target))
    _note(game, seat, is_first=is_first)


def say_yes_or_no(game: Game, command: Command) -> None:
    """Gives or changes an answer."""
    seat, yes = command.actor, command.value == YES
    if game.table.rules.options.ballot_secrecy is OPEN:
        game.emit(LiftVoted(seat, yes))
        return
    is_first = game.state.views[seat].me.vote is None
    game.emit(DoomVoted(seat, yes))
    _note(game, seat, is_first=is_first)


def _note(game: Game, seat: int, *, is_first: bool) -> None:
    """The table hears that somebody has voted: who, or that there is one more. Of a change it hears nothing."""
    if is_first:
        hidden = game.table.rules.options.ballot_secrecy is HIDDEN
        game.emit(HandRaised(seat) if hidden else VoteReceived())


def votes_given(state: State) -> dict[int, int]:
    """Returns against whom each seat has voted, in the order of the seats."""
    table = state.table
    if table.rules.options.ballot_secrecy is OPEN:
        return {seat: target for seat, target in enumerate(table.votes) if target}
    return dict(sorted(state.votes.items()))


def answers_given(state: State) -> dict[int, int]:
    """Returns who has said yes (1) and no (0), in the order of the seats."""
    table = state.table
    if table.rules.options.ballot_secrecy is OPEN:
        return {seat: int(yes) for seat, yes in sorted(table.lift_votes.items())}
    return dict(sorted(state.votes.items()))


def shown_at_close(table: Table, votes: Votes) -> tuple[tuple[int, int], ...]:
    """Returns the votes that everybody sees when the ballot closes; of anonymous ones only the counts are told."""
    return () if table.rules.options.ballot_secrecy is ANONYMOUS else tuple(sorted(votes.items()))
