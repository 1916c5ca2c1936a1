"""Places in a tournament: by points, then by the criteria for equal points (S0 8.6, S3 8.1).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from engine.errors import BadRegistration
from engine.ranking_criteria import Criterion
from engine.rulesets import RULESETS
from engine.tournament.standings import Tally

__all__ = [
    "Place",
    "lot",
    "rank",
]

BEST_FIRST: Mapping[Criterion, Callable[[Tally], int]] = {
    Criterion.POINTS: lambda tally: tally.points,
    Criterion.ADDITIONAL: lambda tally: tally.additional,
    Criterion.FEWER_PENALTIES: lambda tally: tally.penalties,  # zero or negative: the largest is best
    Criterion.WINS: lambda tally: tally.wins,
    Criterion.WINS_AS_LEADER: lambda tally: tally.wins_as_leader,
    Criterion.FIRST_DEATHS: lambda tally: tally.first_deaths,
    Criterion.WINS_AS_SHERIFF: lambda tally: tally.wins_as_sheriff,
    Criterion.WINS_AS_DON: lambda tally: tally.wins_as_don,
}
"""The criteria that depend only on the tally; the largest value ranks first."""


class Place(NamedTuple):
    """A player's place in a tournament."""

    place: int
    tally: Tally
    decided_by: Criterion | None
    """The first criterion in which this player differs from the one placed before; None for the first."""


def rank(ruleset: str, registered: Sequence[str], tallies: Mapping[str, Tally], seed: str) -> tuple[Place, ...]:
    """Returns the places of all registered players, also of those who have not played yet.

    `registered` are the players in the order of registration, `tallies` come from `standings.count`, `seed`
    decides what the rules leave to the lot. Raises `BadRegistration` if somebody is registered twice, or has
    played without registration.

    >>> tallies = {"Ann": Tally("Ann", 1, main=750), "Bob": Tally("Bob", 1, main=1000)}
    >>> [(place.place, place.tally.player) for place in rank("fiim-2025", ["Ann", "Bob"], tallies, "seed")]
    [(1, 'Bob'), (2, 'Ann')]
    """
    criteria = RULESETS[ruleset].scoring.ranking
    when = {player: number for number, player in enumerate(registered)}
    if len(when) < len(registered):
        twice = sorted({one for one in registered if registered.count(one) > 1})
        raise BadRegistration(f"registered twice: {', '.join(twice)}")
    if unknown := set(tallies) - set(when):
        raise BadRegistration(f"played without registration: {', '.join(sorted(unknown))}")

    def key(tally: Tally) -> tuple[int, ...]:
        return tuple(_value(criterion, tally, when, seed) for criterion in criteria)

    keyed = sorted((key(tally), tally) for tally in (tallies.get(one, Tally(one)) for one in registered))
    placed = []
    above: tuple[int, ...] = ()
    for place, (own, tally) in enumerate(keyed, start=1):
        decided = next((c for c, a, b in zip(criteria, above, own, strict=False) if a != b), None)
        placed.append(Place(place, tally, decided))
        above = own
    return tuple(placed)


def _value(criterion: Criterion, tally: Tally, when: Mapping[str, int], seed: str) -> int:
    """Returns a player's value by this criterion; smaller is better."""
    if criterion is Criterion.REGISTRATION:
        return when[tally.player]
    if criterion is Criterion.LOT:
        return lot(seed, tally.player)
    return -BEST_FIRST[criterion](tally)


def lot(seed: str, player: str) -> int:
    """Returns the lot of a player, which anybody can compute again from the tournament's seed. Smaller is better.

    >>> lot("seed", "Ann") == lot("seed", "Ann") != lot("seed", "Bob")
    True
    """
    return int.from_bytes(sha256(f"lot\n{seed}\n{player}".encode()).digest(), "big")
