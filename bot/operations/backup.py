"""Backups of a running SQLite database: complete, readable by the owner only, the last seven are kept."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bot.core.clock import Clock
from bot.core.errors import CannotStart
from bot.storage import Database

log = structlog.get_logger()

KEPT = 7
EVERY_MS = 24 * 60 * 60_000
PATTERN = "omerta-*.db"
HALF = re.compile(r"omerta-\d{8}-\d{6}\.part(-journal)?")
"""Names of files that a program killed during a backup leaves: the copy, and SQLite's journal of writing it."""


def prepare_folder(folder: Path) -> None:
    """Creates the folder and checks that it can be written to. Called at the start, so that the operator sees the
    error. Raises CannotStart."""
    probe = folder / ".probe"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe.touch()
        probe.unlink()
        drop_halves(folder)
    except OSError as bad:
        raise CannotStart(f"BACKUP_DIR {folder} cannot be written to ({bad.strerror}). Check its rights.") from bad


def drop_halves(folder: Path) -> None:
    """Deletes incomplete copies; no other program writes here, because one program holds the database."""
    for file in folder.iterdir():
        if HALF.fullmatch(file.name):
            file.unlink(missing_ok=True)
            log.info("incomplete_backup_deleted", file=file.name)


class Backup:
    def __init__(self, database: Database, folder: Path, clock: Clock) -> None:
        self._database = database
        self._folder = folder
        self._clock = clock

    async def if_due(self) -> Path | None:
        """Makes a backup if the last one is a day old, however often the program is started."""
        newest = max(self._folder.glob(PATTERN), default=None, key=_age)
        if newest is not None and self._clock.now() - newest.stat().st_mtime * 1000 < EVERY_MS:
            return None
        return await self.make()

    async def make(self) -> Path:
        stamp = datetime.fromtimestamp(self._clock.now() / 1000, UTC).strftime("%Y%m%d-%H%M%S")
        target = self._folder / f"omerta-{stamp}.db"
        part = target.with_suffix(".part")
        drop_halves(self._folder)
        # The cards of running games are in it. SQLite writes into an empty file that is there.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            await self._database.copy_into(part)
            with open(part, "rb") as written:
                os.fsync(written.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        for old in sorted(self._folder.glob(PATTERN), key=_age)[:-KEPT]:
            old.unlink(missing_ok=True)
        log.info("backup_written", file=target.name)
        return target


def _age(file: Path) -> tuple[float, str]:
    return (file.stat().st_mtime, file.name)
