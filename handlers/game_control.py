"""The course of a game: pause, resume, stop, time-out, giving up."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.games.service import Service
from bot.games.stop_game import StopGame
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import GameControlTap, StopTap
from bot.telegram.outbox.rows import Kind, Rank
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Rejected, Verb
from engine.commands import Command as Wish
from handlers.filters import IN_GROUP
from handlers.identify import thread_of, writes_as_group
from handlers.tap_answers import answer, answers, in_words, reply, say

router = Router(name="game_control")


async def _table(message: Message, games: GameRegistry, replies: Replies) -> RunningGame | None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None or live.lobby.phase is not Phase.PLAYING:
        await reply(replies, message, "no-game")
        return None
    return live


async def _leads(permissions: Permissions, replies: Replies, live: RunningGame, message: Message) -> bool:
    author = message.from_user.id if message.from_user is not None else 0
    if await permissions.leads_table(live.lobby, author) or await permissions.may_manage(
        message, AdminAction.PAUSE_GAME
    ):
        return True
    await reply(replies, message, "course-not-yours")
    return False


def _may_pause(clock: Clock, action_limits: ActionLimits, live: RunningGame) -> bool:
    """Or let it go on: each time the table is told."""
    return action_limits.allows(GroupAction.PAUSE, live.id, clock.now())


@router.message(Command("pause"), IN_GROUP)
async def pause(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    await _as_judge(message, games, submissions, permissions, replies, clock, action_limits, receipt, Verb.PAUSE)


@router.message(Command("resume"), IN_GROUP)
async def resume(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    await _as_judge(message, games, submissions, permissions, replies, clock, action_limits, receipt, Verb.RESUME)


async def _as_judge(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
    verb: Verb,
) -> None:
    live = await _table(message, games, replies)
    if live is None or not await _leads(permissions, replies, live, message):
        return
    if not _may_pause(clock, action_limits, live):
        await reply(replies, message, "too-fast")
        return
    author = message.from_user.id if message.from_user else 0
    outcome = await submissions.submit(live.id, Wish(JUDGE, verb), receipt, author)
    if isinstance(outcome, Rejected):
        await reply(replies, message, f"reason-{outcome.reason}")


@router.callback_query(GameControlTap.filter())
async def tapped(
    query: CallbackQuery,
    callback_data: GameControlTap,
    games: GameRegistry,
    submissions: Service,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    double_taps: DoubleTaps,
    stop_game: StopGame,
    receipt: str,
) -> None:
    """The same as `/pause`, `/resume` and `/stop`, for the same people."""
    live = await games.live(callback_data.game)
    there = live is not None and query.message is not None and query.message.chat.id == live.lobby.chat_id
    if live is None or not there or live.lobby.phase is not Phase.PLAYING:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if callback_data.wish == "stop":
        await _stop_by_tap(query, permissions, replies, clock, double_taps, stop_game, live, receipt)
        return
    user_id = query.from_user.id
    if not await permissions.leads_table(live.lobby, user_id) and not await permissions.is_admin(
        live.lobby.chat_id, user_id, AdminAction.PAUSE_GAME
    ):
        await answer(query, await say(replies, query, "course-not-yours"))
        return
    if not _may_pause(clock, action_limits, live):
        await answer(query, await say(replies, query, "too-fast"))
        return
    outcome = await submissions.submit(live.id, Wish(JUDGE, Verb(callback_data.wish)), receipt, user_id)
    await answer(query, await in_words(replies, query, outcome, "tap-accepted"))


async def _why_no_stop(permissions: Permissions, lobby: Lobby, user_id: int, *, as_group: bool = False) -> str:
    return await permissions.why_not(
        lobby.chat_id, AdminAction.STOP_GAME, user_id, lobby.opener, as_group=as_group
    )


async def _stop_by_tap(
    query: CallbackQuery,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    double_taps: DoubleTaps,
    stop_game: StopGame,
    live: RunningGame,
    receipt: str,
) -> None:
    """The second tap counts: no message has to ask."""
    why_not = await _why_no_stop(permissions, live.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not))
    elif not double_taps.confirms(query.from_user.id, query.id, query.data or "", clock.now()):
        await answer(query, await say(replies, query, "tap-twice-stop"), alert=True)
    else:
        await stop_game.stop(live.id, receipt)
        await answer(query, await say(replies, query, "tap-accepted"))


@router.message(Command("stop"), IN_GROUP)
async def stop(message: Message, games: GameRegistry, permissions: Permissions, replies: Replies) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(replies, message, "no-game")
        return
    user_id = message.from_user.id if message.from_user else 0
    lobby, as_group = live.lobby, writes_as_group(message)
    why_not = await _why_no_stop(permissions, lobby, user_id, as_group=as_group)
    if why_not:
        await reply(replies, message, why_not)
        return
    row = games.group_row(lobby, Kind.SEND, "stop", Rank.NEWS, "stop")
    await replies.tell(replace(row, args={"game": live.id}))


@router.callback_query(StopTap.filter())
async def stop_for_sure(
    query: CallbackQuery,
    callback_data: StopTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    stop_game: StopGame,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    there = live is not None and query.message is not None and query.message.chat.id == live.lobby.chat_id
    if live is None or not there or live.lobby.phase not in (Phase.OPEN, Phase.PLAYING):
        await answer(query, await say(replies, query, "tap-old"))
        return
    why_not = await _why_no_stop(permissions, live.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return
    decided = games.question_decided(live.lobby, "stop", "stop", "table-stopped")
    if callback_data.sure and await stop_game.stop(live.id, receipt, [decided]):
        await answer(query, await say(replies, query, "tap-accepted"))
        return
    await answer(query, await say(replies, query, "game-goes-on"))
    await replies.tell(games.question_decided(live.lobby, "stop", "stop", "game-goes-on"))


@router.message(Command("surrender"))
async def surrender(
    message: Message, games: GameRegistry, submissions: Service, replies: Replies, receipt: str
) -> None:
    await _as_player(message, games, submissions, replies, receipt, Verb.SURRENDER)


@router.message(Command("timeout"))
async def time_out(
    message: Message, games: GameRegistry, submissions: Service, replies: Replies, receipt: str
) -> None:
    await _as_player(message, games, submissions, replies, receipt, Verb.TIME_OUT)


async def _as_player(
    message: Message, games: GameRegistry, submissions: Service, replies: Replies, receipt: str, verb: Verb
) -> None:
    if message.from_user is None:
        return
    user_id = message.from_user.id
    tables = [live for live in await games.tables_of(user_id) if live.lobby.seat_of(user_id)]
    if message.chat.type != "private":
        place = (message.chat.id, thread_of(message))
        tables = [live for live in tables if (live.lobby.chat_id, live.lobby.thread_id) == place]
    if not tables:
        await reply(replies, message, "tap-not-seated")
        return
    live = tables[0]
    told = answers(replies.text(message.chat.id, "tap-accepted")) if message.chat.type == "private" else []
    wish = Wish(live.lobby.seat_of(user_id), verb)
    outcome = await submissions.submit(live.id, wish, receipt, user_id, more=told)
    if isinstance(outcome, Rejected):
        await reply(replies, message, f"reason-{outcome.reason}")
