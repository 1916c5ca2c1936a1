"""Injectors record here what they did and what they saw; `make faults` adds it up. In other runs nothing is
recorded."""

import os
from collections import Counter
from pathlib import Path

WHERE = "FAULTS_LEDGER"
SEEN = "saw"


def injected(fault: str, times: int = 1) -> None:
    if times:
        _write(f"{times} {fault}")


def saw(words: str) -> None:
    """Records a figure for the page."""
    _write(f"{SEEN} {words}")


def _write(line: str) -> None:
    path = os.environ.get(WHERE)
    if path:
        with Path(path).open("a", encoding="utf-8") as book:
            book.write(f"{line}\n")


def read(path: Path) -> tuple[Counter[str], list[str]]:
    """Returns what was injected how often, and what was seen."""
    counts: Counter[str] = Counter()
    seen: list[str] = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        first, _, rest = line.partition(" ")
        if first == SEEN:
            seen.append(rest)
        else:
            counts[rest] += int(first)
    return counts, seen
