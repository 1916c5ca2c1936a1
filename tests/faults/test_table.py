"""The table of faults is complete: every test it names exists."""

from pathlib import Path

import pytest

from tests.faults.fault_table import TABLE, Fault

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("fault", TABLE, ids=lambda fault: fault.name)
def test_the_tests_of_a_row_exist(fault: Fault) -> None:
    for test in fault.tests:
        path, _, name = test.partition("::")
        text = (ROOT / path).read_text("utf-8")
        assert not name or f"def {name}(" in text, test
