"""Results of the games of a tournament: stored when a game ends, brought up to date when they change."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.core.clock import Clock
from bot.games.finished_games import finished, lobby_of
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_transactions import put_game
from bot.games.running_game import RunningGame
from bot.games.submissions import Occasion
from bot.storage import Store, UnitOfWork
from bot.telegram.outbox.rows import Kind, Row, RowIds
from bot.tournaments import disqualification, schedule
from bot.tournaments.tournament import Refusal, Room, ScheduledGame, Tournament, new_seed
from bot.tournaments.tournament_rows import overview_row, standings_row
from bot.tournaments.tournament_store import TRIES, Rows, TournamentStore, put_entry
from engine.api import replay
from engine.events import Event, Expelled, GameEnded, StepName, Undone
from engine.results import GameResult, game_result
from engine.tournament.protests import Entry


class GameResults:
    """Keeps the results of tournament games; takes part in the transactions of those games."""

    occasion = Occasion(frozenset({Expelled, Undone}), after_end=True, only_tournaments=True)

    def __init__(
        self, store: TournamentStore, database: Store, clock: Clock, games: GameRegistry, row_ids: RowIds
    ) -> None:
        self._store = store
        self._database = database
        self._clock = clock
        self._games = games
        self._row_ids = row_ids

    async def refresh(self, tournament: Tournament) -> frozenset[str]:
        """Returns the games that still run; counts those that have ended and frees the slots of those without a
        result."""
        known = {entry.result.id for entry in await self._store.entries(tournament.id)}
        running = set()
        for slot in tournament.slots:
            if not slot.game or slot.game in known:
                continue
            # A slot is stored together with its lobby, so the lobby exists unless it was closed long ago.
            lobby = await lobby_of(self._database, slot.game)
            if lobby is not None and lobby.phase in (Phase.OPEN, Phase.PLAYING):
                running.add(slot.game)
            elif lobby is not None and lobby.phase is Phase.OVER:
                await self.take_in(slot.game, tournament.id)
            else:
                await self._store.change(
                    tournament.id, partial(schedule.give_up, game=slot.game, seed=new_seed()), ""
                )
        return frozenset(running)

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:
        """Stores the result when a game has ended or points were given afterwards, drops it when the end was
        undone, and disqualifies entrants whom the judge has expelled. Returns the messages to send."""
        lobby = changed.lobby
        over = changed.table.step is StepName.OVER
        expelled = [event for event in happened if isinstance(event, Expelled)]
        if not over and any(isinstance(event, Undone) for event in happened):
            work.drop_entry(game=changed.id)
        if not over and not expelled:
            return []
        found = await self._store.read(lobby.tournament)
        slot = None if found is None else found[0].slot_of(changed.id)
        if found is None or slot is None:
            return []
        tournament, known = found
        rows: list[Row] = []
        if expelled:
            tournament = _without(tournament, [(slot.seats[event.seat - 1], event.note) for event in expelled])
            work.guard_tournament(tournament=tournament.id, known=known)
            self._store.put(work, tournament)
            rows.append(overview_row(self._row_ids.next(), tournament, Kind.EDIT))
        return rows + (await self._ended(changed, happened, work, tournament, known, slot) if over else [])

    async def _ended(
        self,
        changed: RunningGame,
        happened: Sequence[Event],
        work: UnitOfWork,
        tournament: Tournament,
        known: int,
        slot: ScheduledGame,
    ) -> list[Row]:
        lobby = changed.lobby
        before = await self._store.entry(changed.id)
        ended_ms = self._clock.now() if before is None else before.result.ended_ms
        result = game_result(changed.id, changed.position, slot.seats, ended_ms)
        if result.official:
            work.guard_tournament(tournament=tournament.id, known=known)
            put_entry(work, tournament.id, Entry(result) if before is None else before._replace(result=result))
        if not any(isinstance(event, GameEnded) for event in happened):
            return []
        rows = [overview_row(self._row_ids.next(), tournament, Kind.SEND)]
        here = Room(lobby.chat_id, lobby.thread_id)
        if here != tournament.rooms[0]:
            rows.append(standings_row(self._row_ids.next(), tournament.id, here))
        return rows

    async def take_in(self, game_id: str, tournament_id: str) -> Tournament | None:
        """Stores the result of a finished game, or updates the stored one."""
        game = await finished(self._database, game_id)
        if game is None:
            return None
        state = replay(game.journal)
        if not tournament_id:
            before = await self._store.entry(game_id)
            players = state.table.guests if before is None else before.players
            await self._store_entry(game_result(game_id, state, players, game.ended_ms), UnitOfWork())
            return None
        async with self._store.lock(tournament_id):
            for _ in range(TRIES):
                found = await self._store.read(tournament_id)
                slot = None if found is None else found[0].slot_of(game_id)
                if found is None or slot is None:
                    return None
                # The schedule says who is counted, even if one of them has been forgotten since.
                result = game_result(game_id, state, slot.seats, game.ended_ms)
                work = UnitOfWork().guard_tournament(tournament=tournament_id, known=found[1])
                if not result.official or await self._store_entry(result, work, tournament_id):
                    return found[0]
        raise RuntimeError(f"the tournament {tournament_id} changes faster than it can be read")

    async def count_in(
        self, tournament_id: str, game_id: str, receipt: str, rows: Rows
    ) -> Tournament | Refusal | None:
        """Counts a finished game that was played outside the tournament as one of its scheduled games."""
        game = await finished(self._database, game_id)
        if game is None or not game.journal:
            return Refusal.NOT_PLAYED
        if game.lobby.tournament:
            return Refusal.COUNTED
        state = replay(game.journal)
        result = game_result(game_id, state, state.table.guests, game.ended_ms)
        room = Room(game.lobby.chat_id, game.lobby.thread_id)
        before = await self._store.entry(game_id)
        entry = Entry(result) if before is None else before._replace(result=result)

        def with_result(work: UnitOfWork) -> None:
            put_game(work, replace(game.lobby, tournament=tournament_id), game.changed_ms)
            if result.official:
                put_entry(work, tournament_id, entry)

        changed = await self._store.change(
            tournament_id, lambda old: schedule.count_in(old, result, room), receipt, with_result, rows
        )
        if isinstance(changed, Tournament):
            running = self._games.loaded().get(game_id)
            if running is not None:
                running.lobby = replace(running.lobby, tournament=tournament_id)
        return changed

    async def _store_entry(self, result: GameResult, work: UnitOfWork, tournament_id: str = "") -> bool:
        before = await self._store.entry(result.id)
        put_entry(work, tournament_id, Entry(result) if before is None else before._replace(result=result))
        return await self._store.commit(work, "", [])


def _without(tournament: Tournament, gone: Sequence[tuple[str, str]]) -> Tournament:
    """Disqualifies these entrants; an entrant who was disqualified before keeps the first reason."""
    for word, why in gone:
        after = disqualification.disqualify(tournament, word, why)
        tournament = after if isinstance(after, Tournament) else tournament
    return tournament
