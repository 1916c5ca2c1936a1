"""How likely each seat is black: every possible black team is weighed by the evidence.

A *world* is one possible black team. Its weight is the product of one factor for each pair of its members: how
well the two fit together as mates. New evidence only multiplies such factors, which is cheap; the worlds are
enumerated only when a verdict is needed.
"""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple


class Bonds:
    """A factor for each pair of seats: how well they fit together as mates. Index 0 is unused."""

    __slots__ = ("size", "together")

    def __init__(self, size: int) -> None:
        self.size = size
        self.together = [[1.0] * (size + 1) for _ in range(size + 1)]

    def bind(self, one: int, other: int, factor: float) -> None:
        """Multiplies the factor of this pair."""
        self.together[one][other] *= factor
        self.together[other][one] *= factor


class Case(NamedTuple):
    """One possible reading of the claims: its weight, and the seats that are surely red and black in it."""

    weight: float
    red: frozenset[int]
    black: frozenset[int]


class Verdict(NamedTuple):
    """Probability of each seat to be black, indexed by seat, and of each case; all 0 if no team is possible."""

    black: list[float]
    cases: list[float]


def judge(bonds: Bonds, cases: Sequence[Case], living: Sequence[int], out: Sequence[int], blacks: int) -> Verdict:
    """Sums the weights of all worlds of all cases.

    A world has `blacks` members. At least one of them is alive, and fewer than half of the living are black:
    otherwise the game would be over.
    """
    sums = [0.0] * (bonds.size + 1)
    table = (living, out, (len(living) - 1) // 2)
    totals = [_add_case(bonds, case, table, blacks, sums) for case in cases]
    total = sum(totals)
    if total <= 0.0:
        return Verdict(sums, totals)
    scale = 1.0 / total
    return Verdict([s * scale for s in sums], [t * scale for t in totals])


def _add_case(
    bonds: Bonds,
    case: Case,
    table: tuple[Sequence[int], Sequence[int], int],
    blacks: int,
    sums: list[float],
) -> float:
    """Adds the weights of one case's worlds to `sums`, by seat; returns their total."""
    living, out, most_living = table
    weight, red, forced = case
    missing = blacks - len(forced)
    if missing < 0 or forced & red:
        return 0.0
    factors, together = [1.0] * (bonds.size + 1), bonds.together
    forced_living = 0
    for seat in forced:
        weight *= factors[seat]
        factors = list(map(mul, factors, together[seat]))
        if seat in living:
            forced_living += 1
    free = [seat for seat in out if seat not in red and seat not in forced]
    gone = len(free)
    free += [seat for seat in living if seat not in red and seat not in forced]
    least_gone = forced_living + missing - most_living
    most_gone = missing if forced_living else missing - 1
    if missing:
        total = _teams(free, (factors, together), weight, (missing, gone, least_gone, most_gone), sums)
    else:
        total = weight if least_gone <= 0 <= most_gone else 0.0
    for seat in forced:
        sums[seat] += total
    return total


def _teams(
    free: list[int],
    factors: tuple[list[float], list[list[float]]],
    weight: float,
    bounds: tuple[int, int, int, int],
    sums: list[float],
) -> float:
    """Adds all teams of `missing` free seats to `sums`; returns their total weight.

    The first `gone` of the free seats have left the game; a team has between `least` and `most` of them.
    """
    fits, together = factors
    missing, gone, least, most = bounds
    total = 0.0
    for index, seat in enumerate(free):
        left = index < gone
        if most < left:
            continue
        part, scale, rest = 0.0, weight * fits[seat], free[index + 1 :]
        if missing > 2:
            bound = (list(map(mul, fits, together[seat])), together)
            then = (missing - 1, max(gone - index - 1, 0), least - left, most - left)
            part = _teams(rest, bound, scale, then, sums)
        elif missing == 2:  # without recursion: most of the time is spent here
            if least > left:
                rest = rest[: gone - index - 1] if left and least == 1 + left else []
            elif most == left:
                rest = free[max(index + 1, gone) :]
            row = together[seat]
            for other in rest:
                world = scale * fits[other] * row[other]
                sums[other] += world
                part += world
        elif least <= left:
            part = scale
        sums[seat] += part
        total += part
    return total
