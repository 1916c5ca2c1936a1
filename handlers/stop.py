"""/stop and its buttons: ends a game without a result."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, Phase
from bot.games.stop_game import StopGame
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import GameControlTap, StopTap
from bot.telegram.replies import Replies
from handlers.filters import AtTable
from handlers.identify import thread_of, writes_as_group
from handlers.tap_answers import answer, reply, say

router = Router(name="stop")


async def _why_no_stop(permissions: Permissions, lobby: Lobby, user_id: int, *, as_group: bool = False) -> str:
    return await permissions.why_not(
        lobby.chat_id, AdminAction.STOP_GAME, user_id, lobby.opener, as_group=as_group
    )


@router.callback_query(GameControlTap.filter(F.wish == "stop"))
async def stop_by_button(
    query: CallbackQuery,
    callback_data: GameControlTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    double_taps: DoubleTaps,
    stop_game: StopGame,
    receipt: str,
) -> None:
    """Stops the game with the second tap, so that no message has to ask for confirmation."""
    game = await games.find(callback_data.game)
    there = game is not None and query.message is not None and query.message.chat.id == game.lobby.chat_id
    if game is None or not there or game.lobby.phase is not Phase.PLAYING:
        await answer(query, await say(replies, query, "tap-old"))
        return
    why_not = await _why_no_stop(permissions, game.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not))
    elif not double_taps.confirms(query.from_user.id, query.id, query.data or "", clock.now()):
        await answer(query, await say(replies, query, "tap-twice-stop"), alert=True)
    else:
        await stop_game.stop(game.id, receipt)
        await answer(query, await say(replies, query, "tap-accepted"))


@router.message(Command("stop"), AtTable())
async def stop(
    message: Message, games: GameRegistry, group_rows: GroupRows, permissions: Permissions, replies: Replies
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None:
        await reply(replies, message, "no-game")
        return
    user_id = message.from_user.id if message.from_user else 0
    lobby, as_group = game.lobby, writes_as_group(message)
    why_not = await _why_no_stop(permissions, lobby, user_id, as_group=as_group)
    if why_not:
        await reply(replies, message, why_not)
        return
    await replies.tell(group_rows.stop_question(lobby))


@router.callback_query(StopTap.filter())
async def stop_for_sure(
    query: CallbackQuery,
    callback_data: StopTap,
    games: GameRegistry,
    group_rows: GroupRows,
    permissions: Permissions,
    replies: Replies,
    stop_game: StopGame,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    there = game is not None and query.message is not None and query.message.chat.id == game.lobby.chat_id
    if game is None or not there or game.lobby.phase not in (Phase.OPEN, Phase.PLAYING):
        await answer(query, await say(replies, query, "tap-old"))
        return
    why_not = await _why_no_stop(permissions, game.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return
    decided = group_rows.question_decided(game.lobby, "stop", "stop", "table-stopped")
    if callback_data.sure and await stop_game.stop(game.id, receipt, [decided]):
        await answer(query, await say(replies, query, "tap-accepted"))
        return
    await answer(query, await say(replies, query, "game-goes-on"))
    await replies.tell(group_rows.question_decided(game.lobby, "stop", "stop", "game-goes-on"))
