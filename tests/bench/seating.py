"""Seating found by search, beside seats drawn by lot."""

from random import Random
from time import process_time

from engine.tournament.seating import Plan, find_seating, quality, seat_at_random

SIZES = ((10, 5, 1), (12, 6, 1), (20, 10, 2), (30, 12, 3), (40, 14, 4), (50, 14, 5), (60, 14, 6), (80, 14, 8))
LOTS = 20


def run() -> bool:
    print("seating: spread of the pairs' meetings, found by search and drawn by lot (mean of 20)")
    print("players x games  target  search     lot  ratio    met  seats      s")
    for players, rounds, tables in SIZES:
        plan = Plan(tuple(f"p{number}" for number in range(players)), tables, rounds)
        began = process_time()
        search = find_seating(plan, Random(1))
        while True:
            try:
                next(search)
            except StopIteration as end:
                reached = quality(plan, end.value)
                break
        seconds = process_time() - began
        lots = [quality(plan, seat_at_random(plan, Random(seed))).spread for seed in range(LOTS)]
        lot = sum(lots) / LOTS
        ratio = f"{reached.spread / lot:.2f}" if lot else "-"
        met = f"{reached.fewest}-{reached.most}"
        print(
            f"{f'{players} x {rounds}':>15} {reached.target:7.2f} {reached.spread:7.3f} {lot:7.3f} {ratio:>6}"
            f" {met:>6} {reached.seat_off:6.1f} {seconds:6.1f}"
        )
    return True


if __name__ == "__main__":
    run()
