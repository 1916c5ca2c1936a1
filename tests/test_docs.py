"""The examples of README and docs run as they stand."""

import doctest
from pathlib import Path

import pytest

from engine.record import read_record, replay_record

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/engine.md"])
def test_examples_run(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_record_of_the_readme_replays() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("    ruleset "))
    end = lines.index("", start)
    assert replay_record(read_record("\n".join(line.strip() for line in lines[start:end]))).failure is None
