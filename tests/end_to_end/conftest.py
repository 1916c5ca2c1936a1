"""Fixtures that the end-to-end tests share."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import structlog

from tests.kits.end_to_end.killable_host import ForkServer, fork_server
from tests.kits.end_to_end.program import Launcher


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Marks every test of this folder. pytest passes the tests of all folders."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.realtime)


@pytest.fixture(scope="session", autouse=True)
def _short_traces() -> None:
    """Shortens tracebacks: structlog's default prints the values of all variables, and takes ten seconds for one
    error."""
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
