"""`python -m tests.bench [part…]`: every benchmark, or those named; exit code 1 if a limit is missed.

Absolute figures mean little on another machine; the limits are ratios taken in one run, CPU time, or generous.
"""

import sys
import time
from collections.abc import Callable

from tests.bench import (
    calls,
    engine_speed,
    floods,
    load,
    memory,
    processes,
    sandbox,
    seating,
    taps,
    thousand_games,
    timers,
    waiting_games,
)

PARTS: dict[str, Callable[[], bool]] = {
    "engine": engine_speed.run,
    "seating": seating.run,
    "sandbox": sandbox.run,
    "timers": timers.run,
    "calls": calls.run,
    "taps": taps.run,
    "waiting": waiting_games.run,
    "load": load.run,
    "thousand": thousand_games.run,
    "processes": processes.run,
    "floods": floods.run,
    "memory": memory.run,
}


def main(names: list[str]) -> int:
    unknown = set(names) - PARTS.keys()
    if unknown:
        print(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
        return 2
    missed = []
    for name, part in PARTS.items():
        if names and name not in names:
            continue
        print(f"--- {name}", flush=True)
        began = time.perf_counter()
        if not part():
            missed.append(name)
        print(f"({time.perf_counter() - began:.0f} s)\n", flush=True)
    print(f"MISSED: {', '.join(missed)}" if missed else "every limit is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
