"""The arrows between the packages, and the purity of the engine (contracts in pyproject.toml)."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent.parent
CONFIG = ROOT / "pyproject.toml"
LINTER = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["tool"]["importlinter"]
IMPURE = {"asyncio", "datetime", "random", "time"}

# Run without site-packages, so that a third-party import fails outright.
LOAD_ENGINE = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)
print(*{name.partition(".")[0] for name in sys.modules})
"""


def imports_of(file: Path) -> Iterator[str]:
    """The top-level packages that a file itself imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def engine_imports(wrong: Callable[[str], bool]) -> list[str]:
    """Where the engine imports what it must not, as `file: package`."""
    files = sorted((ROOT / "engine").rglob("*.py"))
    assert files
    return [f"{file.relative_to(ROOT)}: {name}" for file in files for name in imports_of(file) if wrong(name)]


@pytest.mark.parametrize("contract", [contract["id"] for contract in LINTER["contracts"]])
def test_import_contract_is_kept(contract: str) -> None:
    status = lint_imports(str(CONFIG), limit_to_contracts=(contract,), no_cache=True, no_logo=True)
    assert status == EXIT_STATUS_SUCCESS, "import-linter's report is in the captured output"


def test_engine_imports_no_clock_no_dice_no_asyncio() -> None:
    assert engine_imports(lambda name: name in IMPURE) == []


def test_engine_imports_itself_and_the_standard_library_only() -> None:
    assert engine_imports(lambda name: name not in {"engine", *sys.stdlib_module_names}) == []


def test_engine_loads_in_a_bare_interpreter() -> None:
    bare = [sys.executable, "-I", "-S", "-c", LOAD_ENGINE, str(ROOT)]
    run = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert set(run.stdout.split()) - sys.stdlib_module_names == {"__main__", "engine"}
