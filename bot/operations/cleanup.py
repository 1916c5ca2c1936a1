"""Deletes old data: receipts, updates that were put aside, finished games older than KEEP_DAYS, past
evenings."""

import structlog

from bot.core.clock import Clock
from bot.games.lobby import Lobby, lobby_from_json
from bot.games.memory_eviction import Eviction
from bot.storage import Database, Store, UnitOfWork
from bot.storage.repositories.games import GameRepository

log = structlog.get_logger()

DAY_MS = 24 * 60 * 60_000
RECEIPTS_KEPT_MS = 2 * DAY_MS
"""How long receipts are kept: Telegram delivers an unconfirmed update again for a day at most; this is twice
that."""
FAILED_UPDATES_KEPT_MS = 30 * DAY_MS
"""How long failed updates are kept for the operator."""
PLANS_KEPT_MS = 30 * DAY_MS
"""How long evenings that are over are kept: their messages may still be edited."""
AT_ONCE = 100
"""Most old games deleted in one transaction."""


class Cleanup:
    def __init__(self, database: Database, clock: Clock, eviction: Eviction, keep_days: int) -> None:
        self._database = database
        self._clock = clock
        self._eviction = eviction
        self._keep_days = keep_days

    async def drop_old_receipts(self) -> None:
        before = self._clock.now() - RECEIPTS_KEPT_MS
        await self._database.commit(UnitOfWork().drop_old_receipts(before=before))

    async def drop_old_failed_updates(self) -> None:
        await drop_old_failed_updates(self._database, self._clock)

    async def drop_old_plans(self) -> None:
        before = self._clock.now() - PLANS_KEPT_MS
        await self._database.commit(UnitOfWork().drop_old_plans(before=before))

    async def delete_old_games(self) -> int:
        """Deletes finished games older than KEEP_DAYS, with their journals and the ids of their messages."""
        before = self._clock.now() - self._keep_days * DAY_MS
        stored = GameRepository(self._database)
        count = 0
        while old := await stored.ended_before(before, AT_ONCE):
            work = UnitOfWork()
            for game in old:
                _delete(work, lobby := lobby_from_json(game.lobby))
                self._eviction.evict(lobby.id)
            await self._database.commit(work)
            count += len(old)
        if count:
            log.info("finished_games_trimmed", count=count)
        return count


async def drop_old_failed_updates(store: Store, clock: Clock) -> None:
    before = clock.now() - FAILED_UPDATES_KEPT_MS
    await store.commit(UnitOfWork().drop_old_failed_updates(before=before))


def _delete(work: UnitOfWork, lobby: Lobby) -> None:
    people = {*lobby.seating, *(guest.user_id for guest in lobby.guests)} - {0}
    for chat in (lobby.chat_id, *sorted(people)):
        work.drop_slots_of_game(chat=chat, prefix=f"{lobby.id}:")
    work.drop_rows_of_game(lobby.id).drop_events_of(lobby.id).drop_clock(lobby.id)
    work.drop_places(lobby.id).drop_game(lobby.id)
