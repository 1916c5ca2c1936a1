"""What only whoever runs the host may say, in private. For everybody else these commands do not exist."""

import re
from typing import Any

from aiogram import Router
from aiogram.filters import BaseFilter, Command, CommandObject
from aiogram.types import Message

from bot.host import Host
from handlers.places import PRIVATE

router = Router(name="owner")


class IsOwner(BaseFilter):
    async def __call__(self, message: Message, host: Host) -> bool | dict[str, Any]:
        user = message.from_user
        return user is not None and host.settings.owner_id > 0 and user.id == host.settings.owner_id


@router.message(Command("drain"), PRIVATE, IsOwner())
async def drain(message: Message, host: Host) -> None:
    host.grapevine.tell("drain", True)
    count = await host.service.count_live()
    await host.tell(host.text(message.chat.id, "owner-drained", count=count))


@router.message(Command("undrain"), PRIVATE, IsOwner())
async def undrain(message: Message, host: Host) -> None:
    host.grapevine.tell("drain", False)
    await host.tell(host.text(message.chat.id, "owner-undrained"))


@router.message(Command("block"), PRIVATE, IsOwner())
async def block(message: Message, command: CommandObject, host: Host) -> None:
    if not command.args:
        await _list(message, host)
        return
    chat_id = _group(command)
    if chat_id is None:
        await host.tell(host.text(message.chat.id, "owner-block-how"))
        return
    await host.directory.change_group(chat_id, blocked=True)
    for live in await host.service.tables_in_group(chat_id):
        await host.stop_game(live.id, "")
    await host.tell(host.text(message.chat.id, "owner-blocked", chat=str(chat_id)))


@router.message(Command("unblock"), PRIVATE, IsOwner())
async def unblock(message: Message, command: CommandObject, host: Host) -> None:
    chat_id = _group(command)
    if chat_id is None:
        await host.tell(host.text(message.chat.id, "owner-block-how"))
        return
    await host.directory.change_group(chat_id, blocked=False)
    await host.tell(host.text(message.chat.id, "owner-unblocked", chat=str(chat_id)))


async def _list(message: Message, host: Host) -> None:
    blocked = await host.directory.blocked_groups()
    if not blocked:
        await host.tell(host.text(message.chat.id, "owner-blocked-none"))
        return
    lines = "\n".join(f"{group.chat_id} {group.title}".strip() for group in blocked)
    await host.tell(host.text(message.chat.id, "owner-blocked-list", list=lines))


def _group(command: CommandObject) -> int | None:
    found = re.fullmatch(r"-\d{1,15}", (command.args or "").strip())
    return int(found[0]) if found else None
