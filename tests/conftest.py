"""Settings for all tests: `HYPOTHESIS_PROFILE=deep` looks longer and elsewhere each time.

`mutants` does not look for the smallest example: that there is one is enough.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import Phase, settings

from tests.store.postgres import Postgres, started

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=5_000, print_blob=True)
settings.register_profile("mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of this process."""
    with started() as server:
        yield server
