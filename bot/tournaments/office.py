"""The office of tournaments: the table, protests and rulings, the next stage."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.archive import finished
from bot.lobby import Lobby, new_game_id
from bot.outbox.rows import Kind, Row
from bot.results import player_word
from bot.store import Work
from bot.tournaments.amending import Amending
from bot.tournaments.games import panel_row
from bot.tournaments.registry import TRIES, judges_of, put_entry
from bot.tournaments.tournament import Phase, Refusal, Stage, Tournament, new_seed
from engine.awards import Winner as AwardWinner
from engine.awards import awards
from engine.deciding import replay
from engine.distance import Distance, count
from engine.protests import Entry, Fate, Ruling, Verdict, agree, answer, confirm, counted, propose, protest
from engine.protests import Refusal as ProtestRefusal
from engine.ranking import Place, rank
from engine.results import GameResult, game_result
from engine.seating import new_seats

FINALISTS = 10
Decide = Callable[[Entry], Entry | ProtestRefusal]
Told = Callable[[Entry], list[Row]]
"""What is shown of a game on a list as it is stored."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament stands: counted again from its games whenever somebody looks."""

    games: tuple[GameResult, ...]
    distance: Distance
    places: tuple[Place, ...]
    awards: tuple[AwardWinner, ...]


def nothing_told(_: Entry) -> list[Row]:
    return []


