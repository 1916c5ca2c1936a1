"""Admins keep order at the table: take somebody off it, keep somebody away, let somebody back. By reply."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.admins import AdminDeed
from bot.directory import short_name
from bot.host import Host
from bot.lobby import Phase
from handlers.answers import reply, reply_row
from handlers.people import may_manage, thread_of
from handlers.places import IN_GROUP

router = Router(name="keeping")


async def _whom(message: Message, host: Host, deed: AdminDeed) -> tuple[int, str] | None:
    """The person whose message the admin replied to; otherwise says what is missing."""
    if not await may_manage(host, message, deed):
        await reply(host, message, "admins-only")
        return None
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.is_bot:
        await reply(host, message, "reply-needed")
        return None
    user = replied.from_user
    return user.id, short_name(user.first_name, user.last_name)


@router.message(Command("unseat"), IN_GROUP)
async def unseat(message: Message, host: Host, receipt: str) -> None:
    """Before the game only; in it, a seat is given to somebody else or removed by the judge."""
    whom = await _whom(message, host, AdminDeed.UNSEAT)
    if whom is None:
        return
    user_id, name = whom
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None or live.lobby.phase is not Phase.OPEN or not live.lobby.has(user_id):
        await reply(host, message, "no-such-player", name=name)
        return
    await host.service.change_lobby(
        live.id,
        lambda lobby: lobby.stand(user_id),
        receipt,
        lambda _: [reply_row(host, message, "taken-off", name=name)],
    )


@router.message(Command("keepaway"), IN_GROUP)
async def keep_away(message: Message, host: Host) -> None:
    """From all tables of the group, in whichever topic; in a game that runs the seat is played to its end."""
    whom = await _whom(message, host, AdminDeed.KEEP_AWAY)
    if whom is None:
        return
    user_id, name = whom
    group = await host.directory.group(message.chat.id)
    await host.directory.change_group(message.chat.id, kept_away=tuple({*group.kept_away, user_id}))
    for live in await host.service.tables_in_group(message.chat.id):
        if live.lobby.phase is Phase.OPEN and live.lobby.has(user_id):
            await host.service.change_lobby(live.id, lambda lobby: lobby.stand(user_id), "")
        await host.chair.dismiss(live, user_id)
    await reply(host, message, "kept-away", name=name)


@router.message(Command("letback"), IN_GROUP)
async def let_back(message: Message, host: Host) -> None:
    whom = await _whom(message, host, AdminDeed.LET_BACK)
    if whom is None:
        return
    user_id, name = whom
    group = await host.directory.group(message.chat.id)
    kept = tuple(other for other in group.kept_away if other != user_id)
    await host.directory.change_group(message.chat.id, kept_away=kept)
    await reply(host, message, "let-back", name=name)
