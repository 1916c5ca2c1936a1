"""/sidejudge: the judge names a side judge, or dismisses one."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.judge.appointment import JudgeAppointment
from bot.language.display_names import short_name
from bot.permissions import Permissions
from bot.storage.people import People
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.judge.candidate import may_be_named
from handlers.replied_to import replied_to
from handlers.tap_answers import reply, reply_row

router = Router(name="judge.side_judge")


@router.message(Command("sidejudge"), IN_GROUP)
async def side_judge(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    people: People,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None:
        await reply(replies, message, "no-table")
        return
    author = message.from_user
    if author is None or author.id != game.lobby.judge or message.sender_chat:
        await reply(replies, message, "side-judge-by-judge")
        return
    other = replied_to(message)
    if other is None:
        await reply(replies, message, "reply-needed")
        return
    name = short_name(other.first_name, other.last_name)
    gone = other.id in game.lobby.judges
    if not gone and not await may_be_named(message, permissions, replies, people, game, other):
        return

    def told(lobby: Lobby) -> list[Row]:
        key = "side-judge-gone" if gone else "side-judge-named"
        return [reply_row(replies, message, key, name=name)] if lobby.phase is Phase.OPEN else []

    done = await appointment.name_side_judge(game, other.id, name, receipt, told)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")