class Office(Amending):
    async def standings(self, tournament: Tournament) -> Standings:
        games, kept = counted(await self.entries(tournament.id))
        distance = count(tournament.ruleset, games, kept)
        played = {seat.player for game in games for seat in game.seats} | {penalty.player for penalty in kept}
        # A reserve who has not been called has no place.
        ranked = [one.word for one in tournament.entrants if one.word in played or not one.reserve]
        places = rank(tournament.ruleset, ranked, distance.tallies, tournament.derived("lot"))
        return Standings(tuple(games), distance, places, awards(games, distance, places))

    # --- protests -----------------------------------------------------------------------------------------------

    async def protest(
        self, lobby: Lobby, user_id: int, why: str, receipt: str, rows: Sequence[Row] = ()
    ) -> Entry | ProtestRefusal:
        await self.take_in(lobby.id, lobby.tournament)
        seat = seat_in(lobby, user_id)
        now = self._service.clock.now()

        def file(entry: Entry) -> Entry | ProtestRefusal:
            player = entry.result.seats[seat - 1].player if seat else ""
            return protest(entry, player, why, now)

        return await self._judged(lobby, file, receipt, lambda _: [*rows])

    async def answer(
        self, lobby: Lobby, seat: int, verdict: Verdict, by: int, receipt: str, rows: Told = nothing_told
    ) -> Entry | ProtestRefusal:
        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return answer(entry, entry.result.seats[seat - 1].player, verdict)

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def propose(
        self, lobby: Lobby, ruling: Ruling, guilty_seat: int, by: int, receipt: str, rows: Told = nothing_told
    ) -> Entry | ProtestRefusal:
        """Another result, a replay, or that the game does not count: with its reason, for somebody to agree."""

        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return propose(entry, _blaming(entry, ruling, guilty_seat)._replace(by=player_word(by)))

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def agree(
        self, lobby: Lobby, ruling: Ruling, guilty_seat: int, by: int, receipt: str, rows: Told = nothing_told
    ) -> Entry | ProtestRefusal:
        """What was proposed comes into force."""
        now = self._service.clock.now()

        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return agree(entry, _blaming(entry, ruling, guilty_seat), player_word(by), now)

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def withdraw_proposal(
        self, lobby: Lobby, by: int, receipt: str, rows: Told = nothing_told
    ) -> Entry | ProtestRefusal:
        return await self._ruled(lobby, lambda entry: entry._replace(proposed=Ruling()), by, receipt, rows)

    async def confirm_cuts(self, lobby: Lobby, receipt: str, rows: Told = nothing_told) -> Entry | ProtestRefusal:
        return await self._judged(lobby, confirm, receipt, rows)

    async def named(self, entry: Entry) -> dict[str, str]:
        return await judges_of(entry, self._directory)

    async def _ruled(
        self, lobby: Lobby, wish: Decide, by: int, receipt: str, rows: Told
    ) -> Entry | ProtestRefusal:
        return await self._judged(lobby, lambda entry: _why_not_by(lobby, entry, by) or wish(entry), receipt, rows)

    async def _judged(self, lobby: Lobby, wish: Decide, receipt: str, rows: Told) -> Entry | ProtestRefusal:
        """With the slot in which it is played once more, and with what is shown."""
        async with self._lock(lobby.tournament or lobby.id):
            for _ in range(TRIES):
                work = Work()
                found = await self._read(lobby.tournament) if lobby.tournament else None
                if found is not None:
                    work.add("guard_tournament", tournament=lobby.tournament, known=found[1])
                before = await self._newest_entry(lobby)
                if before is None:
                    return ProtestRefusal.NOT_IN_GAME
                after = wish(before)
                if isinstance(after, ProtestRefusal):
                    return after
                put_entry(work, lobby.tournament, after)
                if found is not None and after.ruling.fate is Fate.REPLAYED:
                    self._put(work, _replayed(found[0], lobby.id))
                if await self._commit(work, receipt, rows(after)) or await self._service.counted(receipt):
                    return after
        raise RuntimeError(f"the list of {lobby.id} changes faster than it can be read")

    async def _newest_entry(self, lobby: Lobby) -> Entry | None:
        """With the points that the judge has given since; in a tournament they are on the list already."""
        stored = await self.entry(lobby.id)
        game = None if lobby.tournament or stored is None else await finished(self._service.database, lobby.id)
        if stored is None or game is None or not game.journal:
            return stored
        result = game_result(lobby.id, replay(game.journal), stored.players, game.ended_ms)
        return stored._replace(result=result)

    # --- the next stage -----------------------------------------------------------------------------------------

    async def make_final(self, tournament_id: str, author: int, receipt: str) -> Tournament | Refusal | None:
        """The first ten of the table play a stage of their own."""
        tournament = await self.find(tournament_id)
        if tournament is None:
            return None
        running = await self.refresh(tournament)
        tournament = await self.find(tournament_id) or tournament
        if tournament.phase is not Phase.SEATED or running or any(not slot.game for slot in tournament.slots):
            return Refusal.NOT_OVER
        table = await self.standings(tournament)
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
            self._service.clock.now() + 1,
            stage=Stage.FINAL,
            ruleset=tournament.ruleset,
            rounds=tournament.rounds,
            entrants=tuple(finalists),
            rooms=tournament.rooms[:1],
            parent=tournament.id,
            appointed=tournament.appointed,
        )
        new = self._service.next_id
        closed = await self.change(
            tournament_id,
            Tournament.finish,
            receipt,
            lambda work: self._put(work, final),
            lambda old: [panel_row(new(), old, Kind.EDIT), panel_row(new(), final, Kind.SEND)],
        )
        return final if isinstance(closed, Tournament) else closed


def seat_in(lobby: Lobby, user_id: int) -> int:
    """Whose game it was, also if a computer player has gone on with it; 0 if not this person's."""
    away = (seat for seat, holder in lobby.absent if holder == user_id)
    return lobby.seat_of(user_id) or next(away, 0)


def _blaming(entry: Entry, ruling: Ruling, seat: int) -> Ruling:
    return ruling._replace(guilty=entry.result.seats[seat - 1].player if seat else "")


def _why_not_by(lobby: Lobby, entry: Entry, user_id: int) -> ProtestRefusal | None:
    """Nobody rules on a game that they have judged, nor on their own protest (S3 9.3)."""
    if user_id in lobby.judged_by:
        return ProtestRefusal.JUDGED
    seat = seat_in(lobby, user_id)
    own = {player_word(user_id), entry.result.seats[seat - 1].player if seat else ""}
    return ProtestRefusal.OWN if any(each.player in own for each in entry.protests) else None


def _replayed(tournament: Tournament, game: str) -> Tournament:
    slot = tournament.slot_of(game)
    if slot is None or any(each.replay_of == game for each in tournament.slots):
        return tournament
    seats = new_seats(slot.seats, Random(tournament.derived(f"replay {game}")))
    return tournament.replay(game, seats, new_seed())
