"""What stays of finished games: results without names, and beside them whose they are.

A result is stored in the transaction that ends the game, and again when the judge changes it afterwards. It
outlives the journal. Of a game that runs there is none, so that nothing here can tell a card too early.
"""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from bot.archive import finished
from bot.live import Live
from bot.lobby import Lobby, Phase
from bot.store import Store, Work
from bot.store.schema import entries, games, result_seats, results
from bot.tournaments.entries import read_entry
from engine.deciding import replay
from engine.events import StepName
from engine.protests import Entry, Ruling, counted
from engine.results import GameResult, game_result, read_result, write_result
from engine.state import State

NOBODY = ""
"""On a seat that counts for nobody: a computer's, or of one who left the statistics or was forgotten."""


def keep_result(work: Work, before: Live, after: Live, now: int) -> None:
    """Part of the work that stores a command."""
    if after.table.step is StepName.OVER:
        _put(work, after.lobby, after.position, now)
    elif before.table.step is StepName.OVER:
        # The judge has taken the end back.
        work.add("drop_result", game=after.id).add("drop_result_seats", game=after.id)


def _put(work: Work, lobby: Lobby, state: State, ended_ms: int) -> None:
    nameless = (NOBODY,) * state.table.size
    result = game_result(lobby.id, state, nameless, ended_ms)
    # With a computer at the table from the start it was no contest of people.
    counts = result.official and not lobby.stand_ins
    work.add(
        "put_result",
        game_id=lobby.id,
        chat_id=lobby.chat_id,
        ruleset=result.ruleset,
        ended_ms=ended_ms,
        data=json.dumps(write_result(result._replace(official=counts)), separators=(",", ":")),
    )
    for seat, person in enumerate(lobby.seating, start=1):
        # Whoever left the seat to a stand-in answers for it all the same.
        holder = person or lobby.stood_in_for(seat)
        if holder:
            work.add("put_result_seat", game_id=lobby.id, seat=seat, user_id=holder)


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
            work = Work()
            _put(work, game.lobby, state, game.ended_ms)
            await store.commit(work)
            count += 1
    return count


# --- reading ------------------------------------------------------------------------------------------------


def player_word(user_id: int) -> str:
    return f"u{user_id}"


def user_of(player: str) -> int:
    return int(player[1:])


async def results_in(store: Store, chat_id: int, since_ms: int = 0) -> list[GameResult]:
    """All games of a group that ended since and count, as the chief judge has left them."""
    return await _read(store, select(results).where(results.c.chat_id == chat_id, results.c.ended_ms >= since_ms))


async def results_of(store: Store, user_id: int, since_ms: int = 0) -> list[GameResult]:
    """All games of a person, in whatever group."""
    mine = select(result_seats.c.game_id).where(result_seats.c.user_id == user_id)
    return await _read(store, select(results).where(results.c.game_id.in_(mine), results.c.ended_ms >= since_ms))


async def _read(store: Store, question: Any) -> list[GameResult]:
    stored = await store.rows(question)
    wanted = question.with_only_columns(results.c.game_id)
    seats = await store.rows(select(result_seats).where(result_seats.c.game_id.in_(wanted)))
    holders: dict[str, dict[int, int]] = {}
    for row in seats:
        holders.setdefault(row.game_id, {})[row.seat] = row.user_id
    named = [_named(row, holders.get(row.game_id, {})) for row in stored]
    judged = await store.rows(select(entries.c.data).where(entries.c.game_id.in_(wanted)))
    rulings = {entry.result.id: entry.ruling for entry in (read_entry(row.data) for row in judged)}
    return counted(Entry(game, ruling=rulings.get(game.id, Ruling())) for game in named)[0]


def _named(row: Any, holders: dict[int, int]) -> GameResult:
    result = read_result(json.loads(row.data))
    seats = tuple(
        seat._replace(player=player_word(holders[seat.seat]) if seat.seat in holders else NOBODY)
        for seat in result.seats
    )
    return result._replace(seats=seats, ended_ms=row.ended_ms)


def without(found: Sequence[GameResult], players: set[str]) -> list[GameResult]:
    """The same games, in which these play namelessly."""
    return [
        game._replace(
            seats=tuple(seat._replace(player=NOBODY) if seat.player in players else seat for seat in game.seats)
        )
        for game in found
    ]
