"""Waiting for players: more time, a table that is closed, a call when the next one opens."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.core.pace import Pace
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.running_game import RunningGame
from bot.games.stop_game import StopGame
from bot.permissions import AdminAction, Permissions
from bot.storage.directory import Directory
from bot.storage.groups import Group
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of, writes_as_group
from handlers.take_seat import answer_key
from handlers.tap_answers import answer, reply, say

router = Router(name="lobby_waiting")
MINUTES, MOST_MINUTES = 5, 24 * 60
MOST_WAITING = 200
LONGEST_MS = MOST_MINUTES * 60_000


@router.message(Command("extend"), IN_GROUP)
async def extend(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    receipt: str,
) -> None:
    live = await _led_by(games, permissions, replies, message, AdminAction.EXTEND_LOBBY)
    if live is None:
        return
    given = command.args if command.args and command.args.isdecimal() and len(command.args) < 5 else ""
    done = await _more_time(lobbies, clock, pace, live, int(given or MINUTES), receipt)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")


@router.callback_query(LobbyTap.filter(F.wish == "extend"))
async def extend_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    receipt: str,
) -> None:
    live = await _led_by_tapper(games, permissions, replies, query, callback_data.game, AdminAction.EXTEND_LOBBY)
    if live is not None:
        done = await _more_time(lobbies, clock, pace, live, MINUTES, receipt)
        await answer(query, await say(replies, query, answer_key(done, "lobby-more-time")))


async def _more_time(
    lobbies: Lobbies, clock: Clock, pace: Pace, live: RunningGame, minutes: int, receipt: str
) -> Lobby | LobbyRefusal | None:
    """Later than it would begin, and not sooner than in so long."""
    more = pace.scale(min(minutes, MOST_MINUTES) * 60_000)
    now = clock.now()
    return await lobbies.change_lobby(
        live.id, lambda lobby: lobby.extend(min(max(lobby.starts_at, now) + more, now + LONGEST_MS)), receipt
    )


@router.message(Command("cancel"), IN_GROUP)
async def cancel(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    stop_game: StopGame,
    receipt: str,
) -> None:
    live = await _led_by(games, permissions, replies, message, AdminAction.CLOSE_LOBBY)
    if live is not None:
        await stop_game.stop(live.id, receipt)


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
    """The second tap closes the table: nobody sends everybody home by a slip of the thumb."""
    live = await _led_by_tapper(games, permissions, replies, query, callback_data.game, AdminAction.CLOSE_LOBBY)
    if live is None:
        return
    if not double_taps.confirms(query.from_user.id, query.id, query.data or "", clock.now()):
        await answer(query, await say(replies, query, "tap-twice-cancel"), alert=True)
        return
    await stop_game.stop(live.id, receipt)
    await answer(query, await say(replies, query, "lobby-closed"))


@router.message(Command("nextgame"), IN_GROUP)
async def next_game(message: Message, replies: Replies, directory: Directory) -> None:
    if message.from_user is not None:
        key = await _call_next_time(directory, message.chat.id, message.from_user.id)
        await reply(replies, message, key)


@router.callback_query(GroupTap.filter(F.wish == "next"))
async def next_game_by_button(query: CallbackQuery, replies: Replies, directory: Directory, bot_name: str) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    key = await _call_next_time(directory, message.chat.id, query.from_user.id)
    if key == "start-first":
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return
    await answer(query, await say(replies, query, key))


async def _call_next_time(directory: Directory, chat_id: int, user_id: int) -> str:
    if not (await directory.people.get(user_id)).reachable:
        return "start-first"

    def with_one_more(group: Group) -> Group:
        others = (user for user in group.waiting if user != user_id)
        return replace(group, waiting=(*others, user_id)[-MOST_WAITING:])

    await directory.groups.amend(chat_id, with_one_more)
    return "next-game-noted"


async def _led_by(
    games: GameRegistry, permissions: Permissions, replies: Replies, message: Message, deed: AdminAction
) -> RunningGame | None:
    """The open table here, if whoever writes may decide about it; otherwise they are told."""
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None or live.lobby.phase is not Phase.OPEN:
        await reply(replies, message, "no-table")
        return None
    user_id = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message)
    why_not = await permissions.why_not(live.lobby.chat_id, deed, user_id, live.lobby.opener, as_group=as_group)
    if why_not:
        await reply(replies, message, why_not)
        return None
    return live


async def _led_by_tapper(
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    query: CallbackQuery,
    game_id: str,
    deed: AdminAction,
) -> RunningGame | None:
    live = await games.live(game_id)
    if live is None or live.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return None
    lobby = live.lobby
    why_not = await permissions.why_not(lobby.chat_id, deed, query.from_user.id, lobby.opener)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return None
    return live
