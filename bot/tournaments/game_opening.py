"""Opens the next game of a tournament table, with everybody on the seat that the seating gives."""

from dataclasses import replace

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.time_zones import zone_of
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Guest, Lobby, new_game_id
from bot.games.lobby_transactions import Lobbies
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.rows import Kind, RowIds
from bot.tournaments import schedule
from bot.tournaments.game_results import GameResults
from bot.tournaments.tournament import Refusal, Room, ScheduledGame, Tournament, new_seed
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import TRIES, TournamentStore
from engine.options import KINDS, Seconds


class GameOpening:
    def __init__(
        self,
        store: TournamentStore,
        results: GameResults,
        database: Store,
        clock: Clock,
        pace: Pace,
        groups: Groups,
        games: GameRegistry,
        lobbies: Lobbies,
        row_ids: RowIds,
        group_rows: GroupRows,
        receipts: ReceiptRepository,
        lobby_minutes: int,
    ) -> None:
        self._store = store
        self._results = results
        self._database = database
        self._clock = clock
        self._groups = groups
        self._games = games
        self._lobbies = lobbies
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._receipts = receipts
        self._lobby_ms = pace.scale(lobby_minutes * 60_000)

    async def open(self, tournament_id: str, table: int, author: int, receipt: str) -> Lobby | Refusal | None:
        """Opens the lobby of the table's next game; None if this update was handled before or there is no such
        tournament."""
        tournament = await self._store.find(tournament_id)
        if tournament is None:
            return None
        await self._results.refresh(tournament)
        async with self._store.lock(tournament_id):
            for _ in range(TRIES):
                found = await self._store.read(tournament_id)
                assert found is not None, "nobody deletes a tournament"
                opened = await self._open(*found, table, author, receipt)
                if opened is not None or await self._receipts.has(receipt):
                    return opened
        raise RuntimeError(f"the tournament {tournament_id} changes faster than it can be read")

    async def _open(
        self, tournament: Tournament, known: int, table: int, author: int, receipt: str
    ) -> Lobby | Refusal | None:
        """Stores slot and lobby in one transaction, so that no slot names a game that does not exist. Returns None
        if another process changed the tournament first."""
        slot = schedule.next_slot(tournament, table, await self._running(tournament))
        if isinstance(slot, Refusal):
            return slot
        room = tournament.rooms[table - 1]
        if await self._games.table_in(room.chat_id, room.thread_id) is not None:
            return Refusal.GAME_RUNS
        game = new_game_id()
        tournament, slot = schedule.seal_extra(tournament, slot, new_seed())
        begun = schedule.begin(tournament, slot, game)
        work = UnitOfWork().guard_tournament(tournament=tournament.id, known=known)
        self._store.put(work, begun)
        lobby = await self._lobby(begun, slot, game, room, author)
        rows = [
            *self._group_rows.lobby_shown(lobby),
            overview_row(self._row_ids.next(), begun, Kind.EDIT),
        ]
        opened = await self._lobbies.open_lobby(lobby, rows, receipt, work)
        if opened is not None:
            return opened
        if any([await self._games.other_table_of(person, game) for person in lobby.people]):
            return Refusal.PLAYERS_PLAY
        return None

    async def _running(self, tournament: Tournament) -> frozenset[str]:
        begun = [slot.game for slot in tournament.slots if slot.game]
        return await GameRepository(self._database).live_among(begun)

    async def _lobby(
        self, tournament: Tournament, slot: ScheduledGame, game: str, room: Room, author: int
    ) -> Lobby:
        group = await self._groups.get(room.chat_id)
        now = self._clock.now()
        seats = [tournament.entrant(word) for word in slot.seats]
        official = Lobby(
            id=game,
            chat_id=room.chat_id,
            thread_id=room.thread_id,
            opener=author,
            ruleset=tournament.ruleset,
            options=(),
            role_sets=(),
            secret=tournament.secret_of(slot),
            starts_at=now + self._lobby_ms,
            opened_at=now,
            guests=tuple(Guest(one.word, one.user_id, one.name) for one in seats if one is not None),
            time_zone=zone_of(group.time_zone, group.language).key,
            quiet=group.quiet,
            tournament=tournament.id,
        )
        # The group decides how long a step lasts; all other options follow the rules document.
        known = official.rules.ruleset.options
        lengths = tuple((key, text) for key, text in group.options if key in known and _is_length(key))
        return replace(official, options=lengths)


def _is_length(key: str) -> bool:
    return isinstance(KINDS[key], Seconds)
