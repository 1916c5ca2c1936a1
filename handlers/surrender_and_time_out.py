"""/surrender and /timeout: a player surrenders, or takes a time-out."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.games.submissions import Submissions
from bot.telegram.replies import Replies
from engine.commands import Command as GameCommand
from engine.commands import Rejected, Verb
from handlers.identify import thread_of
from handlers.tap_answers import answers, reply

router = Router(name="surrender_and_time_out")


@router.message(Command("surrender"))
async def surrender(
    message: Message, games: GameRegistry, submissions: Submissions, replies: Replies, receipt: str
) -> None:
    await _submit(message, games, submissions, replies, receipt, Verb.SURRENDER)


@router.message(Command("timeout"))
async def time_out(
    message: Message, games: GameRegistry, submissions: Submissions, replies: Replies, receipt: str
) -> None:
    await _submit(message, games, submissions, replies, receipt, Verb.TIME_OUT)


async def _submit(
    message: Message, games: GameRegistry, submissions: Submissions, replies: Replies, receipt: str, verb: Verb
) -> None:
    if message.from_user is None:
        return
    user_id = message.from_user.id
    tables = [game for game in await games.tables_of(user_id) if game.lobby.seat_of(user_id)]
    if message.chat.type != "private":
        place = (message.chat.id, thread_of(message))
        tables = [game for game in tables if (game.lobby.chat_id, game.lobby.thread_id) == place]
    if not tables:
        await reply(replies, message, "tap-not-seated")
        return
    game = tables[0]
    told = answers(replies.text(message.chat.id, "tap-accepted")) if message.chat.type == "private" else []
    command = GameCommand(game.lobby.seat_of(user_id), verb)
    outcome = await submissions.submit(game.id, command, receipt, user_id, more=told)
    if isinstance(outcome, Rejected):
        await reply(replies, message, f"reason-{outcome.reason}")
