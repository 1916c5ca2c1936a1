"""The lock that keeps a second program away from a SQLite file."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from bot.core.errors import CannotStart


def lock_database_file(path: Path) -> Callable[[], None]:
    """Locks a SQLite file, and returns a function that releases the lock. Raises `CannotStart` if another program
    holds it, or the file cannot be written to."""
    try:
        # A folder that exists keeps its rights.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # An account that can open the lock file could hold it, and no host would start.
        lock: IO[str] = open(f"{path}.lock", "w", opener=_private)  # noqa: SIM115  # held for as long as the program runs
        os.fchmod(lock.fileno(), 0o600)
        # Journals hold the cards of running games: only the host's own account may read them.
        path.touch(mode=0o600)
        for part in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if part.exists():
                part.chmod(0o600)
    except OSError as bad:
        raise CannotStart(f"{path} cannot be written to ({bad.strerror}). Check its rights.") from bad
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CannotStart(
            f"Another Omertà is running on {path}. Stop it first, or give this one its own DATABASE_URL."
        ) from None
    return lock.close


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
