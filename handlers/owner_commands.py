"""/drain, /undrain, /block and /unblock, for the owner of the host in private; to others unknown commands."""

import re
from typing import Any

from aiogram import Router
from aiogram.filters import BaseFilter, Command, CommandObject
from aiogram.types import Message

from bot.core.broadcast import Broadcast
from bot.games.game_registry import GameRegistry
from bot.games.stop_game import StopGame
from bot.settings import Settings
from bot.storage.groups import Groups
from bot.telegram.replies import Replies
from handlers.filters import PRIVATE

router = Router(name="owner_commands")


class IsOwner(BaseFilter):
    async def __call__(self, message: Message, settings: Settings) -> bool | dict[str, Any]:
        user = message.from_user
        return user is not None and settings.owner_id > 0 and user.id == settings.owner_id


@router.message(Command("drain"), PRIVATE, IsOwner())
async def drain(message: Message, games: GameRegistry, replies: Replies, broadcast: Broadcast) -> None:
    broadcast.tell("drain", True)
    count = await games.count_running()
    await replies.tell(replies.text(message.chat.id, "owner-drained", count=count))


@router.message(Command("undrain"), PRIVATE, IsOwner())
async def undrain(message: Message, replies: Replies, broadcast: Broadcast) -> None:
    broadcast.tell("drain", False)
    await replies.tell(replies.text(message.chat.id, "owner-undrained"))


@router.message(Command("block"), PRIVATE, IsOwner())
async def block(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    replies: Replies,
    groups: Groups,
    stop_game: StopGame,
) -> None:
    if not command.args:
        await _list(message, replies, groups)
        return
    chat_id = _group(command)
    if chat_id is None:
        await replies.tell(replies.text(message.chat.id, "owner-block-how"))
        return
    await groups.change(chat_id, blocked=True)
    for game in await games.tables_in_group(chat_id):
        await stop_game.stop(game.id, "")
    await replies.tell(replies.text(message.chat.id, "owner-blocked", chat=str(chat_id)))


@router.message(Command("unblock"), PRIVATE, IsOwner())
async def unblock(message: Message, command: CommandObject, replies: Replies, groups: Groups) -> None:
    chat_id = _group(command)
    if chat_id is None:
        await replies.tell(replies.text(message.chat.id, "owner-block-how"))
        return
    await groups.change(chat_id, blocked=False)
    await replies.tell(replies.text(message.chat.id, "owner-unblocked", chat=str(chat_id)))


async def _list(message: Message, replies: Replies, groups: Groups) -> None:
    blocked = await groups.blocked()
    if not blocked:
        await replies.tell(replies.text(message.chat.id, "owner-blocked-none"))
        return
    lines = "\n".join(f"{group.chat_id} {group.title}".strip() for group in blocked)
    await replies.tell(replies.text(message.chat.id, "owner-blocked-list", list=lines))


def _group(command: CommandObject) -> int | None:
    found = re.fullmatch(r"-\d{1,15}", (command.args or "").strip())
    return int(found[0]) if found else None
