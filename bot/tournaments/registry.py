"""Where tournaments are kept: found, and changed one wish at a time."""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from sqlalchemy import select

from bot.directory import Directory
from bot.lobby import FORGOTTEN, new_game_id
from bot.outbox.rows import Row
from bot.results import user_of
from bot.service import Service
from bot.store import Conflict, Store, Work
from bot.store.schema import entries as entries_table
from bot.store.schema import tournaments as tournaments_table
from bot.tournaments.entries import read_entry, write_entry
from bot.tournaments.tournament import Refusal, Room, Tournament, new_seed, tournament_from_json
from engine.protests import Entry

TRIES = 5
SEARCHES = 2
"""Seatings that are sought at the same time; the others wait."""
Change = Callable[[Tournament], "Tournament | Refusal"]
Rows = Callable[[Tournament], list[Row]]
"""What is shown of a tournament as it is stored."""


class Registry:
    def __init__(self, service: Service, directory: Directory, lobby_minutes: int) -> None:
        self._service = service
        self._directory = directory
        self._lobby_ms = lobby_minutes * 60_000
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.searches = asyncio.Semaphore(SEARCHES)
        """Each is a process that takes all it gets."""

    # --- finding ------------------------------------------------------------------------------------------------

    async def find(self, tournament_id: str) -> Tournament | None:
        return await tournament_of(self._service.database, tournament_id)

    async def _read(self, tournament_id: str) -> tuple[Tournament, int] | None:
        question = select(tournaments_table).where(tournaments_table.c.id == tournament_id)
        row = await self._service.database.row(question)
        return None if row is None else (tournament_from_json(row.data), row.revision)

    async def here(self, chat_id: int, thread_id: int) -> Tournament | None:
        """The newest tournament of a group, or one that has a table in it."""
        table = tournaments_table.c
        newest = select(tournaments_table).order_by(table.changed_ms.desc(), table.id)
        for narrower in (newest.where(table.chat_id == chat_id), newest.where(table.data.contains(str(chat_id)))):
            for row in await self._service.database.rows(narrower.limit(20)):
                found = tournament_from_json(row.data)
                if found.chat_id == chat_id or Room(chat_id, thread_id) in found.rooms:
                    return found
        return None

    async def entries(self, tournament_id: str) -> list[Entry]:
        question = select(entries_table.c.data).where(entries_table.c.tournament_id == tournament_id)
        rows = await self._service.database.rows(question.order_by(entries_table.c.game_id))
        return sorted((read_entry(row.data) for row in rows), key=lambda entry: entry.result.ended_ms)

    async def entry(self, game_id: str) -> Entry | None:
        return await entry_of(self._service.database, game_id)

    # --- changing -----------------------------------------------------------------------------------------------

    def _lock(self, name: str) -> asyncio.Lock:
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
        """None: this update has had its effect already."""
        created = Tournament(
            new_game_id(),
            chat_id,
            thread_id,
            chief,
            name,
            new_seed(),
            self._service.clock.now(),
            ruleset=ruleset,
            rooms=(Room(chat_id, thread_id),),
        )
        work = Work()
        self._put(work, created)
        told = [] if rows is None else rows(created)
        return created if await self._commit(work, receipt, told) else None

    async def change(
        self,
        tournament_id: str,
        wish: Change,
        receipt: str,
        along: Callable[[Work], None] | None = None,
        rows: Rows | None = None,
    ) -> Tournament | Refusal | None:
        """Decide a wish on the newest tournament and store it. None: there is no such tournament.

        `along` adds what is to be stored with it, `rows` what is to be shown.
        """
        async with self._lock(tournament_id):
            for _ in range(TRIES):
                found = await self._read(tournament_id)
                if found is None:
                    return None
                tournament, known = found
                changed = wish(tournament)
                if isinstance(changed, Refusal):
                    return changed
                work = Work().add("guard_tournament", tournament=tournament_id, known=known)
                self._put(work, changed)
                if along is not None:
                    along(work)
                if await self._commit(work, receipt, [] if rows is None else rows(changed)):
                    return changed
                if receipt and await self._service.counted(receipt):
                    return await self.find(tournament_id)
        raise RuntimeError(f"the tournament {tournament_id} changes faster than it can be read")

    def _put(self, work: Work, tournament: Tournament, changed_ms: int | None = None) -> None:
        work.add(
            "put_tournament",
            id=tournament.id,
            chat_id=tournament.chat_id,
            data=tournament.to_json(),
            changed_ms=self._service.clock.now() if changed_ms is None else changed_ms,
        )

    async def _commit(self, work: Work, receipt: str, rows: list[Row]) -> bool:
        if receipt:
            work.add("add_receipt", key=receipt, at_ms=self._service.clock.now())
        try:
            await self._service.outbox.post(rows, work)
        except Conflict:
            return False
        return True


async def tournament_of(store: Store, tournament_id: str) -> Tournament | None:
    row = await store.row(select(tournaments_table.c.data).where(tournaments_table.c.id == tournament_id))
    return None if row is None else tournament_from_json(row.data)


async def entry_of(store: Store, game_id: str) -> Entry | None:
    row = await store.row(select(entries_table.c.data).where(entries_table.c.game_id == game_id))
    return None if row is None else read_entry(row.data)


async def judges_of(entry: Entry, directory: Directory) -> dict[str, str]:
    """Who has ruled, agreed or proposed, with the names they have now."""
    words = {word for ruling in (entry.ruling, entry.proposed) for word in (ruling.by, ruling.agreed) if word}
    people = {word: user_of(word) if word[1:].isdecimal() else 0 for word in words}
    return {word: (await directory.person(who)).name if who else FORGOTTEN for word, who in people.items()}


def put_entry(work: Work, tournament_id: str, entry: Entry) -> None:
    work.add("put_entry", game_id=entry.result.id, tournament_id=tournament_id, data=write_entry(entry))
