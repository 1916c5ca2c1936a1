"""Begins and ends together what only the leader does: recovery, the outbox, timers, mutes, scheduled jobs."""

import contextlib

import structlog

from bot.core.clock import SteadyClock
from bot.core.leadership import Leadership
from bot.core.timers import Timers
from bot.games.game_registry import GameRegistry
from bot.operations.heartbeat import HEARTBEAT, beat
from bot.operations.scheduled_jobs import ScheduledJobs
from bot.runtime.recovery import Recovery
from bot.runtime.remote_changes import RemoteChanges
from bot.storage import Database

log = structlog.get_logger()


class LeaderDuties:
    def __init__(
        self,
        database: Database,
        clock: SteadyClock,
        leadership: Leadership,
        timers: Timers,
        games: GameRegistry,
        recovery: Recovery,
        scheduled_jobs: ScheduledJobs,
        remote_changes: RemoteChanges,
    ) -> None:
        self._database = database
        self._clock = clock
        self._leadership = leadership
        self._timers = timers
        self._games = games
        self._recovery = recovery
        self._scheduled_jobs = scheduled_jobs
        self._remote_changes = remote_changes
        self.are_begun = False
        self._recovered = False

    async def begin(self) -> int:
        """Begins the duties. Returns the milliseconds since the last heartbeat, for which there was no leader."""
        self.are_begun = True
        if self._leadership.shared:
            self._recovery.forget()
            self._games.forget_idle()
        last = await HEARTBEAT.read(self._database)
        if last is not None:
            self._clock.not_before(last)
        down_ms = 0 if last is None else max(0, self._clock.now() - last)
        self._timers.resting = False
        self._timers.release()
        await self._recovery.recover(down_ms)
        self._recovered = True
        self._scheduled_jobs.start()
        if self._leadership.shared:
            self._remote_changes.start()
            log.info("leadership_taken", down_ms=down_ms, term=self._leadership.term)
        return down_ms

    async def end(self) -> None:
        """Ends the duties. Calls in flight are finished; nothing new begins."""
        if self._leadership.shared:
            log.warning("leadership_lost")
        self._timers.resting = True
        await self._scheduled_jobs.stop()
        await self._remote_changes.stop()
        await self._recovery.rest()
        if self._leadership.shared:
            self._recovery.forget()  # the next leader changes it
        self.are_begun = self._recovered = False

    async def end_with_program(self) -> None:
        """Ends the duties as `end` does, with a last heartbeat: the next start counts downtime from here."""
        if not self.are_begun:
            return
        recovered = self._recovered
        await self.end()
        # Without recovery nothing was credited, so the old heartbeat stays.
        if recovered and await self._leadership.claim():
            with contextlib.suppress(Exception):
                await beat(self._database, self._clock)
