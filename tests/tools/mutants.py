"""Break the engine in many small ways and see whether a test notices: `make mutants`.

Each mutant is the engine with one change. All records are replayed against each, which takes a second and notices
most of them; the quick tests of the engine see what is left, and the searching ones what is left then. What
survives is to be looked at by a person.

`make mutants ARGS="--resume FILE"` writes every outcome into a file and leaves out what is known from it, so that
a run that was interrupted goes on; with `--again` those that survived are tried again, against better tests.
"""

import argparse
import ast
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = (
    "engine/*.py",
    "engine/steps/*.py",
    "engine/rulesets/*.py",
    "engine/record/*.py",
    "engine/tournament/*.py",
    "engine/tournament/seating/*.py",
)
"""Players are judged by their figures, not by their lines."""

NEEDED = ("engine", "bot", "tests", "pyproject.toml")
NOT_NEEDED = shutil.ignore_patterns("__pycache__", "end_to_end", "virtual_clock", "bench", "pictures")
SEARCHING = (
    "test_city_box_games.py",
    "test_game_machine.py",
    "test_legal_moves.py",
    "test_ability_pairs.py",
    "test_no_leak.py",
    "test_no_leak_at_night.py",
)
ELSEWHERE = "players"
"""The folder of tests of something else than the rules."""
RECORDS, QUICK, SEARCH = STAGES = ("records", "quick tests", "searching tests")
SURVIVED, ENDLESS = "survived", "endless"
KILLED = (*STAGES, ENDLESS)
PATIENCE, GRACE = 6, 60
"""A stage may take so many times as long as with the whole engine, and so many seconds more."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every small change of one node: what it is, and the node in its place."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            other = copy.deepcopy(node)
            other.ops = [COMPARED[type(op)]()]
            yield "comparison", other
        case ast.BinOp() if type(node.op) in COMPUTED:
            summed = copy.deepcopy(node)
            summed.op = COMPUTED[type(node.op)]()
            yield "operator", summed
        case ast.BoolOp():
            joined = copy.deepcopy(node)
            joined.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and-or", joined
            yield "left only", node.values[0]
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node.operand
        case ast.Constant(value=bool() as value):
            yield "bool", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "number", ast.Constant(value + 1)
        case ast.IfExp():
            yield "if-else", ast.IfExp(node.test, node.orelse, node.body)
        case ast.Expr(value=ast.Call()):
            yield "call dropped", ast.Pass()
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield "returns None", ast.Return(ast.Constant(None))


# --- what can be broken ----------------------------------------------------------------------------------------


class Mutant(NamedTuple):
    file: str
    line: int
    kind: str
    source: str
    """What is changed, as it was."""
    number: int
    """Among the changes of its kind to the same words in the same file."""

    @property
    def id(self) -> str:
        """Stays the same when something else in the file changes."""
        return f"{self.file} {self.kind} {self.number}: {self.source}"

    def __str__(self) -> str:
        source = " ".join(self.source.split())
        return f"{self.file}:{self.line} {self.kind}: {source if len(source) < 60 else source[:57] + '...'}"


class Place(NamedTuple):
    parent: ast.AST
    field: str
    order: int
    child: ast.AST

    def put(self, node: ast.AST) -> None:
        value = getattr(self.parent, self.field)
        if isinstance(value, list):
            value[self.order] = node
        else:
            setattr(self.parent, self.field, node)


def places(parent: ast.AST) -> Iterator[Place]:
    """Every node below, but for annotations and decorators: they are no rules."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST):
                yield Place(parent, field, index, child)
                yield from places(child)


def mutations(file: Path, tree: ast.AST) -> Iterator[tuple[Mutant, Place, ast.AST]]:
    """All that can be changed in a file: each change, its place in the tree, and what is put there."""
    seen: Counter[tuple[str, str]] = Counter()
    for place in list(places(tree)):
        for kind, other in changes(place.child):
            source = ast.unparse(place.child)
            seen[kind, source] += 1
            line = getattr(place.child, "lineno", 0)
            yield Mutant(str(file.relative_to(ROOT)), line, kind, source, seen[kind, source]), place, other


def rule_files() -> list[Path]:
    return sorted(file for pattern in RULES for file in ROOT.glob(pattern))


def every_mutant() -> list[Mutant]:
    return [mutant for file in rule_files() for mutant, _, _ in mutations(file, ast.parse(file.read_text()))]


def broken(mutant: Mutant) -> str:
    """The text of the file with this one change."""
    file = ROOT / mutant.file
    tree = ast.parse(file.read_text())
    place, other = next((place, other) for found, place, other in mutations(file, tree) if found == mutant)
    place.put(ast.copy_location(other, place.child))
    return ast.unparse(ast.fix_missing_locations(tree))


