"""/protocol and /record of a finished game, and the buttons for its files."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.finished_games import last_in, last_of, lobby_of, played
from bot.games.lobby import Phase
from bot.storage import Store
from bot.telegram.buttons.callback_data import Report, ReportTap
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from handlers.identify import thread_of
from handlers.tap_answers import answer, say

router = Router(name="protocol_and_record")

AGAIN_GROUP_MS = 10 * 60_000
AGAIN_PRIVATE_MS = 15_000
"""The same report is sent at most once in this time, in a group or in private."""


@router.message(Command("protocol"))
async def protocol(
    message: Message,
    command: CommandObject,
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    store: Store,
    recent_requests: RecentRequests,
) -> None:
    await _by_command(message, command, row_ids, replies, clock, pace, store, recent_requests, Report.TEXT)


@router.message(Command("record"))
async def record(
    message: Message,
    command: CommandObject,
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    store: Store,
    recent_requests: RecentRequests,
) -> None:
    await _by_command(message, command, row_ids, replies, clock, pace, store, recent_requests, Report.RECORD)


async def _by_command(
    message: Message,
    command: CommandObject,
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    store: Store,
    recent_requests: RecentRequests,
    report: Report,
) -> None:
    chat, thread = message.chat.id, thread_of(message)
    user = message.from_user.id if message.from_user else 0
    wanted = (command.args or "").strip()
    game = wanted or await _last(store, message, user)
    why_not = await _why_not(store, game, chat, user)
    if why_not:
        await replies.tell(replies.text(chat, why_not, thread))
        return
    if _asked_before(clock, pace, recent_requests, chat, game, report):
        await replies.tell(replies.text(chat, "protocol-sent", thread))
        return
    await _send(row_ids, replies, clock, recent_requests, chat, thread, game, report)


async def _last(store: Store, message: Message, user: int) -> str:
    if message.chat.type == "private":
        return await last_of(store, user)
    return await last_in(store, message.chat.id, thread_of(message))


async def _why_not(store: Store, game: str, chat: int, user: int) -> str:
    """Returns the key that says why a report is refused; empty if it is not. A group gets its own games, a person
    those they played or judged; whether other games exist is not revealed."""
    private = chat > 0
    if not game:
        return "protocol-none-private" if private else "protocol-none"
    lobby = await lobby_of(store, game)
    if lobby is None or not (played(lobby, user) if private else lobby.chat_id == chat):
        return "protocol-unknown"
    return "" if lobby.phase is Phase.OVER else "protocol-not-over"


@router.callback_query(ReportTap.filter())
async def report_by_button(
    query: CallbackQuery,
    callback_data: ReportTap,
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    store: Store,
    recent_requests: RecentRequests,
) -> None:
    game, report = callback_data.game, callback_data.report
    message = query.message
    chat = message.chat.id if message is not None else query.from_user.id
    why_not = await _why_not(store, game, chat, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not), alert=True)
        return
    if _asked_before(clock, pace, recent_requests, chat, game, report):
        await answer(query, await say(replies, query, "protocol-sent"))
        return
    thread = thread_of(message) if isinstance(message, Message) else 0
    await _send(row_ids, replies, clock, recent_requests, chat, thread, game, report)
    await answer(query, await say(replies, query, "protocol-coming"))


async def _send(
    row_ids: RowIds,
    replies: Replies,
    clock: Clock,
    recent_requests: RecentRequests,
    chat: int,
    thread: int,
    game: str,
    report: Report,
) -> None:
    await replies.tell(_report_row(row_ids, chat, thread, game, report))
    recent_requests.note((chat, game, report), clock.now())


def _report_row(row_ids: RowIds, chat: int, thread: int, game: str, report: Report) -> Row:
    kind = Kind.SEND if report is Report.TEXT else Kind.FILE
    args = {"game": game, "paper": report.value}
    return Row(row_ids.next(), chat, kind, page_names.REPORT, Rank.NEWS, thread_id=thread, args=args)


def _asked_before(
    clock: Clock, pace: Pace, recent_requests: RecentRequests, chat: int, game: str, report: Report
) -> bool:
    again = AGAIN_PRIVATE_MS if chat > 0 else AGAIN_GROUP_MS
    return recent_requests.has((chat, game, report), clock.now(), pace.scale(again))
