"""Chooses seats and tables once it is known who plays together in each round."""

from math import ceil

from engine.dice import Dice
from engine.tournament.seating.known_designs import Round
from engine.tournament.seating.plan import TEN, Plan


def spread_seats(plan: Plan, rounds: list[Round], dice: Dice) -> list[Round]:
    """Returns the rounds with seats swapped within tables so that everybody has each seat about as often."""
    seated = [[table.copy() for table in tables[: plan.tables]] for tables in rounds]
    sat = [[0] * TEN for _ in plan.players]
    every = [table for tables in seated for table in tables]
    for table in every:
        dice.shuffle(table)
        for seat, player in enumerate(table):
            sat[player][seat] += 1
    rolls = dice.random
    share = plan.games / TEN
    least, most = ceil(share - 1), int(share + 1)
    steps = 3_000 * len(every)
    for step in range(steps):
        if step % 1_000 == 0:
            if all(least <= number <= most for row in sat for number in row):
                break
            bold = 0.05 * (1 - step / steps) ** 2
        table = every[int(rolls() * len(every))]
        one, other = int(rolls() * TEN), int(rolls() * TEN)
        a, b = sat[table[one]], sat[table[other]]
        cost = a[other] - a[one] + b[one] - b[other] + 2
        if one != other and (cost <= 0 or (cost == 1 and rolls() < bold)):
            a[one] -= 1
            a[other] += 1
            b[other] -= 1
            b[one] += 1
            table[one], table[other] = table[other], table[one]
    return seated


def spread_tables(plan: Plan, seated: list[Round], dice: Dice) -> None:
    """Swaps tables within rounds so that everybody is at each table about as often; from three tables on."""
    if plan.tables < 3:
        return
    at = [[0] * plan.tables for _ in plan.players]
    for tables in seated:
        for table, players in enumerate(tables):
            for player in players:
                at[player][table] += 1
    rolls = dice.random
    for _ in range(400 * plan.rounds):
        tables = seated[int(rolls() * plan.rounds)]
        one, other = int(rolls() * plan.tables), int(rolls() * plan.tables)
        if one == other:
            continue
        cost = sum(at[player][other] - at[player][one] + 1 for player in tables[one])
        cost += sum(at[player][one] - at[player][other] + 1 for player in tables[other])
        if cost <= 0:
            for player in tables[one]:
                at[player][one] -= 1
                at[player][other] += 1
            for player in tables[other]:
                at[player][other] -= 1
                at[player][one] += 1
            tables[one], tables[other] = tables[other], tables[one]
