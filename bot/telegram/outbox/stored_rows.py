"""Takes up stored rows that are not in the queues yet: after a start, or because another process has stored
them."""

import asyncio
from collections.abc import Iterable

from bot.storage import Store
from bot.storage.repositories.outbox import OutboxRepository
from bot.telegram.outbox.failed_rows import FailedRows
from bot.telegram.outbox.outcomes import Outcomes
from bot.telegram.outbox.rows import Row, row_from_store
from bot.telegram.outbox.sender import Sender
from bot.telegram.outbox.waiting_rows import SeenRows

BATCH = 500
"""Number of rows handled before other tasks get a turn."""


class StoredRows:
    def __init__(
        self, database: Store, seen: SeenRows, sender: Sender, outcomes: Outcomes, failed_rows: FailedRows
    ) -> None:
        self._stored = OutboxRepository(database)
        self._seen = seen
        self._sender = sender
        self._outcomes = outcomes
        self._failed_rows = failed_rows

    async def load(self) -> None:
        """Loads all rows that were not settled when the program ended."""
        superseded: list[Row] = []
        for number, stored in enumerate(await self._stored.all(), start=1):
            if self._seen.is_new(stored.id):
                self._failed_rows.watch(stored.id, stored.tries)
                self._seen.add(stored.id)
                row = self._sender.line_up(row_from_store(stored))
                if row is not None:
                    superseded.append(row)
            if number % BATCH == 0:
                await asyncio.sleep(0)  # updates are received meanwhile
        for first in range(0, len(superseded), BATCH):
            batch = superseded[first : first + BATCH]
            for row in batch:
                if row.step:
                    self._sender.discard(row)
            await self._outcomes.drop(row for row in batch if not row.step)

    async def missing(self) -> dict[int, str]:
        """Returns the ids of stored rows that are not in the queues, with their games."""
        self._seen.begin_sweep()
        stored = await self._stored.games_by_row()
        return {row_id: game_id for row_id, game_id in stored.items() if self._seen.is_new(row_id)}

    async def take_up(self, ids: Iterable[int]) -> None:
        """Reads rows that other processes have stored, and queues them."""
        wanted = [row_id for row_id in ids if self._seen.is_new(row_id)]
        for first in range(0, len(wanted), BATCH):
            some = wanted[first : first + BATCH]
            for stored in await self._stored.among(some):
                if self._seen.is_new(stored.id):
                    self._seen.add(stored.id)
                    self._sender.enqueue(row_from_store(stored))
        if wanted:
            self._sender.wake()
