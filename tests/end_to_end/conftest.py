"""What the tests of the host share."""

from collections.abc import Iterator

import pytest
import structlog

from tests.kits.end_to_end.kill_kit import ForkServer, fork_server
from tests.kits.end_to_end.program import Launcher


@pytest.fixture(scope="session", autouse=True)
def _short_traces() -> None:
    """What structlog prints unasked holds the values of all variables, and takes ten seconds for one error."""
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    started = Launcher()
    yield started
    started.close()


@pytest.fixture(scope="session")
def server() -> Iterator[ForkServer]:
    with fork_server() as started:
        yield started
