"""What stays of finished games: results without names, and beside them whose they are.

A result is stored in the transaction that ends the game, and again when the judge changes it afterwards. It
outlives the journal. Of a game that runs there is none, so that nothing here can tell a card too early.
"""

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from sqlalchemy import Select, func, or_, select

from bot.games.finished_games import finished
from bot.games.lobby import FORGOTTEN, Lobby, Phase
from bot.games.running_game import RunningGame
from bot.storage import Store, UnitOfWork
from bot.storage.directory import Directory
from bot.storage.entry_json import read_ruling
from bot.storage.schema import entries, games, people, result_seats, results
from engine.api import replay
from engine.events import StepName
from engine.results import GameResult, game_result, read_result, write_result
from engine.state import State
from engine.tournament.protests import Entry, Ruling, counted

NOBODY = ""
"""On a seat that counts for nobody: a computer's, or of one who was forgotten."""
UNCOUNTED = '"uncounted":true'
PAGE = 25
"""Games that are read in one go: some milliseconds of the event loop."""


def keep_result(work: UnitOfWork, before: RunningGame, after: RunningGame, now: int) -> None:
    """Part of the work that stores a command."""
    if after.table.step is StepName.OVER:
        _put(work, after.lobby, after.position, now)
    elif before.table.step is StepName.OVER:
        # The judge has taken the end back.
        work.drop_result(game=after.id).drop_result_seats(game=after.id)


def _put(work: UnitOfWork, lobby: Lobby, state: State, now: int) -> None:
    nameless = (NOBODY,) * state.table.size
    result = game_result(lobby.id, state, nameless, now)
    # With a computer at the table from the start it was no contest of people.
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
        # Whoever left the seat to a stand-in answers for it all the same.
        holder = person or lobby.stood_in_for(seat)
        if holder:
            work.put_result_seat(game_id=lobby.id, seat=seat, user_id=holder)


async def fill_in(store: Store) -> int:
    """Games that ended before results were kept."""
    known = select(results.c.game_id)
    missing = select(games.c.id).where(games.c.phase == Phase.OVER.value, games.c.id.not_in(known))
    count = 0
    for row in await store.rows(missing):
        game = await finished(store, row.id)
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


async def judge_names(entry: Entry, directory: Directory) -> dict[str, str]:
    """Who has ruled, agreed or proposed, with the names they have now."""
    words = {word for ruling in (entry.ruling, entry.proposed) for word in (ruling.by, ruling.agreed) if word}
    people = {word: user_of(word) if word[1:].isdecimal() else 0 for word in words}
    return {word: (await directory.person(who)).name if who else FORGOTTEN for word, who in people.items()}


class Scope(NamedTuple):
    """Which games are meant."""

    chat: int = 0
    """Of one group; 0: of all."""
    user: int = 0
    """Of one person; 0: of everybody."""
    since_ms: int = 0
    rules: str = ""

    def narrow(self, question: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
        question = question.where(results.c.ended_ms >= self.since_ms)
        if self.chat:
            question = question.where(results.c.chat_id == self.chat)
        if self.user:
            mine = select(result_seats.c.game_id).where(result_seats.c.user_id == self.user)
            question = question.where(results.c.game_id.in_(mine))
        return question.where(results.c.ruleset == self.rules) if self.rules else question


async def pages(store: Store, scope: Scope) -> AsyncIterator[list[GameResult]]:
    """The games that count, as the chief judge has left them, in the order they ended; so few at a time that to
    read them holds up nobody."""
    after = ""
    while True:
        r = results.c
        later = or_(r.ended_ms > scope.since_ms, r.game_id > after)
        question = scope.narrow(select(results)).where(later).order_by(r.ended_ms, r.game_id)
        rows = await store.rows(question.limit(PAGE))
        if not rows:
            return
        scope, after = scope._replace(since_ms=rows[-1].ended_ms), rows[-1].game_id
        wanted = [row.game_id for row in rows]
        holders: dict[str, dict[int, int]] = {}
        for seat in await store.rows(select(result_seats).where(result_seats.c.game_id.in_(wanted))):
            holders.setdefault(seat.game_id, {})[seat.seat] = seat.user_id
        judged = await store.rows(select(entries.c.game_id, entries.c.data).where(entries.c.game_id.in_(wanted)))
        rulings = {row.game_id: read_ruling(row.data) for row in judged}
        named = (_named(row, holders.get(row.game_id, {})) for row in rows)
        yield counted(Entry(game, ruling=rulings.get(game.id, Ruling())) for game in named)[0]
        if len(rows) < PAGE:
            return


async def results_in(store: Store, chat_id: int, since_ms: int = 0) -> list[GameResult]:
    return [game async for page in pages(store, Scope(chat_id, since_ms=since_ms)) for game in page]


async def results_of(store: Store, user_id: int, since_ms: int = 0) -> list[GameResult]:
    """All games of a person, in whatever group."""
    return [game async for page in pages(store, Scope(user=user_id, since_ms=since_ms)) for game in page]


async def mark_of(store: Store, scope: Scope) -> tuple[Any, ...]:
    """Something else whenever one of these games is something else, or another one: what was made of them before
    is still right as long as this stays. The database finds it without a look at what the games were like."""
    games_there = func.count(), func.sum(results.c.changed_ms)
    found = await store.row(scope.narrow(select(*games_there)))
    ids = scope.narrow(select(results.c.game_id))
    seats = await store.row(select(func.count()).where(result_seats.c.game_id.in_(ids)))
    # A ruling makes an entry longer: it has a moment and somebody who made it.
    ruled = await store.row(select(func.sum(func.length(entries.c.data))).where(entries.c.game_id.in_(ids)))
    return tuple(value for row in (found, seats, ruled) for value in row or ())


async def who_left(store: Store, chat_id: int) -> list[int]:
    """Who has played in a group and wants to stand in no statistics."""
    played = select(result_seats.c.user_id).join(results, results.c.game_id == result_seats.c.game_id)
    here = played.where(results.c.chat_id == chat_id)
    gone = select(people.c.user_id).where(people.c.data.contains(UNCOUNTED), people.c.user_id.in_(here))
    return [row.user_id for row in await store.rows(gone)]


def _named(row: Any, holders: dict[int, int]) -> GameResult:
    result = read_result(json.loads(row.data))
    seats = tuple(
        seat._replace(player=player_word(holders[seat.seat]) if seat.seat in holders else NOBODY)
        for seat in result.seats
    )
    return result._replace(seats=seats, ended_ms=row.ended_ms)
