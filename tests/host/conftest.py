"""What the tests of the host share."""

from collections.abc import Iterator

import pytest

from tests.host.program import Launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    started = Launcher()
    yield started
    started.close()
