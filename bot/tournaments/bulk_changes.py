"""Changes to every tournament that mentions a chat or a person: a group gets a new id, a person is forgotten."""

import secrets
from collections.abc import Awaitable, Callable

from bot.games.results import player_word
from bot.storage import Store, UnitOfWork
from bot.storage.repositories.tournaments import TournamentRepository
from bot.telegram.outbox.rows import Kind, Row, RowIds
from bot.tournaments import id_changes
from bot.tournaments.tournament import Tournament, TournamentPhase, tournament_from_json
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import TRIES, Rows, TournamentStore, put_entry
from engine.tournament.protests import Entry, Ruling

Amend = Callable[[Tournament, UnitOfWork], Awaitable[Tournament]]


class BulkChanges:
    def __init__(self, store: TournamentStore, database: Store, row_ids: RowIds) -> None:
        self._store = store
        self._stored = TournamentRepository(database)
        self._row_ids = row_ids

    async def move(self, old: int, new: int) -> None:
        """Gives a group its new id and sends the tournament message again, because the old one stays behind."""

        async def moved(tournament: Tournament, _: UnitOfWork) -> Tournament:
            return id_changes.moved(tournament, old, new)

        def shown(tournament: Tournament) -> list[Row]:
            here = tournament.phase is not TournamentPhase.OVER and tournament.chat_id == new
            return [overview_row(self._row_ids.next(), tournament, Kind.SEND)] if here else []

        await self._amend_all(old, moved, shown)

    async def forget(self, user_id: int) -> None:
        """Removes a person's names and user ids; results stay under an alias, so that others keep their points."""
        word, alias = player_word(user_id), f"x{secrets.token_hex(6)}"

        async def forgotten(tournament: Tournament, work: UnitOfWork) -> Tournament:
            for entry in await self._store.entries(tournament.id):
                if word in entry.players:
                    put_entry(work, tournament.id, _nameless(entry, word, alias))
            return id_changes.without_person(tournament, user_id, alias)

        def shown(tournament: Tournament) -> list[Row]:
            runs = tournament.phase is not TournamentPhase.OVER
            return [overview_row(self._row_ids.next(), tournament, Kind.EDIT)] if runs else []

        await self._amend_all(user_id, forgotten, shown)
        # Games without a tournament, and games of others on which this person has ruled.
        for game_id, tournament_id in await self._stored.entries_naming(word):
            async with self._store.lock(tournament_id or game_id):
                await self._forget_in(game_id, tournament_id, word, alias)

    async def _forget_in(self, game_id: str, tournament_id: str, word: str, alias: str) -> None:
        for _ in range(TRIES):
            work = UnitOfWork()
            found = await self._store.read(tournament_id) if tournament_id else None
            if found is not None:
                work.guard_tournament(tournament=tournament_id, known=found[1])
            entry = await self._store.entry(game_id)
            if entry is None:
                return
            put_entry(work, tournament_id, _nameless(entry, word, alias))
            if await self._store.commit(work, "", []):
                return
        raise RuntimeError(f"the list of {game_id} changes faster than it can be read")

    async def _amend_all(self, number: int, amend: Amend, rows: Rows) -> None:
        """Changes every tournament that names this chat or person and keeps its stored time of change."""
        for tournament_id in await self._stored.naming(number):
            async with self._store.lock(tournament_id):
                await self._amend(tournament_id, amend, rows)

    async def _amend(self, tournament_id: str, amend: Amend, rows: Rows) -> None:
        for _ in range(TRIES):
            stored = await self._stored.find(tournament_id)
            assert stored is not None, "nobody deletes a tournament"
            before = tournament_from_json(stored.data)
            work = UnitOfWork().guard_tournament(tournament=tournament_id, known=stored.revision)
            after = await amend(before, work)
            if after == before:
                return
            self._store.put(work, after, stored.changed_ms)
            if await self._store.commit(work, "", rows(after)):
                return
        raise RuntimeError(f"the tournament {tournament_id} changes faster than it can be read")


def _nameless(entry: Entry, word: str, alias: str) -> Entry:
    """Returns the entry with the person replaced by the alias and without the text of their protests."""
    seats = tuple(seat._replace(player=alias) if seat.player == word else seat for seat in entry.result.seats)
    protests = tuple(
        each._replace(player=alias, why="") if each.player == word else each for each in entry.protests
    )
    ruling, proposed = _unnamed(entry.ruling, word, alias), _unnamed(entry.proposed, word, alias)
    return Entry(entry.result._replace(seats=seats), protests, ruling, proposed)


def _unnamed(ruling: Ruling, word: str, alias: str) -> Ruling:
    guilty, by, agreed = (alias if each == word else each for each in (ruling.guilty, ruling.by, ruling.agreed))
    return ruling._replace(guilty=guilty, by=by, agreed=agreed)
