"""Programs that tests need: a missing one skips the test, or fails it with `CI=true`."""

import os
import shutil

import pytest


def needs(program: str) -> None:
    """Skip the calling test, saying why, if `program` is not on the path; with `CI=true` fail it instead."""
    if shutil.which(program) is None:
        absent(f"{program} is not installed")


def absent(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    print(f"skipped: {reason}")
    pytest.skip(reason)
