"""Break the engine in many small ways and see whether a test notices: `make mutants`.

Each mutant is a copy of the engine with one change. The records run first (they are quick), then the rest of the
engine's tests. What survives is printed, to be looked at by a person.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ("engine/*.py", "engine/steps/*.py", "engine/rulesets/*.py", "engine/record/*.py")
"""Players are judged by their figures, not by their lines."""

SEARCHING = ("test_legal.py", "test_no_leak.py", "test_game_machine.py")
SLOW = (*SEARCHING, "test_records.py", "test_architecture.py", "test_players.py")

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


def mutants(file: Path) -> Iterator[tuple[int, str, str]]:
    """Line, kind and text of every mutant of a file."""
    tree = ast.parse(file.read_text())
    places = [
        (parent, field, index, child)
        for parent in ast.walk(tree)
        for field, value in ast.iter_fields(parent)
        for index, child in enumerate(value if isinstance(value, list) else [value])
        if isinstance(child, ast.AST) and not _is_annotation(parent, field)
    ]
    for parent, field, index, child in places:
        for kind, other in changes(child):
            ast.copy_location(other, child)
            _put(parent, field, index, other)
            yield getattr(child, "lineno", 0), kind, ast.unparse(ast.fix_missing_locations(tree))
            _put(parent, field, index, child)


def _is_annotation(parent: ast.AST, field: str) -> bool:
    return field in ("annotation", "returns", "decorator_list") or isinstance(parent, ast.AnnAssign)


def _put(parent: ast.AST, field: str, index: int, child: ast.AST) -> None:
    value = getattr(parent, field)
    if isinstance(value, list):
        value[index] = child
    else:
        setattr(parent, field, child)


def survives(relative: str, text: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        copy_of = Path(folder)
        for name in ("engine", "bot", "tests", "docs", "handlers", "sandbox"):
            shutil.copytree(ROOT / name, copy_of / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, copy_of)
        (copy_of / relative).write_text(text)
        quick = sorted(
            str(file.relative_to(ROOT)) for file in ROOT.glob("tests/test_*.py") if file.name not in SLOW
        )
        suites = (["tests/test_records.py"], quick, [f"tests/{name}" for name in SEARCHING])
        return all(_passes(copy_of, suite) for suite in suites)


def _passes(folder: Path, suite: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *suite]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, timeout=600)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    files = sorted(file for pattern in RULES for file in ROOT.glob(pattern))
    every = [(str(file.relative_to(ROOT)), *mutant) for file in files for mutant in mutants(file)]
    sample = random.Random(args.seed).sample(every, min(args.sample, len(every)))
    killed = 0
    with ThreadPoolExecutor(args.workers) as pool:
        outcomes = pool.map(lambda mutant: survives(mutant[0], mutant[3]), sample)
        for number, ((relative, line, kind, _), alive) in enumerate(zip(sample, outcomes, strict=True), start=1):
            killed += not alive
            if alive:
                print(f"survived {relative}:{line} {kind} ({killed} of {number} killed so far)", flush=True)
    print(f"{killed} of {len(sample)} killed ({killed / len(sample):.1%}), {len(every)} possible")


if __name__ == "__main__":
    main()
