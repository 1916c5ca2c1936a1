"""Protests against results, and the rulings on them (S0 8.7, S3 9)."""

from collections.abc import Callable, Sequence
from random import Random

from bot.core.clock import Clock
from bot.games.finished_games import finished
from bot.games.lobby import Lobby
from bot.games.results import judge_names, player_word
from bot.storage import Store, UnitOfWork
from bot.storage.people import People
from bot.storage.repositories.receipts import ReceiptRepository
from bot.telegram.outbox.rows import Row
from bot.tournaments import schedule
from bot.tournaments.game_results import GameResults
from bot.tournaments.tournament import Tournament, new_seed
from bot.tournaments.tournament_store import TRIES, TournamentStore, put_entry
from engine.api import replay
from engine.results import game_result
from engine.tournament.protests import Entry, Fate, Ruling, Verdict, agree, answer, confirm, propose, protest
from engine.tournament.protests import Refusal as ProtestRefusal
from engine.tournament.seating import new_seats

Decide = Callable[[Entry], Entry | ProtestRefusal]
ShownRows = Callable[[Entry], list[Row]]
"""Makes the messages that show the stored entry of a game."""


def no_rows(_: Entry) -> list[Row]:
    return []


class Protests:
    def __init__(
        self,
        store: TournamentStore,
        results: GameResults,
        database: Store,
        clock: Clock,
        receipts: ReceiptRepository,
        people: People,
    ) -> None:
        self._store = store
        self._results = results
        self._database = database
        self._clock = clock
        self._receipts = receipts
        self._people = people

    async def protest(
        self, lobby: Lobby, user_id: int, why: str, receipt: str, rows: Sequence[Row] = ()
    ) -> Entry | ProtestRefusal:
        await self._results.take_in(lobby.id, lobby.tournament)
        return await self._judged(lobby, self._filing(lobby, user_id, why), receipt, lambda _: [*rows])

    async def why_no_protest(self, lobby: Lobby, user_id: int) -> ProtestRefusal | None:
        """Returns why this person cannot protest against a game; None if they can."""
        await self._results.take_in(lobby.id, lobby.tournament)
        entry = await self._newest_entry(lobby)
        filed = ProtestRefusal.NOT_IN_GAME if entry is None else self._filing(lobby, user_id, "")(entry)
        return filed if isinstance(filed, ProtestRefusal) else None

    def _filing(self, lobby: Lobby, user_id: int, why: str) -> Decide:
        seat, now = seat_in(lobby, user_id), self._clock.now()

        def file(entry: Entry) -> Entry | ProtestRefusal:
            player = entry.result.seats[seat - 1].player if seat else ""
            return protest(entry, player, why, now)

        return file

    async def appointed_chief(self, lobby: Lobby) -> str:
        """Returns the name of the chief judge whom an admin has appointed for the tournament of this game; empty
        if there is none. Besides them the admins of the group rule on protests."""
        tournament = await self._store.find(lobby.tournament) if lobby.tournament else None
        if tournament is None or not tournament.appointed:
            return ""
        return (await self._people.get(tournament.chief)).name

    async def answer(
        self, lobby: Lobby, seat: int, verdict: Verdict, by: int, receipt: str, rows: ShownRows = no_rows
    ) -> Entry | ProtestRefusal:
        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return answer(entry, entry.result.seats[seat - 1].player, verdict)

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def propose(
        self, lobby: Lobby, ruling: Ruling, guilty_seat: int, by: int, receipt: str, rows: ShownRows = no_rows
    ) -> Entry | ProtestRefusal:
        """Proposes another result, a replay or that the game does not count; takes effect when somebody agrees."""

        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return propose(entry, _blaming(entry, ruling, guilty_seat)._replace(by=player_word(by)))

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def agree(
        self, lobby: Lobby, ruling: Ruling, guilty_seat: int, by: int, receipt: str, rows: ShownRows = no_rows
    ) -> Entry | ProtestRefusal:
        """Agrees to the proposed ruling, which comes into force."""
        now = self._clock.now()

        def decide(entry: Entry) -> Entry | ProtestRefusal:
            return agree(entry, _blaming(entry, ruling, guilty_seat), player_word(by), now)

        return await self._ruled(lobby, decide, by, receipt, rows)

    async def withdraw_proposal(
        self, lobby: Lobby, by: int, receipt: str, rows: ShownRows = no_rows
    ) -> Entry | ProtestRefusal:
        return await self._ruled(lobby, lambda entry: entry._replace(proposed=Ruling()), by, receipt, rows)

    async def confirm_cuts(self, lobby: Lobby, receipt: str, rows: ShownRows = no_rows) -> Entry | ProtestRefusal:
        return await self._judged(lobby, confirm, receipt, rows)

    async def named(self, entry: Entry) -> dict[str, str]:
        return await judge_names(entry, self._people)

    async def _ruled(
        self, lobby: Lobby, wish: Decide, by: int, receipt: str, rows: ShownRows
    ) -> Entry | ProtestRefusal:
        return await self._judged(lobby, lambda entry: _why_not_by(lobby, entry, by) or wish(entry), receipt, rows)

    async def _judged(self, lobby: Lobby, wish: Decide, receipt: str, rows: ShownRows) -> Entry | ProtestRefusal:
        """Decides on the newest entry and stores it with the slot of a replay and the messages."""
        async with self._store.lock(lobby.tournament or lobby.id):
            for _ in range(TRIES):
                work = UnitOfWork()
                found = await self._store.read(lobby.tournament) if lobby.tournament else None
                if found is not None:
                    work.guard_tournament(tournament=lobby.tournament, known=found[1])
                before = await self._newest_entry(lobby)
                if before is None:
                    return ProtestRefusal.NOT_IN_GAME
                after = wish(before)
                if isinstance(after, ProtestRefusal):
                    return after
                put_entry(work, lobby.tournament, after)
                if found is not None and after.ruling.fate is Fate.REPLAYED:
                    self._store.put(work, _replayed(found[0], lobby.id))
                if await self._store.commit(work, receipt, rows(after)) or await self._receipts.has(receipt):
                    return after
        raise RuntimeError(f"the list of {lobby.id} changes faster than it can be read")

    async def _newest_entry(self, lobby: Lobby) -> Entry | None:
        """Returns the entry with the judge's latest points; the entry of a tournament game has them already."""
        stored = await self._store.entry(lobby.id)
        game = None if lobby.tournament or stored is None else await finished(self._database, lobby.id)
        if stored is None or game is None or not game.journal:
            return stored
        result = game_result(lobby.id, replay(game.journal), stored.players, game.ended_ms)
        return stored._replace(result=result)


def seat_in(lobby: Lobby, user_id: int) -> int:
    """Returns the person's seat, even if a computer player has taken it over; 0 if the person had none."""
    away = (seat for seat, holder in lobby.absent if holder == user_id)
    return lobby.seat_of(user_id) or next(away, 0)


def _blaming(entry: Entry, ruling: Ruling, seat: int) -> Ruling:
    return ruling._replace(guilty=entry.result.seats[seat - 1].player if seat else "")


def _why_not_by(lobby: Lobby, entry: Entry, user_id: int) -> ProtestRefusal | None:
    """Returns the refusal if the person has judged the game or protested against it (S3 9.3)."""
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
    return schedule.replay(tournament, game, seats, new_seed())
