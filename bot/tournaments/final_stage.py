"""The final of a tournament: a stage of its own for the first ten of the standings."""

from dataclasses import replace

from bot.core.clock import Clock
from bot.games.lobby import new_game_id
from bot.telegram.outbox.rows import Kind, RowIds
from bot.tournaments.game_results import GameResults
from bot.tournaments.standings import TournamentStandings
from bot.tournaments.tournament import Refusal, Stage, Tournament, TournamentPhase, new_seed
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import TournamentStore

FINALISTS = 10


class FinalStage:
    def __init__(
        self,
        store: TournamentStore,
        results: GameResults,
        standings: TournamentStandings,
        clock: Clock,
        row_ids: RowIds,
    ) -> None:
        self._store = store
        self._results = results
        self._standings = standings
        self._clock = clock
        self._row_ids = row_ids

    async def make(self, tournament_id: str, author: int, receipt: str) -> Tournament | Refusal | None:
        """Closes the stage and creates the final; refused while games are running or unplayed, or with fewer than
        ten finalists."""
        tournament = await self._store.find(tournament_id)
        if tournament is None:
            return None
        running = await self._results.refresh(tournament)
        tournament = await self._store.find(tournament_id) or tournament
        if (
            tournament.phase is not TournamentPhase.SEATED
            or running
            or any(not slot.game for slot in tournament.slots)
        ):
            return Refusal.NOT_OVER
        table = await self._standings.of(tournament)
        entrants = {one.word: one for one in tournament.entrants}
        best = [entrants[place.tally.player] for place in table.places]
        finalists = [replace(one, reserve=False) for one in best if not one.out][:FINALISTS]
        if len(finalists) < FINALISTS:
            return Refusal.TOO_FEW
        final = Tournament(
            new_game_id(),
            tournament.chat_id,
            tournament.thread_id,
            tournament.chief or author,
            tournament.name,
            new_seed(),
            self._clock.now() + 1,
            stage=Stage.FINAL,
            ruleset=tournament.ruleset,
            rounds=tournament.rounds,
            entrants=tuple(finalists),
            rooms=tournament.rooms[:1],
            parent=tournament.id,
            appointed=tournament.appointed,
        )
        new = self._row_ids.next
        closed = await self._store.change(
            tournament_id,
            Tournament.finish,
            receipt,
            lambda work: self._store.put(work, final),
            lambda old: [overview_row(new(), old, Kind.EDIT), overview_row(new(), final, Kind.SEND)],
        )
        return final if isinstance(closed, Tournament) else closed
