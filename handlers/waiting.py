"""Waiting for players: more time, a table that is closed, a call when the next one opens."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.callbacks import GroupTap, LobbyTap
from bot.directory import Group
from bot.host import Host
from bot.live import Live
from bot.lobby import Lobby, LobbyRefusal, Phase
from handlers.answers import answer, reply, say
from handlers.people import hindrance, thread_of, writes_as_group
from handlers.places import IN_GROUP
from handlers.seats import answer_key

router = Router(name="waiting")
MINUTES, MOST_MINUTES = 5, 24 * 60
MOST_WAITING = 200
LONGEST_MS = MOST_MINUTES * 60_000


@router.message(Command("extend"), IN_GROUP)
async def extend(message: Message, command: CommandObject, host: Host, receipt: str) -> None:
    live = await _led_by(host, message, AdminDeed.EXTEND_LOBBY)
    if live is None:
        return
    given = command.args if command.args and command.args.isdecimal() and len(command.args) < 5 else ""
    done = await _more_time(host, live, int(given or MINUTES), receipt)
    if isinstance(done, LobbyRefusal):
        await reply(host, message, f"lobby-no-{done}")


@router.callback_query(LobbyTap.filter(F.wish == "extend"))
async def extend_by_button(query: CallbackQuery, callback_data: LobbyTap, host: Host, receipt: str) -> None:
    live = await _led_by_tapper(host, query, callback_data.game, AdminDeed.EXTEND_LOBBY)
    if live is not None:
        done = await _more_time(host, live, MINUTES, receipt)
        await answer(query, await say(host, query, answer_key(done, "lobby-more-time")))


async def _more_time(host: Host, live: Live, minutes: int, receipt: str) -> Lobby | LobbyRefusal | None:
    """Later than it would begin, and not sooner than in so long."""
    more = host.pace.scale(min(minutes, MOST_MINUTES) * 60_000)
    now = host.clock.now()
    return await host.service.change_lobby(
        live.id, lambda lobby: lobby.extend(min(max(lobby.starts_at, now) + more, now + LONGEST_MS)), receipt
    )


@router.message(Command("cancel"), IN_GROUP)
async def cancel(message: Message, host: Host, receipt: str) -> None:
    live = await _led_by(host, message, AdminDeed.CLOSE_LOBBY)
    if live is not None:
        await host.stop_game(live.id, receipt)


@router.callback_query(LobbyTap.filter(F.wish == "cancel"))
async def cancel_by_button(query: CallbackQuery, callback_data: LobbyTap, host: Host, receipt: str) -> None:
    """The second tap closes the table: nobody sends everybody home by a slip of the thumb."""
    live = await _led_by_tapper(host, query, callback_data.game, AdminDeed.CLOSE_LOBBY)
    if live is None:
        return
    if not host.taps.confirms(query.from_user.id, query.id, query.data or "", host.clock.now()):
        await answer(query, await say(host, query, "tap-twice-cancel"), alert=True)
        return
    await host.stop_game(live.id, receipt)
    await answer(query, await say(host, query, "lobby-closed"))


@router.message(Command("nextgame"), IN_GROUP)
async def next_game(message: Message, host: Host) -> None:
    if message.from_user is not None:
        key = await _call_next_time(host, message.chat.id, message.from_user.id)
        await reply(host, message, key)


@router.callback_query(GroupTap.filter(F.wish == "next"))
async def next_game_by_button(query: CallbackQuery, host: Host) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(host, query, "tap-old"))
        return
    key = await _call_next_time(host, message.chat.id, query.from_user.id)
    if key == "start-first":
        await answer(query, url=f"https://t.me/{host.bot_name}?start=hello")
        return
    await answer(query, await say(host, query, key))


async def _call_next_time(host: Host, chat_id: int, user_id: int) -> str:
    if not (await host.directory.person(user_id)).reachable:
        return "start-first"

    def with_one_more(group: Group) -> Group:
        others = (user for user in group.waiting if user != user_id)
        return replace(group, waiting=(*others, user_id)[-MOST_WAITING:])

    await host.directory.amend_group(chat_id, with_one_more)
    return "next-game-noted"


async def _led_by(host: Host, message: Message, deed: AdminDeed) -> Live | None:
    """The open table here, if whoever writes may decide about it; otherwise they are told."""
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None or live.lobby.phase is not Phase.OPEN:
        await reply(host, message, "no-table")
        return None
    user_id = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message)
    why_not = await hindrance(host, live.lobby.chat_id, deed, user_id, live.lobby.opener, as_group=as_group)
    if why_not:
        await reply(host, message, why_not)
        return None
    return live


async def _led_by_tapper(host: Host, query: CallbackQuery, game_id: str, deed: AdminDeed) -> Live | None:
    live = await host.service.live(game_id)
    if live is None or live.lobby.phase is not Phase.OPEN:
        await answer(query, await say(host, query, "lobby-no-not-open"))
        return None
    lobby = live.lobby
    why_not = await hindrance(host, lobby.chat_id, deed, query.from_user.id, lobby.opener)
    if why_not:
        await answer(query, await say(host, query, why_not))
        return None
    return live
