"""Finds the open lobby of a command or a button, if the person may do the action with it."""

from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.permissions import AdminAction, Permissions
from bot.telegram.replies import Replies
from handlers.identify import thread_of, writes_as_group
from handlers.tap_answers import answer, reply, say


async def lobby_for_command(
    games: GameRegistry, permissions: Permissions, replies: Replies, message: Message, action: AdminAction
) -> RunningGame | None:
    """Returns the open lobby of this place if the author may do the action; otherwise tells them why not."""
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or game.lobby.phase is not Phase.OPEN:
        await reply(replies, message, "no-table")
        return None
    user_id = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message)
    why_not = await permissions.why_not(game.lobby.chat_id, action, user_id, game.lobby.opener, as_group=as_group)
    if why_not:
        await reply(replies, message, why_not)
        return None
    return game


async def lobby_for_tap(
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    query: CallbackQuery,
    game_id: str,
    action: AdminAction,
) -> RunningGame | None:
    """Returns the open lobby of a button if the tapping person may do the action; otherwise tells them why not."""
    game = await games.find(game_id)
    if game is None or game.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return None
    lobby = game.lobby
    why_not = await permissions.why_not(lobby.chat_id, action, query.from_user.id, lobby.opener)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return None
    return game
