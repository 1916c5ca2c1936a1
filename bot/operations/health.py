"""The state of the host, for `/healthz` and `/metrics`."""

import asyncio
import time
from typing import Any

from bot.core.leadership import Leadership
from bot.core.release import release
from bot.core.timers import Timers
from bot.games.lobby import Phase
from bot.operations.duplicate_host import DuplicateHost
from bot.operations.metrics import Metrics
from bot.operations.storage_outage import StorageOutage
from bot.storage import Database
from bot.storage.repositories.games import GameRepository
from bot.telegram.outbox.outbox import Outbox

PATIENCE = 2.0
"""Seconds after which a database that has not answered counts as unreachable."""


class Health:
    def __init__(
        self,
        database: Database,
        outbox: Outbox,
        timers: Timers,
        storage_outage: StorageOutage,
        metrics: Metrics,
        leadership: Leadership,
        duplicate_host: DuplicateHost,
    ) -> None:
        self._leadership = leadership
        self._duplicate_host = duplicate_host
        self._games = GameRepository(database)
        self._outbox = outbox
        self._timers = timers
        self._storage_outage = storage_outage
        self._metrics = metrics
        self._began = time.monotonic()
        self._release = release()

    async def look(self) -> tuple[bool, dict[str, Any]]:
        """Returns whether the host is well, and the fields of `/healthz`."""
        counts = await self._tables()
        parts = {
            "store": counts is not None and self._storage_outage.since is None,
        }
        if self._leadership.held:
            parts |= {"timers": self._timers.is_running, "outbox": _runs(self._outbox.runner)}
        well = all(parts.values())
        return well, {
            "well": well,
            **parts,
            "leader": self._leadership.held,
            "duplicate_host": self._duplicate_host.is_there,
            "version": self._release,
            "uptime_s": round(time.monotonic() - self._began),
            "live_games": None if counts is None else counts[Phase.PLAYING],
            "open_tables": None if counts is None else counts[Phase.OPEN],
            "outbox_waiting": self._outbox.waiting,
        }

    async def metrics(self) -> bytes:
        for phase, count in (await self._tables() or {}).items():
            self._metrics.games.labels(phase.value).set(count)
        self._metrics.waiting.set(self._outbox.waiting)
        self._metrics.duplicate_host.set(self._duplicate_host.is_there)
        self._metrics.storage_outage.set(self._storage_outage.since is not None)
        return self._metrics.text()

    async def _tables(self) -> dict[Phase, int] | None:
        """Returns the number of tables by phase; None if the database does not answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._games.count_live()
        except Exception:  # any error means that the database does not answer
            return None


def _runs(task: "asyncio.Task[None] | None") -> bool:
    return task is not None and not task.done()
