from pathlib import Path

import pytest

from tests.store.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of its own."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/omerta.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
