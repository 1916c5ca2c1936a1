"""Finds, creates and changes stored tournaments, with optimistic locking."""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from bot.core.clock import Clock
from bot.games.lobby import new_game_id
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.repositories.receipts import ReceiptRepository
from bot.storage.repositories.tournaments import TournamentRepository
from bot.storage.tournament_entry_json import write_entry
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row
from bot.tournaments.tournament import Refusal, Room, Tournament, new_seed, tournament_from_json
from engine.tournament.protests import Entry

TRIES = 5
MOST_SEARCHED = 20
"""How many tournaments are read to find that of a chat."""
Change = Callable[[Tournament], "Tournament | Refusal"]
Rows = Callable[[Tournament], list[Row]]
"""Makes the messages that show the stored tournament."""


class TournamentStore:
    def __init__(self, store: Store, clock: Clock, outbox: Outbox, receipts: ReceiptRepository) -> None:
        self._stored = TournamentRepository(store)
        self._clock = clock
        self._outbox = outbox
        self._receipts = receipts
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # --- finding ------------------------------------------------------------------------------------------------

    async def find(self, tournament_id: str) -> Tournament | None:
        found = await self.read(tournament_id)
        return None if found is None else found[0]

    async def read(self, tournament_id: str) -> tuple[Tournament, int] | None:
        """Returns the tournament and its revision, for a guarded change."""
        row = await self._stored.find(tournament_id)
        return None if row is None else (tournament_from_json(row.data), row.revision)

    async def here(self, chat_id: int, thread_id: int) -> Tournament | None:
        """Returns the newest tournament of a group, or else one that has a table there."""
        for search in (self._stored.newest, self._stored.newest_naming):
            for data in await search(chat_id, MOST_SEARCHED):
                found = tournament_from_json(data)
                if found.chat_id == chat_id or Room(chat_id, thread_id) in found.rooms:
                    return found
        return None

    async def entries(self, tournament_id: str) -> list[Entry]:
        return await self._stored.entries(tournament_id)

    async def entry(self, game_id: str) -> Entry | None:
        return await self._stored.entry(game_id)

    # --- changing -----------------------------------------------------------------------------------------------

    def lock(self, name: str) -> asyncio.Lock:
        """Returns the lock for changes in this process; the revision guard detects those of other processes."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def create(
        self,
        chat_id: int,
        thread_id: int,
        chief: int,
        name: str,
        ruleset: str,
        receipt: str,
        rows: Rows | None = None,
    ) -> Tournament | None:
        """Creates and stores a tournament; returns None if this update was handled before."""
        created = Tournament(
            new_game_id(),
            chat_id,
            thread_id,
            chief,
            name,
            new_seed(),
            self._clock.now(),
            ruleset=ruleset,
            rooms=(Room(chat_id, thread_id),),
        )
        work = UnitOfWork()
        self.put(work, created)
        told = [] if rows is None else rows(created)
        return created if await self.commit(work, receipt, told) else None

    async def change(
        self,
        tournament_id: str,
        decide: Change,
        receipt: str,
        along: Callable[[UnitOfWork], None] | None = None,
        rows: Rows | None = None,
    ) -> Tournament | Refusal | None:
        """Applies `decide` to the newest tournament and stores the result; None if there is no such tournament.

        `along` adds to the same unit of work; `rows` makes the messages that show the stored tournament.
        """
        async with self.lock(tournament_id):
            for _ in range(TRIES):
                found = await self.read(tournament_id)
                if found is None:
                    return None
                tournament, known = found
                changed = decide(tournament)
                if isinstance(changed, Refusal):
                    return changed
                work = UnitOfWork().guard_tournament(tournament=tournament_id, known=known)
                self.put(work, changed)
                if along is not None:
                    along(work)
                if await self.commit(work, receipt, [] if rows is None else rows(changed)):
                    return changed
                if receipt and await self._receipts.has(receipt):
                    return await self.find(tournament_id)
        raise RuntimeError(f"the tournament {tournament_id} changes faster than it can be read")

    def put(self, work: UnitOfWork, tournament: Tournament, changed_ms: int | None = None) -> None:
        work.put_tournament(
            tournament_id=tournament.id,
            chat_id=tournament.chat_id,
            data=tournament.to_json(),
            changed_ms=self._clock.now() if changed_ms is None else changed_ms,
        )

    async def commit(self, work: UnitOfWork, receipt: str, rows: list[Row]) -> bool:
        if receipt:
            work.add_receipt(key=receipt, at_ms=self._clock.now())
        try:
            await self._outbox.post(rows, work)
        except Conflict:
            return False
        return True


def put_entry(work: UnitOfWork, tournament_id: str, entry: Entry) -> None:
    work.put_entry(game_id=entry.result.id, tournament_id=tournament_id, data=write_entry(entry))
