"""`python -m tests.wire_traffic FOLDER` records; `--compare A B` tells what is otherwise."""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path

import structlog

from tests.wire_traffic.commands import commands
from tests.wire_traffic.compare import SHOWN, compare
from tests.wire_traffic.determinism import PinnedLoop, pinned
from tests.wire_traffic.games import TABLES, game
from tests.wire_traffic.handlers import every_handler
from tests.wire_traffic.judged_game import judged
from tests.wire_traffic.recording import Recording
from tests.wire_traffic.settings import RULESETS, settings
from tests.wire_traffic.tournament import tournament

LANGUAGES = ("ru", "uk")
Scenario = Callable[[Recording], Awaitable[None]]


def scenarios() -> dict[str, tuple[str, Scenario]]:
    """By name: the language, and what happens."""
    found: dict[str, tuple[str, Scenario]] = {}
    for language in LANGUAGES:
        for ruleset, tables in TABLES.items():
            for size, cards in tables:
                name = "-".join(filter(None, ("game", ruleset, str(size), cards, language)))
                found[name] = language, partial(game, ruleset=ruleset, size=size, cards=cards)
        for ruleset in RULESETS:
            found[f"settings-{ruleset}-{language}"] = language, partial(settings, ruleset=ruleset)
            found[f"judged-{ruleset}-{language}"] = language, partial(judged, ruleset=ruleset)
        found[f"tournament-{language}"] = language, tournament
        found[f"commands-{language}"] = language, commands
    return found


def record(name: str, language: str, scenario: Scenario) -> list[str]:
    async def recording() -> list[str]:
        taken = Recording(name, language)
        await taken.begin()
        await scenario(taken)
        await taken.end()
        return taken.lines

    return _pinned(name, recording)


def _pinned(name: str, recording: Callable[[], Coroutine[None, None, list[str]]]) -> list[str]:
    with pinned(name), asyncio.Runner(loop_factory=PinnedLoop) as runner:
        return runner.run(recording())


def _compared(one: Path, other: Path) -> int:
    found = compare(one, other)
    print(*found[:SHOWN], sep="\n")
    print(f"{len(found)} differences shown of each file's first ones" if found else "alike")
    return bool(found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.wire_traffic", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="", help="scenarios in whose name this stands")
    parser.add_argument("--compare", nargs=2, type=Path, metavar="FOLDER")
    args = parser.parse_args()
    if args.compare:
        return _compared(*args.compare)
    if args.folder is None:
        parser.error("where to?")
    structlog.configure(processors=[], logger_factory=structlog.ReturnLoggerFactory())
    args.folder.mkdir(parents=True, exist_ok=True)
    recordings = {name: partial(record, name, *each) for name, each in scenarios().items()}
    recordings["deeds"] = partial(_pinned, "deeds", every_handler)
    for name, recording in recordings.items():
        if args.only not in name:
            continue
        began = time.perf_counter()
        lines = recording()
        (args.folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        calls = sum('"call": ' in line for line in lines)
        print(f"{name}: {calls} calls, {time.perf_counter() - began:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
