"""/cancel and its button: closes a lobby."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.game_registry import GameRegistry
from bot.games.stop_game import StopGame
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.lobby.permitted_lobby import lobby_for_command, lobby_for_tap
from handlers.tap_answers import answer, say

router = Router(name="lobby.cancel")


@router.message(Command("cancel"), IN_GROUP)
async def cancel(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    stop_game: StopGame,
    receipt: str,
) -> None:
    game = await lobby_for_command(games, permissions, replies, message, AdminAction.CLOSE_LOBBY)
    if game is not None:
        await stop_game.stop(game.id, receipt)


@router.callback_query(LobbyTap.filter(F.wish == "cancel"))
async def cancel_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    double_taps: DoubleTaps,
    stop_game: StopGame,
    receipt: str,
) -> None:
    """Closes the lobby with the second tap, so that one tap by mistake closes nothing."""
    game = await lobby_for_tap(games, permissions, replies, query, callback_data.game, AdminAction.CLOSE_LOBBY)
    if game is None:
        return
    if not double_taps.confirms(query.from_user.id, query.id, query.data or "", clock.now()):
        await answer(query, await say(replies, query, "tap-twice-cancel"), alert=True)
        return
    await stop_game.stop(game.id, receipt)
    await answer(query, await say(replies, query, "lobby-closed"))
