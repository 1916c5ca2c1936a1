"""Finds games that are over, and reads one with its whole journal."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.lobby import Lobby, Phase, lobby_from_json
from bot.storage import Store
from bot.storage.repositories.games import GameRepository
from bot.storage.repositories.journals import JournalRepository, TimedEvent
from engine.events import Event, GameEnded

AT_ONCE = 20
"""How many games are read at once: some match only because a name looks like the person's id."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game with its whole journal, which reveals every card; made only of games that are over."""

    lobby: Lobby
    journal: tuple[Event, ...]
    ended_ms: int
    changed_ms: int


async def last_in(store: Store, chat_id: int, thread_id: int) -> str:
    """Returns the id of the last finished game of a topic, or else of its group; empty if there is none."""
    return await GameRepository(store).last_over_in(chat_id, thread_id)


async def last_of(store: Store, user_id: int) -> str:
    """Returns the id of the last finished game in which a person had a seat; empty if there is none."""
    stored, last = GameRepository(store), None
    while games := await stored.over_naming(f"u{user_id}", last, AT_ONCE):
        for game in games:
            if played(lobby_from_json(game.lobby), user_id):
                return game.id
        last = games[-1]
    return ""


async def lobby_of(store: Store, game_id: str) -> Lobby | None:
    game = await GameRepository(store).find(game_id)
    return None if game is None else lobby_from_json(game.lobby)


async def finished(store: Store, game_id: str) -> FinishedGame | None:
    """Returns None if there is no such game, it still runs, or it ended without a result."""
    game = await GameRepository(store).find(game_id)
    lobby = None if game is None else lobby_from_json(game.lobby)
    if game is None or lobby is None or lobby.phase is not Phase.OVER:
        return None
    journal = await JournalRepository(store).timed(game_id)
    return FinishedGame(lobby, tuple(each.event for each in journal), _end(journal), game.changed_ms)


def _end(journal: Sequence[TimedEvent]) -> int:
    """Returns when the game ended; later events, which the judge adds, do not count."""
    for event, at_ms in journal:
        if isinstance(event, GameEnded):
            return at_ms
    return journal[-1].at_ms if journal else 0


def played(lobby: Lobby, user_id: int) -> bool:
    """Did this person have a seat, at the end or until it was taken over, or judge the game?"""
    sat = bool(lobby.seat_of(user_id)) or lobby.has(user_id) or user_id in dict(lobby.absent).values()
    return sat or user_id in lobby.witnesses
