"""Jobs of the leader that run at intervals: heartbeat, mutes, seat tags, removal of old data, backups."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.core.clock import Clock
from bot.core.error_reports import ReportError
from bot.core.transport import Transport
from bot.games.memory_eviction import Eviction
from bot.games.muting import Muting
from bot.games.results import fill_in
from bot.games.seat_tags import SeatTags
from bot.operations.backup import Backup
from bot.operations.cleanup import Cleanup
from bot.operations.forget_person import ForgetPerson
from bot.operations.heartbeat import beat
from bot.operations.repair_of_0_1_0 import LeftoverRestrictions
from bot.settings import Settings
from bot.storage import Database
from bot.storage.groups import Groups

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    name: str
    every_s: int
    do: Callable[[], Awaitable[object]]
    at_once: bool = False
    """Runs one second after the start as well, not only after the first interval."""


class ScheduledJobs:
    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock,
        transport: Transport,
        groups: Groups,
        eviction: Eviction,
        muting: Muting,
        tags: SeatTags,
        forget_person: ForgetPerson,
        arm_plans: Callable[[], Awaitable[None]],
        report_error: ReportError,
    ) -> None:
        self._settings = settings
        self._database = database
        self._clock = clock
        self._muting = muting
        self._tags = tags
        self._forget_person = forget_person
        self._arm_plans = arm_plans
        self._report_error = report_error
        self._leftovers = LeftoverRestrictions(database, clock, transport, groups)
        self.cleanup = Cleanup(database, clock, eviction, settings.keep_days)
        self._scheduler = _scheduler()
        self._ending = False

    def start(self) -> None:
        self._ending = False
        self._scheduler = _scheduler()
        for job in self._all():
            soon = {"next_run_time": datetime.now() + timedelta(seconds=1)} if job.at_once else {}
            self._scheduler.add_job(self._run, "interval", seconds=job.every_s, args=(job,), id=job.name, **soon)
        self._scheduler.start()

    async def stop(self) -> None:
        self._ending = True
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def _all(self) -> list[ScheduledJob]:
        jobs = [
            ScheduledJob("heartbeat", 5, lambda: beat(self._database, self._clock)),
            ScheduledJob("mutes", 60, self.renew_mutes),
            ScheduledJob("tags", 60, self._tags.tend),
            ScheduledJob("leftover-restrictions", 600, self._leftovers.look, at_once=True),
            ScheduledJob("plans", 60, self._arm_plans),
            ScheduledJob("old-plans", 24 * 3600, self.cleanup.drop_old_plans, at_once=True),
            ScheduledJob("forgetting", 60, self._forget_person.those_who_wait),
            ScheduledJob("results", 24 * 3600, lambda: fill_in(self._database), at_once=True),
            ScheduledJob("old-receipts", 3600, self.cleanup.drop_old_receipts, at_once=True),
            ScheduledJob("old-failed-updates", 24 * 3600, self.cleanup.drop_old_failed_updates, at_once=True),
            ScheduledJob("old-games", 3600, self.cleanup.delete_old_games, at_once=True),
        ]
        folder = self._settings.backup_dir
        if folder and self._database.dialect == "sqlite":
            backup = Backup(self._database, Path(folder), self._clock)
            jobs.append(ScheduledJob("backup", 3600, backup.if_due, at_once=True))
        elif folder:
            log.warning("backup_dir_ignored", why="PostgreSQL is backed up with pg_dump")
        return jobs

    async def _run(self, job: ScheduledJob) -> None:
        try:
            await job.do()
        except asyncio.CancelledError:
            if not self._ending:
                raise
            # `stop` cancels jobs under way; the scheduler would log that as an error of the job.
        except Exception as error:  # a job that failed runs again after its interval
            log.exception("scheduled_job_failed", job=job.name)
            self._report_error(job.name, error)

    async def renew_mutes(self) -> None:
        """Renews mutes before they end: Telegram gets an end with every mute, and a long speech of another player
        may outlast it."""
        await self._muting.tend()


def _scheduler() -> AsyncIOScheduler:
    return AsyncIOScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
