"""`python -m tests.simulation 4711` replays one seed, `python -m tests.simulation 1-1000` runs many."""

import sys
import time

from tests.simulation.running import simulate, simulate_on_all_cores


def main(words: list[str]) -> int:
    first, _, last = (words[0] if words else "1-100").partition("-")
    seeds = range(int(first), int(last or first) + 1)
    began = time.perf_counter()
    tally = simulate(seeds) if len(seeds) < 4 else simulate_on_all_cores(seeds)
    minutes = (time.perf_counter() - began) / 60
    for seed, found in sorted(tally.failed.items()):
        print(f"seed {seed} (python -m tests.simulation {seed}):", *found, sep="\n  ")
    print(f"{tally}; {tally.schedules / minutes:.0f} games a minute")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