def sampled(every: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """Chosen by a hash of each, so that a change of the engine leaves most of a sample as it was."""
    return sorted(every, key=lambda mutant: sha256(f"{seed} {mutant.id}".encode()).digest())[:size]


# --- who notices -----------------------------------------------------------------------------------------------


class Workshop:
    """A copy of what the tests of the engine need, in which one mutant after another is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in NEEDED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=NOT_NEEDED)
            else:
                shutil.copy(ROOT / name, folder)
        self.stages = {
            RECORDS: [
                "bot.cli",
                "replay",
                *(str(file) for file in sorted(folder.glob("tests/records/**/*.mafia"))),
            ],
            QUICK: _pytest(quick_tests()),
            SEARCH: _pytest(SEARCHING),
        }

    def seconds(self, stage: str) -> float:
        """How long a stage takes with the engine as it is, but for the comments, which no mutant has."""
        for file in rule_files():
            self._write(self.folder / file.relative_to(ROOT), ast.unparse(ast.parse(file.read_text())))
        began = monotonic()
        done = self._run(self.stages[stage], None)
        if done.returncode:
            sys.exit(f"the {stage} fail without any change:\n{done.stdout.decode()}{done.stderr.decode()}")
        return monotonic() - began

    def outcome(self, mutant: Mutant, stage: str, limit: float) -> str:
        """What a stage says about a mutant."""
        file = self.folder / mutant.file
        self._write(file, broken(mutant))
        try:
            return stage if self._run(self.stages[stage], limit).returncode else passed(stage)
        except subprocess.TimeoutExpired:
            return ENDLESS
        finally:
            self._write(file, (ROOT / mutant.file).read_text())

    def _write(self, file: Path, text: str) -> None:
        file.write_text(text)
        for stale in file.parent.glob(f"__pycache__/{file.stem}.*"):
            stale.unlink()  # two mutants of one second and one length look the same to the import

    def _run(self, command: list[str], seconds: float | None) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "HYPOTHESIS_PROFILE": "mutants"}
        return subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=seconds,
        )


def quick_tests() -> list[str]:
    folder = ROOT / "tests" / "engine"
    files = (file.relative_to(folder) for file in sorted(folder.rglob("test_*.py")))
    return [str(file) for file in files if file.name not in SEARCHING and ELSEWHERE not in file.parts]


def _pytest(names: Sequence[str]) -> list[str]:
    return [
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *(f"tests/engine/{name}" for name in names),
    ]


def passed(stage: str) -> str:
    """The outcome of a stage that noticed nothing."""
    return SURVIVED if stage == STAGES[-1] else f"passed the {stage}"


def keep(file: Path | None, mutant: Mutant, outcome: str) -> None:
    if file is not None:
        with file.open("a") as lines:
            lines.write(json.dumps({"mutant": mutant.id, "outcome": outcome}, ensure_ascii=False) + "\n")


def read_outcomes(file: Path | None) -> dict[str, str]:
    """What an earlier run has found; of two lines about one mutant the later holds."""
    if file is None or not file.exists():
        return {}
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    return {line["mutant"]: line["outcome"] for line in lines}


def main() -> None:
    parser = argparse.ArgumentParser(description="Break the engine in small ways and see whether a test notices.")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="leave out the first N of the sample")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="go on from the outcomes in a file, and add to it"
    )
    parser.add_argument("--again", action="store_true", help="try all that are not killed from the start")
    args = parser.parse_args()

    every = every_mutant()
    sample = sampled(every, args.sample, args.seed)[args.skip :]
    known = read_outcomes(args.resume)
    found = {mutant: known[mutant.id] for mutant in sample if mutant.id in known}
    if args.again:
        found = {mutant: outcome for mutant, outcome in found.items() if outcome in KILLED}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.workers) as pool:
        free: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(args.workers):
            free.put(Workshop(Path(folder, str(number))))

        def attempt(mutant: Mutant, stage: str, limit: float) -> str:
            workshop = free.get()
            try:
                return workshop.outcome(mutant, stage, limit)
            finally:
                free.put(workshop)

        before: str | None = None
        for stage in STAGES:
            left = [mutant for mutant in sample if found.get(mutant) == before]
            before = passed(stage)
            if not left:
                continue
            workshop = free.get()
            limit = workshop.seconds(stage) * PATIENCE + GRACE
            free.put(workshop)
            running = {pool.submit(attempt, mutant, stage, limit): mutant for mutant in left}
            for done in as_completed(running):
                mutant = running[done]
                found[mutant] = done.result()
                keep(args.resume, mutant, found[mutant])
                print(f"{_count(found)}; {_said(found[mutant])}: {mutant}", flush=True)

    for mutant in sample:
        if found[mutant] == SURVIVED:
            print(f"survived: {mutant}")
    print(f"{_count(found)} ({_killed(found) / len(sample):.1%}), {len(every)} possible")


def _killed(found: Mapping[Mutant, str]) -> int:
    return sum(outcome in KILLED for outcome in found.values())


def _count(found: Mapping[Mutant, str]) -> str:
    done = sum(outcome in (*KILLED, SURVIVED) for outcome in found.values())
    return f"{_killed(found)} of {done} killed"


def _said(outcome: str) -> str:
    return f"killed by the {outcome}" if outcome in STAGES else outcome


if __name__ == "__main__":
    main()
