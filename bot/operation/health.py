"""Is the host well? What `/healthz` and `/metrics` say of it."""

import asyncio
import time
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sqlalchemy import func, select

from bot.clockwork.timers import Timers
from bot.lobby import Phase
from bot.operation.metrics import Metrics
from bot.operation.rival_host import RivalHost
from bot.operation.standstill import Standstill
from bot.outbox.sender import Outbox
from bot.processes.baton import Baton
from bot.store import Database
from bot.store.schema import games

PATIENCE = 2.0
"""Seconds that the store has for its answer."""
LIVE = (Phase.OPEN, Phase.PLAYING)


def release() -> str:
    try:
        return version("omerta")
    except PackageNotFoundError:
        return "unknown"


class Health:
    def __init__(
        self,
        database: Database,
        outbox: Outbox,
        timers: Timers,
        standstill: Standstill,
        metrics: Metrics,
        baton: Baton,
        rival: RivalHost,
    ) -> None:
        self._baton = baton
        self._rival = rival
        self._database = database
        self._outbox = outbox
        self._timers = timers
        self._standstill = standstill
        self._metrics = metrics
        self._began = time.monotonic()
        self._release = release()

    async def look(self) -> tuple[bool, dict[str, Any]]:
        """Well or not, and the numbers."""
        counts = await self._tables()
        parts = {
            "store": counts is not None and self._standstill.since is None,
        }
        if self._baton.held:
            parts |= {"timers": _runs(self._timers.runner), "outbox": _runs(self._outbox.runner)}
        well = all(parts.values())
        return well, {
            "well": well,
            **parts,
            "conducts": self._baton.held,
            "rival_host": self._rival.is_there,
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
        self._metrics.rival.set(self._rival.is_there)
        self._metrics.standing.set(self._standstill.since is not None)
        return self._metrics.text()

    async def _tables(self) -> dict[Phase, int] | None:
        """None: the store does not answer."""
        question = (
            select(games.c.phase, func.count())
            .where(games.c.phase.in_([phase.value for phase in LIVE]))
            .group_by(games.c.phase)
        )
        try:
            async with asyncio.timeout(PATIENCE):
                rows = await self._database.rows(question)
                found = {Phase(phase): int(count) for phase, count in map(tuple, rows)}
        except Exception:  # whatever keeps it from answering, it does not
            return None
        return {phase: found.get(phase, 0) for phase in LIVE}


def _runs(task: "asyncio.Task[None] | None") -> bool:
    return task is not None and not task.done()
