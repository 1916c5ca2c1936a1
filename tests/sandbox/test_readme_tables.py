"""The tables in README.md match the code, and every test that they name exists."""

import ast
from pathlib import Path

from sandbox.core.refusals import Why
from sandbox.readme_tables import BEGINS, ENDS, behaviours, tables

README = Path(__file__).parents[2] / "sandbox" / "README.md"


def functions(file: str) -> set[str]:
    tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_tables_match_the_code() -> None:
    page = README.read_text(encoding="utf-8")
    assert page.count(BEGINS) == page.count(ENDS) == 1
    inside = page.partition(BEGINS)[2].partition(ENDS)[0]
    assert inside.strip() == tables().strip(), "run python -m sandbox.readme_tables"


def test_each_named_test_exists() -> None:
    named = {(file, name) for one in behaviours() for file, _, name in [one.test.partition("::")]}
    assert sorted(f"{file}::{name}" for file, name in named if name not in functions(file)) == []


def test_every_behaviour_is_named_once_and_has_a_source() -> None:
    told = behaviours()
    assert len(told) > 60
    assert len({one.what for one in told}) == len(told)
    assert [one.what for one in told if not one.source or not one.test] == []


def test_every_refusal_stands_in_the_table() -> None:
    table = tables()
    assert [why.name for why in Why if f"`{why.value[1]}`" not in table] == []
