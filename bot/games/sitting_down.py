"""Seats a person in a lobby, and says what to answer to attempts to take a seat."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.outbox.rows import Row
from engine.options import StandIns

SEATED = "lobby-seated"


def stand_ins_allowed(lobby: Lobby) -> bool:
    """May computer players take seats before the game begins?"""
    return lobby.rules.options.stand_ins is StandIns.FILL


class SeatAnswer(NamedTuple):
    """A key of the locales and its arguments."""

    key: str
    args: Mapping[str, Any] = {}


async def take_seat(
    games: GameRegistry,
    lobbies: Lobbies,
    groups: Groups,
    people: People,
    game: RunningGame,
    user_id: int,
    receipt: str,
    more: Callable[[Lobby], list[Row]] | None = None,
) -> SeatAnswer:
    """Seats a person and stores `more` with it; returns what to tell them, such as why they were refused."""
    group = await groups.get(game.lobby.chat_id)
    if user_id in group.kept_away:
        return SeatAnswer("lobby-no-kept-away")
    person = await people.get(user_id)
    done = await lobbies.change_lobby(game.id, lambda lobby: lobby.sit(user_id, person.name), receipt, more)
    return await seat_answer(games, groups, game.lobby, user_id, done)


async def why_not_seated(games: GameRegistry, groups: Groups, opened: Lobby, user_id: int) -> SeatAnswer:
    """Returns why a person who has just opened a lobby has no seat in it."""
    if user_id in (await groups.get(opened.chat_id)).kept_away:
        return SeatAnswer("lobby-no-kept-away")
    return await sits_elsewhere(games, groups, opened, user_id)


async def seat_answer(
    games: GameRegistry, groups: Groups, lobby: Lobby, user_id: int, done: Lobby | LobbyRefusal | None
) -> SeatAnswer:
    """Returns what to tell a person about the attempt to seat them."""
    if done is LobbyRefusal.ELSEWHERE:
        return await sits_elsewhere(games, groups, lobby, user_id)
    return SeatAnswer(answer_key(done, SEATED))


async def sits_elsewhere(games: GameRegistry, groups: Groups, lobby: Lobby, user_id: int) -> SeatAnswer:
    """Returns at which other table this person sits. It may name another group: show it to this person only."""
    other = await games.other_table_of(user_id, lobby.id)
    if other is None:
        return SeatAnswer("seat-try-again")  # they have left the other table meanwhile
    if other.solo:
        return SeatAnswer("seat-elsewhere-solo")
    if other.chat_id == lobby.chat_id:
        return SeatAnswer("seat-elsewhere-here")
    return SeatAnswer("lobby-no-elsewhere", {"group": (await groups.get(other.chat_id)).title})


def answer_key(done: Lobby | LobbyRefusal | None, fine: str) -> str:
    """Returns the key of the answer to a change of a lobby; `fine` if it was made."""
    match done:
        case None:
            return "tap-old"
        case LobbyRefusal():
            return f"lobby-no-{done}"
        case _:
            return fine
