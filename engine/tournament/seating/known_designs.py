"""Seatings to begin a search with that chance would hardly ever find: who sits at which table in each round.

Players are numbers from 0 on, every player plays in every round, and a round is one list of ten per table.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.dice import Dice

Round = list[list[int]]
Design = Callable[[int, Dice], list[Round]]

FIELD_16 = 0b10011
"""x⁴ + x + 1: with it the numbers below 16 are a field."""


def times(a: int, b: int) -> int:
    """The product in the field of sixteen."""
    product = 0
    for bit in range(4):
        if b >> bit & 1:
            product ^= a << bit
    for bit in range(7, 3, -1):
        if product >> bit & 1:
            product ^= FIELD_16 << (bit - 4)
    return product


def two_tables(rounds: int, dice: Dice) -> list[Round]:
    """Twenty players: rounds of Paley's Hadamard matrix, any two of which split the players independently.

    Nothing has a smaller spread (`tests/engine/tournament/test_seating.py`); which of the 19 rounds are taken
    decides the extremes.
    """
    squares = {number * number % 19 for number in range(1, 19)}
    every = []
    for shift in range(19):
        first = [19, *sorted((shift + square) % 19 for square in squares)]
        every.append([first, [player for player in range(20) if player not in first]])
    return [every[shift] for shift in _sample(dice, 19, rounds)]


FAMILIES = (0, 1, *range(8, 16))
"""Multipliers of the ten families; with these the fewest pairs never meet."""


def eight_tables(rounds: int, dice: Dice) -> list[Round]:
    """Eighty players in ten families of eight.

    Each family is spread over the tables, shifted by round times family: in sixteen such rounds two players of
    different families would meet exactly twice. One more round lets the families meet among themselves.
    """
    spread = []
    for number in _sample(dice, 16, rounds - 1):
        tables: Round = [[] for _ in range(8)]
        for family, multiplier in enumerate(FAMILIES):
            shift = times(number, multiplier) & 7
            for member in range(8):
                tables[member ^ shift].append(family * 8 + member)
        spread.append(tables)
    gathered = [[*range(8 * table, 8 * table + 8), 64 + 2 * table, 65 + 2 * table] for table in range(8)]
    return [*spread, gathered]


def _sample(dice: Dice, below: int, count: int) -> list[int]:
    numbers = list(range(below))
    dice.shuffle(numbers)
    return numbers[:count]


class Known(NamedTuple):
    """A design that is known for a number of tables."""

    rounds: int
    """For so many at most."""
    make: Design
    tries: int
    """The best of so many is taken."""
    steps: int
    """How long a search can still improve it; 0: not at all."""


DESIGNS = {2: Known(19, two_tables, 400, 0), 8: Known(17, eight_tables, 120, 60_000)}
"""By the number of tables."""
