"""The button «Начать»: deals the cards."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.dealing import Dealing
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.readiness_check import GroupCheck, warnings
from bot.games.running_game import RunningGame
from bot.games.write_permissions import can_mute, speaks
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.replies import Replies
from handlers.tap_answers import answer, patiently, say

router = Router(name="lobby.start_game")


@router.callback_query(LobbyTap.filter(F.wish == "start"))
async def start(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    dealing: Dealing,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    clock: Clock,
    action_limits: ActionLimits,
    group_check: GroupCheck,
    words: Translator,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    if game is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    lobby = game.lobby
    why_not = await permissions.why_not(lobby.chat_id, AdminAction.START_GAME, query.from_user.id, lobby.opener)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return
    refusal = lobby.why_not_start()
    if refusal is not None and await games.refresh(game):
        await answer(query, await _why_no_start(replies, query, lobby, refusal))
        return
    if not action_limits.allows(GroupAction.START, game.id, clock.now()):
        await answer(query, await say(replies, query, "too-fast"))
        return
    await patiently(replies, query, _start(dealing, replies, groups, group_check, words, query, game, receipt))


async def _why_no_start(replies: Replies, query: CallbackQuery, lobby: Lobby, refusal: LobbyRefusal) -> str:
    sizes = lobby.sizes
    return await say(replies, query, f"lobby-no-{refusal}", least=sizes[0], most=sizes[-1])


async def _start(
    dealing: Dealing,
    replies: Replies,
    groups: Groups,
    group_check: GroupCheck,
    words: Translator,
    query: CallbackQuery,
    game: RunningGame,
    receipt: str,
) -> str:
    """Deals the cards if all players can be reached and the bot can write; returns what to answer."""
    unreachable = await group_check.unreachable(game.lobby)
    if unreachable:
        return await say(replies, query, "lobby-unreachable", names=", ".join(unreachable))
    place = Place(game.lobby.chat_id, game.lobby.thread_id)
    access = await group_check.access(place)
    if access.hindrance:
        return await say(replies, query, access.hindrance)
    group = await groups.get(place.chat_id)
    # Warnings are sent to the group, because only an admin can fix their causes.
    warned_of = warnings(access, words, group.language or "ru")
    told = [replies.note(place.chat_id, "ready", place.thread_id, html=warned_of)] if warned_of else []
    begun = await dealing.begin(game.id, receipt, query.from_user.id, told)
    if isinstance(begun, LobbyRefusal):
        return await _why_no_start(replies, query, game.lobby, begun)
    group = await groups.get(game.lobby.chat_id)
    quiet = can_mute(group, voice=False) or speaks(group, game.lobby)
    return await say(replies, query, "lobby-begun" if quiet else "lobby-begun-loud")
