"""What has to be done again and again, whoever plays: the heartbeat, mutes, old data, backups."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.clockwork.timekeeping import HEARTBEAT
from bot.failed_updates import drop_old_failures
from bot.host import Host
from bot.lobby import Lobby, Phase, lobby_from_json
from bot.operation.backup import Backup
from bot.operation.leftover_restrictions import LeftoverRestrictions
from bot.operation.trouble import OnTrouble
from bot.results import fill_in
from bot.store import Database, Work
from bot.store.schema import games, notes

log = structlog.get_logger()

DAY_MS = 24 * 60 * 60_000
RECEIPTS_KEPT_MS = 2 * DAY_MS
"""Telegram brings an update again for a day at most."""
AT_ONCE = 100
"""Old games that are put away in one go."""


async def beat(database: Database, clock: Clock) -> None:
    """The time up to which the host is known to have been at work."""
    await database.commit(Work().add("put_note", key=HEARTBEAT, value=str(clock.now())))


async def last_beat(database: Database) -> int | None:
    row = await database.row(select(notes.c.value).where(notes.c.key == HEARTBEAT))
    return None if row is None else int(row.value)


@dataclass(frozen=True, slots=True)
class Chore:
    name: str
    every_s: int
    do: Callable[[], Awaitable[object]]
    at_once: bool = False
    """Once at the start, too."""


class Chores:
    def __init__(self, host: Host, database: Database, on_trouble: OnTrouble) -> None:
        self._host = host
        self._database = database
        self._on_trouble = on_trouble
        self._leftovers = LeftoverRestrictions(database, host.clock, host.transport, host.directory)
        self._scheduler = _scheduler()
        self._ending = False

    def start(self) -> None:
        self._ending = False
        self._scheduler = _scheduler()
        for chore in self._all():
            soon = {"next_run_time": datetime.now() + timedelta(seconds=1)} if chore.at_once else {}
            self._scheduler.add_job(
                self._carefully, "interval", seconds=chore.every_s, args=(chore,), id=chore.name, **soon
            )
        self._scheduler.start()

    async def stop(self) -> None:
        self._ending = True
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def _all(self) -> list[Chore]:
        chores = [
            Chore(HEARTBEAT, 5, lambda: beat(self._database, self._host.clock)),
            Chore("mutes", 60, self.renew_mutes),
            Chore("tags", 60, self._host.tags.tend),
            Chore("leftover-restrictions", 600, self._leftovers.look, at_once=True),
            Chore("forgetting", 60, self._host.forgetting.those_who_wait),
            Chore("results", 24 * 3600, lambda: fill_in(self._database), at_once=True),
            Chore("old-receipts", 3600, self.drop_old_receipts, at_once=True),
            Chore("old-failed-updates", 24 * 3600, self.drop_old_failures, at_once=True),
            Chore("old-games", 3600, self.put_old_games_away, at_once=True),
        ]
        folder = self._host.settings.backup_dir
        if folder and self._database.dialect == "sqlite":
            backup = Backup(self._database, Path(folder), self._host.clock)
            chores.append(Chore("backup", 3600, backup.if_due, at_once=True))
        elif folder:
            log.warning("PostgreSQL is backed up with pg_dump; BACKUP_DIR does nothing")
        return chores

    async def _carefully(self, chore: Chore) -> None:
        try:
            await chore.do()
        except asyncio.CancelledError:
            if not self._ending:
                raise
            # The scheduler cuts off what is under way, and would take that for an error of the chore.
        except Exception as error:  # the next time comes anyway
            log.exception("a chore failed", chore=chore.name)
            self._on_trouble(chore.name, error)

    async def renew_mutes(self) -> None:
        """A mute always has an end, and a long speech of somebody else must not outlast it."""
        await self._host.silence.tend()

    # --- old data -----------------------------------------------------------------------------------------------

    async def drop_old_receipts(self) -> None:
        before = self._host.clock.now() - RECEIPTS_KEPT_MS
        await self._database.commit(Work().add("drop_old_receipts", before=before))

    async def drop_old_failures(self) -> None:
        await drop_old_failures(self._database, self._host.clock)

    async def put_old_games_away(self) -> int:
        """Finished games, their journals and all that was noted about their messages."""
        before = self._host.clock.now() - self._host.settings.keep_days * DAY_MS
        finished = [phase.value for phase in (Phase.OVER, Phase.CLOSED)]
        question = (
            select(games.c.lobby)
            .where(games.c.phase.in_(finished), games.c.changed_ms < before)
            .order_by(games.c.changed_ms)
            .limit(AT_ONCE)
        )
        count = 0
        while old := await self._database.rows(question):
            work = Work()
            for row in old:
                _put_away(work, lobby := lobby_from_json(row.lobby))
                self._host.service.put_away(lobby.id)
            await self._database.commit(work)
            count += len(old)
        if count:
            log.info("old games put away", count=count)
        return count


def _scheduler() -> AsyncIOScheduler:
    return AsyncIOScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})


def _put_away(work: Work, lobby: Lobby) -> None:
    people = {*lobby.seating, *(guest.user_id for guest in lobby.guests)} - {0}
    for chat in (lobby.chat_id, *sorted(people)):
        work.add("drop_slots_of_game", chat=chat, prefix=f"{lobby.id}:")
    for change in ("drop_rows_of_game", "drop_events_of", "drop_clock", "drop_places", "drop_game"):
        work.add(change, game=lobby.id)
