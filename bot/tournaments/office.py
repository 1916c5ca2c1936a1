"""The office of tournaments: the table, protests and rulings, the next stage."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.lobby import Lobby, new_game_id
from bot.outbox.rows import Kind, Row
from bot.store import Work
from bot.tournaments.amending import Amending
from bot.tournaments.games import panel_row
from bot.tournaments.registry import TRIES, put_entry
from bot.tournaments.tournament import Phase, Refusal, Stage, Tournament, new_seed
from engine.awards import Winner as AwardWinner
from engine.awards import awards
from engine.distance import Distance, count
from engine.protests import Entry, Fate, Ruling, Verdict, answer, counted, protest, rule
from engine.protests import Refusal as ProtestRefusal
from engine.ranking import Place, rank
from engine.results import GameResult
from engine.seating import new_seats

FINALISTS = 10


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament stands: counted again from its games whenever somebody looks."""

    games: tuple[GameResult, ...]
    distance: Distance
    places: tuple[Place, ...]
    awards: tuple[AwardWinner, ...]


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

        return await self._judged(lobby, file, receipt, rows)

    async def answer(
        self, lobby: Lobby, seat: int, verdict: Verdict, receipt: str, rows: Sequence[Row] = ()
    ) -> Entry | ProtestRefusal:
        return await self._judged(
            lobby, lambda entry: answer(entry, entry.result.seats[seat - 1].player, verdict), receipt, rows
        )

    async def rule(
        self, lobby: Lobby, ruling: Ruling, guilty_seat: int, receipt: str, rows: Sequence[Row] = ()
    ) -> Entry | ProtestRefusal:
        """Change the result, order a replay, annul."""
        now = self._service.clock.now()

        def decide(entry: Entry) -> Entry | ProtestRefusal:
            guilty = entry.result.seats[guilty_seat - 1].player if guilty_seat else ""
            return rule(entry, ruling._replace(guilty=guilty, at_ms=now))

        return await self._judged(lobby, decide, receipt, rows, replayed=ruling.fate is Fate.REPLAYED)

    async def _judged(
        self,
        lobby: Lobby,
        wish: Callable[[Entry], Entry | ProtestRefusal],
        receipt: str,
        rows: Sequence[Row],
        *,
        replayed: bool = False,
    ) -> Entry | ProtestRefusal:
        """With the slot in which it is played once more, and with what is shown."""
        async with self._lock(lobby.tournament or lobby.id):
            for _ in range(TRIES):
                work = Work()
                found = await self._read(lobby.tournament) if lobby.tournament else None
                if found is not None:
                    work.add("guard_tournament", tournament=lobby.tournament, known=found[1])
                before = await self.entry(lobby.id)
                if before is None:
                    return ProtestRefusal.NOT_IN_GAME
                after = wish(before)
                if isinstance(after, ProtestRefusal):
                    return after
                put_entry(work, lobby.tournament, after)
                if found is not None and replayed:
                    self._put(work, _replayed(found[0], lobby.id))
                if await self._commit(work, receipt, [*rows]) or await self._service.counted(receipt):
                    return after
        raise RuntimeError(f"the list of {lobby.id} changes faster than it can be read")

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
            author,
            tournament.name,
            new_seed(),
            self._service.clock.now() + 1,
            stage=Stage.FINAL,
            ruleset=tournament.ruleset,
            rounds=tournament.rounds,
            entrants=tuple(finalists),
            rooms=tournament.rooms[:1],
            parent=tournament.id,
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


def _replayed(tournament: Tournament, game: str) -> Tournament:
    slot = tournament.slot_of(game)
    if slot is None or any(each.replay_of == game for each in tournament.slots):
        return tournament
    seats = new_seats(slot.seats, Random(tournament.derived(f"replay {game}")))
    return tournament.replay(game, seats, new_seed())
