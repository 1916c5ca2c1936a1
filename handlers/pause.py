"""/pause and /resume, and their buttons."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import GameControlTap
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Rejected, Verb
from engine.commands import Command as GameCommand
from handlers.filters import AtTable
from handlers.identify import thread_of
from handlers.tap_answers import answer, in_words, reply, say

router = Router(name="pause")


async def _running_game(message: Message, games: GameRegistry, replies: Replies) -> RunningGame | None:
    """Returns the game that is played here; if there is none, tells the author and returns None."""
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or game.lobby.phase is not Phase.PLAYING:
        await reply(replies, message, "no-game")
        return None
    return game


async def _may_control(permissions: Permissions, replies: Replies, game: RunningGame, message: Message) -> bool:
    """May the author pause the game? If not, tells them."""
    author = message.from_user.id if message.from_user is not None else 0
    if await permissions.leads_table(game.lobby, author) or await permissions.may_manage(
        message, AdminAction.PAUSE_GAME
    ):
        return True
    await reply(replies, message, "course-not-yours")
    return False


def _is_within_limit(clock: Clock, action_limits: ActionLimits, game: RunningGame) -> bool:
    """Is another pause or resumption within the limit? There is one, because each is announced to the group."""
    return action_limits.allows(GroupAction.PAUSE, game.id, clock.now())


@router.message(Command("pause"), AtTable())
async def pause(
    message: Message,
    games: GameRegistry,
    submissions: Submissions,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    await _submit(message, games, submissions, permissions, replies, clock, action_limits, receipt, Verb.PAUSE)


@router.message(Command("resume"), AtTable())
async def resume(
    message: Message,
    games: GameRegistry,
    submissions: Submissions,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    await _submit(message, games, submissions, permissions, replies, clock, action_limits, receipt, Verb.RESUME)


async def _submit(
    message: Message,
    games: GameRegistry,
    submissions: Submissions,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
    verb: Verb,
) -> None:
    game = await _running_game(message, games, replies)
    if game is None or not await _may_control(permissions, replies, game, message):
        return
    if not _is_within_limit(clock, action_limits, game):
        await reply(replies, message, "too-fast")
        return
    author = message.from_user.id if message.from_user else 0
    outcome = await submissions.submit(game.id, GameCommand(JUDGE, verb), receipt, author)
    if isinstance(outcome, Rejected):
        await reply(replies, message, f"reason-{outcome.reason}")


@router.callback_query(GameControlTap.filter(F.wish.in_({"pause", "resume"})))
async def pause_by_button(
    query: CallbackQuery,
    callback_data: GameControlTap,
    games: GameRegistry,
    submissions: Submissions,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    there = game is not None and query.message is not None and query.message.chat.id == game.lobby.chat_id
    if game is None or not there or game.lobby.phase is not Phase.PLAYING:
        await answer(query, await say(replies, query, "tap-old"))
        return
    user_id = query.from_user.id
    if not await permissions.leads_table(game.lobby, user_id) and not await permissions.is_admin(
        game.lobby.chat_id, user_id, AdminAction.PAUSE_GAME
    ):
        await answer(query, await say(replies, query, "course-not-yours"))
        return
    if not _is_within_limit(clock, action_limits, game):
        await answer(query, await say(replies, query, "too-fast"))
        return
    outcome = await submissions.submit(game.id, GameCommand(JUDGE, Verb(callback_data.wish)), receipt, user_id)
    await answer(query, await in_words(replies, query, outcome, "tap-accepted"))
