"""A missing program skips the test, or fails it with CI=true."""

import pytest

from tests.kits.requirements import needs


def test_a_program_that_is_there_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    needs("python3")


def test_a_missing_program_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-browser is not installed"):
        needs("no-such-browser")


def test_a_missing_program_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-browser is not installed"):
        needs("no-such-browser")
