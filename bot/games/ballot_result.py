"""The result of a ballot as the group is told it: each candidate with their votes, and who gave them."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.events import BallotClosed
from engine.table import Table


class Tally(NamedTuple):
    candidate: int
    votes: int
    voters: tuple[int, ...]


def ballot_result(table: Table, closed: BallotClosed) -> Iterator[Tally]:
    """Yields the candidates in their order; those who did not vote are counted for the last one."""
    cast = dict(closed.cast) or dict(enumerate(table.votes))
    for candidate, votes in closed.tally:
        voters = [voter for voter, target in cast.items() if voter and target == candidate]
        if candidate == closed.tally[-1][0]:
            voters += [voter for voter in closed.by_default if voter not in voters]
        yield Tally(candidate, votes, tuple(sorted(voters)))
