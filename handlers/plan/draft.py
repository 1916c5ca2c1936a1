"""The buttons with which a day and a time are chosen."""

from datetime import date, time

from aiogram import Router
from aiogram.types import CallbackQuery, Message

from bot.permissions import AdminAction, Permissions
from bot.plans.pages.draft_page import read_day
from bot.plans.plan import Plan, PlanRefusal
from bot.plans.plan_rows import PlanRows, draft_slot
from bot.plans.planning import Planning, When
from bot.telegram.buttons.callback_data import PlanDraftTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args, Kind, Row
from bot.telegram.replies import Replies
from handlers.identify import thread_of
from handlers.tap_answers import answer, patiently, say

router = Router(name="plan.draft")
AS_GROUP = 0


@router.callback_query(PlanDraftTap.filter())
async def choose(
    query: CallbackQuery,
    callback_data: PlanDraftTap,
    planning: Planning,
    plan_rows: PlanRows,
    permissions: Permissions,
    replies: Replies,
    outbox: Outbox,
    receipt: str,
) -> None:
    tap, message = callback_data, query.message
    day = _day(tap)
    if message is None or message.chat.type == "private" or (day is None and tap.wish not in ("days", "drop")):
        await answer(query, await say(replies, query, "tap-old"))
        return
    chat_id, thread_id = message.chat.id, thread_of(message) if isinstance(message, Message) else 0
    owner, args = await _draft(outbox, chat_id, query.from_user.id, message.message_id)
    if owner is None:
        await answer(query, await say(replies, query, "plan-draft-not-yours"))
        return

    def row(kind: Kind, **more: object) -> Row:
        return plan_rows.draft(chat_id, thread_id, owner, kind, **more)

    why_not = await _why_not(permissions, planning, args, chat_id, query.from_user.id)
    if why_not:
        await answer(query, await say(replies, query, why_not))
    elif tap.wish == "drop":
        await replies.tell(row(Kind.DELETE))
        await answer(query, await say(replies, query, "plan-dropped"))
    elif tap.wish == "make" and day is not None:
        when = When(day, time(tap.minute // 60, tap.minute % 60), bool(tap.weekly))
        author = query.from_user.id if owner != AS_GROUP else AS_GROUP
        gone = [row(Kind.DELETE)]
        await patiently(
            replies, query, _made(query, replies, planning, chat_id, thread_id, author, when, receipt, args, gone)
        )
    else:
        more = {"stage": tap.wish, "day": tap.day, "minute": tap.minute, "weekly": tap.weekly}
        await replies.tell(row(Kind.EDIT, **more))
        await answer(query)


async def _made(
    query: CallbackQuery,
    replies: Replies,
    planning: Planning,
    chat_id: int,
    thread_id: int,
    author: int,
    when: When,
    receipt: str,
    args: Args,
    gone: list[Row],
) -> str:
    """Makes or moves a plan; returns what to answer. After a refusal the draft stays, for another choice."""
    if args.get("plan"):
        done = await planning.move(args["plan"], when, receipt, gone)
    else:
        done = await planning.make(chat_id, thread_id, author, when, receipt, gone)
    match done:
        case PlanRefusal():
            return await say(replies, query, f"plan-no-{done}")
        case Plan() if args.get("plan"):
            return await say(replies, query, "plan-moved-toast")
        case Plan():
            return await say(replies, query, "plan-made-twice" if planning.comes_twice(done) else "plan-made")
        case _:
            return await say(replies, query, "tap-old")


async def _draft(outbox: Outbox, chat_id: int, user_id: int, message_id: int) -> tuple[int | None, Args]:
    """Returns whose draft the message is, if this person may go on with it, and its arguments. What an anonymous
    admin has begun any admin may go on with."""
    for owner in (user_id, AS_GROUP):
        sent = await outbox.sent_messages.find(chat_id, draft_slot(owner))
        if sent is not None and sent.message_id == message_id:
            return owner, sent.args
    return None, {}


async def _why_not(permissions: Permissions, planning: Planning, args: Args, chat_id: int, user_id: int) -> str:
    if not args.get("plan"):
        return await permissions.why_not(chat_id, AdminAction.OPEN_TABLE, user_id)
    author = await planning.author_of(args["plan"])
    return "" if await permissions.may_change_plan(chat_id, author, user_id) else "plan-no-not-yours"


def _day(tap: PlanDraftTap) -> date | None:
    """Returns the chosen day; None if there is none, or no calendar has it."""
    try:
        return read_day(tap.day)
    except ValueError:
        return None
