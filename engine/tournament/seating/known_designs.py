"""Constructed seatings from which a search begins, better than a search from random ones would find.

Players are numbers from 0 on, every player plays in every round, and a round is one list of ten per table.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.dice import Dice

Round = list[list[int]]
Design = Callable[[int, Dice], list[Round]]

FIELD_16 = 0b10011
"""The polynomial x⁴ + x + 1, modulo which the numbers below 16 form a field."""


def times(a: int, b: int) -> int:
    """Returns the product in the field of 16 elements."""
    product = 0
    for bit in range(4):
        if b >> bit & 1:
            product ^= a << bit
    for bit in range(7, 3, -1):
        if product >> bit & 1:
            product ^= FIELD_16 << (bit - 4)
    return product


def two_tables(rounds: int, dice: Dice) -> list[Round]:
    """Returns rounds for twenty players, from Paley's Hadamard matrix: any two split the players independently.

    No seating has a smaller spread (`tests/engine/tournament/test_seating.py`). How often the extreme pairs meet
    depends on which of the 19 rounds are chosen, which is random.
    """
    squares = {number * number % 19 for number in range(1, 19)}
    every = []
    for shift in range(19):
        first = [19, *sorted((shift + square) % 19 for square in squares)]
        every.append([first, [player for player in range(20) if player not in first]])
    return [every[shift] for shift in _sample(dice, 19, rounds)]


FAMILIES = (0, 1, *range(8, 16))
"""Multipliers of the ten families, chosen so that the fewest pairs never meet."""


def eight_tables(rounds: int, dice: Dice) -> list[Round]:
    """Returns rounds for eighty players, who form ten families of eight.

    In all rounds but the last each family is spread over the tables, shifted by the product of the round and the
    family's multiplier: in sixteen such rounds two players of different families would meet exactly twice. In the
    last round members of a family meet each other.
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
    """A constructed seating for a number of tables."""

    rounds: int
    """Largest number of rounds."""
    make: Design
    tries: int
    """Number of random variants, of which the best is taken."""
    steps: int
    """Number of search steps that still improve it; 0 if none do."""


DESIGNS = {2: Known(19, two_tables, 400, 0), 8: Known(17, eight_tables, 120, 60_000)}
"""The constructed seatings by number of tables."""
