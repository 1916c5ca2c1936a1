"""/extend and its button: delays the start of a lobby."""

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.sitting_down import answer_key
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.lobby.permitted_lobby import lobby_for_command, lobby_for_tap
from handlers.tap_answers import answer, reply, say

router = Router(name="lobby.extend")
MINUTES, MOST_MINUTES = 5, 24 * 60
"""Minutes added by default, and the most that can be asked for."""
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
    game = await lobby_for_command(games, permissions, replies, message, AdminAction.EXTEND_LOBBY)
    if game is None:
        return
    given = command.args if command.args and command.args.isdecimal() and len(command.args) < 5 else ""
    done = await _more_time(lobbies, clock, pace, game, int(given or MINUTES), receipt)
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
    game = await lobby_for_tap(games, permissions, replies, query, callback_data.game, AdminAction.EXTEND_LOBBY)
    if game is not None:
        done = await _more_time(lobbies, clock, pace, game, MINUTES, receipt)
        await answer(query, await say(replies, query, answer_key(done, "lobby-more-time")))


async def _more_time(
    lobbies: Lobbies, clock: Clock, pace: Pace, game: RunningGame, minutes: int, receipt: str
) -> Lobby | LobbyRefusal | None:
    """Delays the start by `minutes`, counted from now if it is overdue, to `LONGEST_MS` from now at the latest."""
    more = pace.scale(min(minutes, MOST_MINUTES) * 60_000)
    now = clock.now()
    return await lobbies.change_lobby(
        game.id, lambda lobby: lobby.extend(min(max(lobby.starts_at, now) + more, now + LONGEST_MS)), receipt
    )
