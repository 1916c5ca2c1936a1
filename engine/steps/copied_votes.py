"""Copied votes: the swindler's victim votes like the swindler and is told at the count how (S2).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterator, Mapping

from engine.commands import YES
from engine.events import Told, Topic
from engine.game import Game
from engine.options import BallotSecrecy
from engine.state import State

NOT_CAST = "none"


def copied(state: State) -> Iterator[tuple[int, int]]:
    """Yields each seat whose vote is a copy today, with the seat whose vote it repeats."""
    table = state.table
    for seat, by in state.copies.items():
        if seat != by and seat in table.alive and by in table.alive and not table.barred(seat):
            yield seat, by


def _keeps_votes(state: State) -> bool:
    """Is the vote that is copied nobody's to know? It is another player's (S2), and anonymous here."""
    return state.table.rules.options.ballot_secrecy is BallotSecrecy.ANONYMOUS


def tell_how_they_voted(game: Game, counted: Mapping[int, int]) -> None:
    """Tells each player with a copied vote what it was, or that none was cast, but not whose vote it repeats."""
    if _keeps_votes(game.state):
        return
    for seat, _ in copied(game.state):
        target = counted.get(seat)
        game.emit(Told(seat, Topic.VOTE, (target,)) if target else Told(seat, Topic.VOTE, (), NOT_CAST))


def tell_how_they_answered(game: Game, suspect: int, counted: Mapping[int, int]) -> None:
    """Tells each player with a copied vote what it was, where one suspect at a time is voted on."""
    if _keeps_votes(game.state):
        return
    for seat, _ in copied(game.state):
        answer = counted.get(seat)
        said = NOT_CAST if answer is None else "yes" if answer == YES else "no"
        game.emit(Told(seat, Topic.VOTE, (suspect,), said))
