"""The course of a game: pause, resume, stop, time-out, giving up."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.callbacks import CourseTap, StopTap
from bot.deed_limits import Deed
from bot.host import Host
from bot.live import Live
from bot.lobby import Lobby, Phase
from bot.outbox.rows import Kind, Rank
from engine.commands import JUDGE, Rejected, Verb
from engine.commands import Command as Wish
from handlers.answers import answer, answers, in_words, reply, say
from handlers.people import hindrance, is_somebody, may_manage, thread_of, writes_as_group
from handlers.places import IN_GROUP

router = Router(name="course")


async def _table(message: Message, host: Host) -> Live | None:
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None or live.lobby.phase is not Phase.PLAYING:
        await reply(host, message, "no-game")
        return None
    return live


async def _leads(host: Host, live: Live, message: Message) -> bool:
    author = message.from_user.id if message.from_user is not None else 0
    if await _leads_table(host, live.lobby, author) or await may_manage(host, message, AdminDeed.PAUSE_GAME):
        return True
    await reply(host, message, "course-not-yours")
    return False


async def _leads_table(host: Host, lobby: Lobby, user_id: int) -> bool:
    """Who opened it and who judges it, unless the admins keep them away."""
    if not is_somebody(user_id) or user_id not in (lobby.opener, lobby.judge):
        return False
    return user_id not in (await host.directory.group(lobby.chat_id)).kept_away


def _may_pause(host: Host, live: Live) -> bool:
    """Or let it go on: each time the table is told."""
    return host.deed_limits.allows(Deed.PAUSE, live.id, host.clock.now())


@router.message(Command("pause"), IN_GROUP)
async def pause(message: Message, host: Host, receipt: str) -> None:
    await _as_judge(message, host, receipt, Verb.PAUSE)


@router.message(Command("resume"), IN_GROUP)
async def resume(message: Message, host: Host, receipt: str) -> None:
    await _as_judge(message, host, receipt, Verb.RESUME)


async def _as_judge(message: Message, host: Host, receipt: str, verb: Verb) -> None:
    live = await _table(message, host)
    if live is None or not await _leads(host, live, message):
        return
    if not _may_pause(host, live):
        await reply(host, message, "too-fast")
        return
    author = message.from_user.id if message.from_user else 0
    outcome = await host.service.submit(live.id, Wish(JUDGE, verb), receipt, author)
    if isinstance(outcome, Rejected):
        await reply(host, message, f"reason-{outcome.reason}")


@router.callback_query(CourseTap.filter())
async def tapped(query: CallbackQuery, callback_data: CourseTap, host: Host, receipt: str) -> None:
    """The same as `/pause`, `/resume` and `/stop`, for the same people."""
    live = await host.service.live(callback_data.game)
    there = live is not None and query.message is not None and query.message.chat.id == live.lobby.chat_id
    if live is None or not there or live.lobby.phase is not Phase.PLAYING:
        await answer(query, await say(host, query, "tap-old"))
        return
    if callback_data.wish == "stop":
        await _stop_by_tap(query, host, live, receipt)
        return
    user_id = query.from_user.id
    if not await _leads_table(host, live.lobby, user_id) and not await host.admins.is_admin(
        live.lobby.chat_id, user_id, AdminDeed.PAUSE_GAME
    ):
        await answer(query, await say(host, query, "course-not-yours"))
        return
    if not _may_pause(host, live):
        await answer(query, await say(host, query, "too-fast"))
        return
    outcome = await host.service.submit(live.id, Wish(JUDGE, Verb(callback_data.wish)), receipt, user_id)
    await answer(query, await in_words(host, query, outcome, "tap-accepted"))


async def _why_no_stop(host: Host, lobby: Lobby, user_id: int, *, as_group: bool = False) -> str:
    return await hindrance(host, lobby.chat_id, AdminDeed.STOP_GAME, user_id, lobby.opener, as_group=as_group)


async def _stop_by_tap(query: CallbackQuery, host: Host, live: Live, receipt: str) -> None:
    """The second tap counts: no message has to ask."""
    why_not = await _why_no_stop(host, live.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(host, query, why_not))
    elif not host.taps.confirms(query.from_user.id, query.id, query.data or "", host.clock.now()):
        await answer(query, await say(host, query, "tap-twice-stop"), alert=True)
    else:
        await host.stop_game(live.id, receipt)
        await answer(query, await say(host, query, "tap-accepted"))


@router.message(Command("stop"), IN_GROUP)
async def stop(message: Message, host: Host) -> None:
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(host, message, "no-game")
        return
    user_id = message.from_user.id if message.from_user else 0
    lobby, as_group = live.lobby, writes_as_group(message)
    why_not = await _why_no_stop(host, lobby, user_id, as_group=as_group)
    if why_not:
        await reply(host, message, why_not)
        return
    row = host.service.group_row(lobby, Kind.SEND, "stop", Rank.NEWS, "stop")
    await host.tell(replace(row, args={"game": live.id}))


@router.callback_query(StopTap.filter())
async def stop_for_sure(query: CallbackQuery, callback_data: StopTap, host: Host, receipt: str) -> None:
    live = await host.service.live(callback_data.game)
    there = live is not None and query.message is not None and query.message.chat.id == live.lobby.chat_id
    if live is None or not there or live.lobby.phase not in (Phase.OPEN, Phase.PLAYING):
        await answer(query, await say(host, query, "tap-old"))
        return
    why_not = await _why_no_stop(host, live.lobby, query.from_user.id)
    if why_not:
        await answer(query, await say(host, query, why_not))
        return
    decided = host.decided(live.lobby, "stop", "stop", "table-stopped")
    if callback_data.sure and await host.stop_game(live.id, receipt, [decided]):
        await answer(query, await say(host, query, "tap-accepted"))
        return
    await answer(query, await say(host, query, "game-goes-on"))
    await host.tell(host.decided(live.lobby, "stop", "stop", "game-goes-on"))


@router.message(Command("surrender"))
async def surrender(message: Message, host: Host, receipt: str) -> None:
    await _as_player(message, host, receipt, Verb.SURRENDER)


@router.message(Command("timeout"))
async def time_out(message: Message, host: Host, receipt: str) -> None:
    await _as_player(message, host, receipt, Verb.TIME_OUT)


async def _as_player(message: Message, host: Host, receipt: str, verb: Verb) -> None:
    if message.from_user is None:
        return
    user_id = message.from_user.id
    tables = [live for live in await host.service.tables_of(user_id) if live.lobby.seat_of(user_id)]
    if message.chat.type != "private":
        place = (message.chat.id, thread_of(message))
        tables = [live for live in tables if (live.lobby.chat_id, live.lobby.thread_id) == place]
    if not tables:
        await reply(host, message, "tap-not-seated")
        return
    live = tables[0]
    told = answers(host.text(message.chat.id, "tap-accepted")) if message.chat.type == "private" else []
    wish = Wish(live.lobby.seat_of(user_id), verb)
    outcome = await host.service.submit(live.id, wish, receipt, user_id, more=told)
    if isinstance(outcome, Rejected):
        await reply(host, message, f"reason-{outcome.reason}")
