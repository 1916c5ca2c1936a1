"""/stats of the author or of the person replied to, /top of the group, and the buttons under them."""

from dataclasses import asdict, replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.reports.statistics_query import FRIENDLY, PERIODS, StatisticsQuery
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import StatisticsTap
from bot.telegram.outbox import page_names
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args, Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from engine.house_rules import SHIPPED
from handlers.identify import thread_of
from handlers.replied_to import message_replied_to
from handlers.tap_answers import answer, say

router = Router(name="statistics")

PICTURE_AGAIN_MS = 15_000


@router.message(Command("stats"))
async def stats(message: Message, row_ids: RowIds, replies: Replies) -> None:
    asked = message.from_user
    replied = message_replied_to(message)
    if message.chat.type != "private" and replied is not None and replied.from_user is not None:
        asked = replied.from_user
    if asked is None or asked.is_bot:
        await replies.tell(replies.text(message.chat.id, "stats-of-whom", thread_of(message)))
        return
    await _show(row_ids, replies, message, StatisticsQuery("stats", asked.id))


@router.message(Command("top"))
async def top(message: Message, row_ids: RowIds, replies: Replies, groups: Groups) -> None:
    if message.chat.type == "private":
        await replies.tell(replies.text(message.chat.id, "top-in-group"))
        return
    group = await groups.get(message.chat.id)
    # Points of different rules cannot be added up: the table begins with the rules that are played here.
    rules = group.ruleset if group.ruleset in SHIPPED else ""
    await _show(row_ids, replies, message, StatisticsQuery("top", 0, rules))


async def _show(row_ids: RowIds, replies: Replies, message: Message, wanted: StatisticsQuery) -> None:
    await replies.tell(_row(row_ids, Kind.SEND, message.chat.id, wanted, thread_of(message)))


def _row(row_ids: RowIds, kind: Kind, chat: int, wanted: StatisticsQuery, thread: int = 0) -> Row:
    args = {"look": asdict(wanted)}
    slot = "" if wanted.picture else f"numbers:{wanted.view}"
    return Row(
        row_ids.next(), chat, kind, page_names.STATISTICS, Rank.NEWS, thread_id=thread, slot=slot, args=args
    )


@router.callback_query(StatisticsTap.filter())
async def change_view(
    query: CallbackQuery,
    callback_data: StatisticsTap,
    row_ids: RowIds,
    replies: Replies,
    people: People,
    clock: Clock,
    pace: Pace,
    outbox: Outbox,
    recent_requests: RecentRequests,
) -> None:
    tap, message = callback_data, query.message
    chat = message.chat.id if message is not None else query.from_user.id
    known = tap.days in PERIODS and tap.rules in ("", FRIENDLY, *SHIPPED)
    foreign = chat > 0 and tap.user != query.from_user.id
    newest = await outbox.sent_messages.find(chat, f"numbers:{tap.view}")
    stale = newest is None or message is None or newest.message_id != message.message_id
    if not known or foreign or stale or newest is None or not _is_about(newest.args, tap.user):
        await answer(query, await say(replies, query, "tap-old"))
        return
    wanted = StatisticsQuery(tap.view, tap.user, tap.rules, tap.days)
    match tap.wish:
        case "png":
            await _send_picture(query, row_ids, replies, clock, pace, recent_requests, chat, wanted)
        case "leave" | "join":
            await _leave_or_join(query, row_ids, replies, people, chat, wanted, leaves=tap.wish == "leave")
        case _:
            await replies.tell(_row(row_ids, Kind.EDIT, chat, wanted))
            await answer(query)


def _is_about(args: Args, user: int) -> bool:
    """Is the message about this person? If the tap names another, it is forged."""
    return bool(args.get("look", {}).get("user") == user)


async def _send_picture(
    query: CallbackQuery,
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    recent_requests: RecentRequests,
    chat: int,
    wanted: StatisticsQuery,
) -> None:
    now, key = clock.now(), (chat, wanted)
    if recent_requests.has(key, now, pace.scale(PICTURE_AGAIN_MS)):
        await answer(query, await say(replies, query, "protocol-sent"))
        return
    thread = thread_of(query.message) if isinstance(query.message, Message) else 0
    await replies.tell(_row(row_ids, Kind.FILE, chat, replace(wanted, picture=True), thread))
    recent_requests.note(key, now)
    await answer(query, await say(replies, query, "protocol-coming"))


async def _leave_or_join(
    query: CallbackQuery,
    row_ids: RowIds,
    replies: Replies,
    people: People,
    chat: int,
    wanted: StatisticsQuery,
    *,
    leaves: bool,
) -> None:
    """Takes the tapping person out of the statistics or back into them; only in their private chat."""
    if chat != query.from_user.id:
        await answer(query, await say(replies, query, "tap-old"))
        return
    await people.change(query.from_user.id, uncounted=leaves)
    await replies.tell(_row(row_ids, Kind.EDIT, chat, wanted))
    await answer(query, await say(replies, query, "stats-now-left" if leaves else "stats-now-counted"))
