"""Settings for all tests: `HYPOTHESIS_PROFILE=deep` looks longer and elsewhere each time.

`mutants` does not look for the smallest example: that there is one is enough.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.kits.postgres import Postgres, started

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=5_000, print_blob=True)
settings.register_profile("mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of this process."""
    with started() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of its own."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/omerta.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
