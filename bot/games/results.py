"""Results of finished games: stored without names; the people on the seats are stored separately.

A result is stored in the transaction that ends the game, and again when the judge changes it afterwards. It is
kept longer than the journal. A running game has none, so that nothing here can reveal a card too early.
"""

import json
from collections.abc import AsyncIterator

from bot.games.finished_games import finished
from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.language.display_names import FORGOTTEN
from bot.storage import Store, UnitOfWork
from bot.storage.people import People
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.results import ResultRepository, Scope, StoredResult
from bot.storage.repositories.tournaments import TournamentRepository
from engine.api import replay
from engine.events import StepName
from engine.results import GameResult, game_result, read_result, write_result
from engine.state import State
from engine.tournament.protests import Entry, Ruling, counted

NOBODY = ""
"""The player of a seat that counts for nobody: a computer player's, or of a person whose data were deleted."""
PAGE = 25
"""How many games are read at once, so that the event loop is blocked for some milliseconds only."""


def keep_result(work: UnitOfWork, before: RunningGame, after: RunningGame, now: int) -> None:
    """Adds to a command's work the result of a game that is over, or its deletion if the end is taken back. A solo
    game has none: it counts in no statistics."""
    if after.lobby.solo:
        return
    if after.table.step is StepName.OVER:
        _put(work, after.lobby, after.position, now)
    elif before.table.step is StepName.OVER:
        # The judge has taken the end back.
        work.drop_result(game=after.id).drop_result_seats(game=after.id)


def _put(work: UnitOfWork, lobby: Lobby, state: State, now: int) -> None:
    nameless = (NOBODY,) * state.table.size
    result = game_result(lobby.id, state, nameless, now)
    # A game that began with a computer player counts as not official.
    counts = result.official and not lobby.stand_ins
    work.put_result(
        game_id=lobby.id,
        chat_id=lobby.chat_id,
        ruleset=result.ruleset,
        ended_ms=now,  # stays as it was when the judge changes something afterwards
        changed_ms=now,
        data=json.dumps(write_result(result._replace(official=counts)), separators=(",", ":")),
    )
    for seat, person in enumerate(lobby.seating, start=1):
        # The result of a stand-in counts for the person who left the seat.
        holder = person or lobby.stood_in_for(seat)
        if holder:
            work.put_result_seat(game_id=lobby.id, seat=seat, user_id=holder)


async def fill_in(store: Store) -> int:
    """Stores the results of games that ended before results were stored; returns how many there were."""
    count = 0
    for game_id in await GameRepository(store).over_without_result():
        game = await finished(store, game_id)
        if game is None or not game.journal:
            continue
        state = replay(game.journal)
        if state.table.step is StepName.OVER:
            work = UnitOfWork()
            _put(work, game.lobby, state, game.ended_ms)
            await store.commit(work)
            count += 1
    return count


# --- reading ------------------------------------------------------------------------------------------------


def player_word(user_id: int) -> str:
    return f"u{user_id}"


def user_of(player: str) -> int:
    return int(player[1:])


async def judge_names(entry: Entry, people: People) -> dict[str, str]:
    """Returns the present names of the judges who have ruled, agreed or proposed, by the words of the entry."""
    words = {word for ruling in (entry.ruling, entry.proposed) for word in (ruling.by, ruling.agreed) if word}
    judges = {word: user_of(word) if word[1:].isdecimal() else 0 for word in words}
    return {word: (await people.get(who)).name if who else FORGOTTEN for word, who in judges.items()}


async def pages(store: Store, scope: Scope) -> AsyncIterator[list[GameResult]]:
    """Yields the games that count, with the chief judge's rulings applied, in the order they ended; `PAGE` at a
    time, so that the event loop is not blocked."""
    results, tournaments = ResultRepository(store), TournamentRepository(store)
    last: StoredResult | None = None
    while stored := await results.page(scope, last, PAGE):
        wanted = [each.game_id for each in stored]
        people = await results.people_on_seats(wanted)
        rulings = await tournaments.rulings(wanted)
        named = (_named(each, people.get(each.game_id, {})) for each in stored)
        yield counted(Entry(game, ruling=rulings.get(game.id, Ruling())) for game in named)[0]
        if len(stored) < PAGE:
            return
        last = stored[-1]


async def results_in(store: Store, chat_id: int, since_ms: int = 0) -> list[GameResult]:
    return [game async for page in pages(store, Scope(chat_id, since_ms=since_ms)) for game in page]


async def results_of(store: Store, user_id: int, since_ms: int = 0) -> list[GameResult]:
    """Returns the counted games of a person in all groups."""
    return [game async for page in pages(store, Scope(user=user_id, since_ms=since_ms)) for game in page]


def _named(stored: StoredResult, people: dict[int, int]) -> GameResult:
    result = read_result(json.loads(stored.data))
    seats = tuple(
        seat._replace(player=player_word(people[seat.seat]) if seat.seat in people else NOBODY)
        for seat in result.seats
    )
    return result._replace(seats=seats, ended_ms=stored.ended_ms)
