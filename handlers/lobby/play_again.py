"""«Ещё раз»: opens a new table and seats the players of a finished game at it, or invites them."""

import asyncio

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.finished_games import finished
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Guest, Lobby, Phase
from bot.games.lobby_opening import OPENED, TABLE_IS_THERE, LobbyOpening
from bot.games.slow_games import is_slow
from bot.permissions import Permissions
from bot.storage import Store
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from handlers.lobby.open_lobby import open_lobby
from handlers.tap_answers import answer, patiently, say

router = Router(name="lobby.play_again")
SEATED_AGAIN_MS, INVITED_AGAIN_MS = 15 * 60_000, 60 * 60_000
"""How long after a game a tap seats its players again, and how long it invites them."""
SLOWER = 24
"""How many times longer both periods are after a game over days."""


@router.callback_query(LobbyTap.filter(F.wish == "again"))
async def again(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobby_opening: LobbyOpening,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    store: Store,
    recent_requests: RecentRequests,
    receipt: str,
) -> None:
    running = await games.find(callback_data.game)
    if running is None or running.lobby.phase is not Phase.OVER:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if not running.lobby.knows(query.from_user.id):
        await answer(query, await say(replies, query, "again-not-yours"))
        return
    lobby, user_id = running.lobby, query.from_user.id

    async def played_again() -> str:
        """Seats the players, or invites them if some time has passed; returns what to answer."""
        game = await finished(store, lobby.id)
        now, slower = clock.now(), SLOWER if is_slow(lobby) else 1
        passed = now - game.ended_ms if game is not None else now
        if passed > pace.scale(INVITED_AGAIN_MS * slower):
            return await say(replies, query, "again-too-late")
        if await games.table_in(lobby.chat_id, lobby.thread_id) is not None:
            return await say(replies, query, TABLE_IS_THERE)
        # Once for each game, so that nobody is seated or invited again and again.
        called = recent_requests.has(("again", lobby.id), now, pace.scale(INVITED_AGAIN_MS))
        company = () if called else await _still_there(permissions, lobby)
        seated_at_once = passed <= pace.scale(SEATED_AGAIN_MS * slower)
        seated, invited = (company, ()) if seated_at_once else ((), company)
        key = await open_lobby(
            lobby_opening, permissions, lobby.chat_id, lobby.thread_id, user_id, receipt, seated, invited
        )
        if key == OPENED:
            recent_requests.note(("again", lobby.id), now)
        return await say(replies, query, key)

    await patiently(replies, query, played_again())


async def _still_there(permissions: Permissions, lobby: Lobby) -> tuple[Guest, ...]:
    """Returns the guests who have played to the end and are still in the group."""
    company = lobby.company
    there = await asyncio.gather(*(_is_there(permissions, lobby.chat_id, guest.user_id) for guest in company))
    return tuple(guest for guest, is_there in zip(company, there, strict=True) if is_there)


async def _is_there(permissions: Permissions, chat_id: int, user_id: int) -> bool:
    return not user_id or await permissions.belongs(chat_id, user_id)
