"""What the message about the end of a game tells in numbers: the points, and whose suspicions were right."""

from collections.abc import Collection, Mapping, Sequence

from bot.games.running_game import RunningGame
from bot.telegram.outbox.rows import Args
from engine.points import game_points, write_points
from engine.results import INNOCENT, suspicions

LEAST_FOUND = 2
"""How many of the guilty a player must have found by night: one right name is found by chance every third time."""
LEAST_SHARE = 0.75
"""How many of the suspicions must have been right."""


def finale_args(game: RunningGame) -> Args:
    """Returns the points of each seat, and the seat whose suspicions at night were most often right."""
    position, seats = game.position, range(1, game.table.size + 1)
    points = {
        str(number): write_points(sum(of_seat))
        for number, of_seat in enumerate(game_points(position), start=1)
        if any(of_seat)
    }
    guilty = {number for number in seats if position.side(number) not in INNOCENT}
    return {
        "points": points,
        "sense": best_sense({number: suspicions(position, number) for number in seats}, guilty),
    }


def best_sense(named: Mapping[int, Sequence[int]], guilty: Collection[int]) -> list[int]:
    """Returns the seat with the most right suspicions, and their share in percent; nothing if none has earned it.
    `named`: whom each seat suspected, night by night."""
    shares = {seat: _share(those, guilty) for seat, those in named.items() if _is_earned(those, guilty)}
    best = max(shares, key=lambda seat: (shares[seat], len(named[seat])), default=0)
    return [best, round(shares[best] * 100)] if best else []


def _is_earned(named: Sequence[int], guilty: Collection[int]) -> bool:
    found = {seat for seat in named if seat in guilty}
    return len(found) >= LEAST_FOUND and _share(named, guilty) >= LEAST_SHARE


def _share(named: Sequence[int], guilty: Collection[int]) -> float:
    return sum(seat in guilty for seat in named) / len(named)
