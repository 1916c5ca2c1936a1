"""/plan: plans an evening that was typed, or offers days to choose from."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from bot.permissions import AdminAction, Permissions, is_somebody
from bot.plans.pages.draft_page import number_of
from bot.plans.plan import Plan, PlanRefusal
from bot.plans.plan_rows import PlanRows, plan_slot
from bot.plans.plan_store import PlanStore
from bot.plans.planning import Planning, When
from bot.plans.written_appointment import read_appointment
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of, writes_as_group
from handlers.replied_to import message_replied_to
from handlers.tap_answers import reply

router = Router(name="plan.command")


@router.message(Command("plan"), IN_GROUP)
async def plan(
    message: Message,
    command: CommandObject,
    planning: Planning,
    plan_store: PlanStore,
    plan_rows: PlanRows,
    permissions: Permissions,
    replies: Replies,
    outbox: Outbox,
    receipt: str,
) -> None:
    if message.from_user is None:
        return
    chat_id, user_id, as_group = message.chat.id, message.from_user.id, writes_as_group(message)
    moved = await _replied_plan(message, plan_store, outbox)
    why_not = await _why_not(permissions, chat_id, user_id, moved, as_group=as_group)
    if why_not:
        await reply(replies, message, why_not)
        return
    author = user_id if is_somebody(user_id) and not as_group else 0
    args: Args = {"plan": moved.id if moved is not None else ""}
    if command.args:
        read = read_appointment(command.args, await planning.now_in(chat_id))
        if isinstance(read, PlanRefusal):
            await reply(replies, message, f"plan-no-{read}")
            return
        if read.clock is not None:
            when = When(read.day, read.clock, read.weekly)
            if moved is None:
                done = await planning.make(chat_id, thread_of(message), author, when, receipt)
            else:
                done = await planning.move(moved.id, when, receipt)
            if isinstance(done, PlanRefusal):
                await reply(replies, message, f"plan-no-{done}")
            return
        args |= {"stage": "hours", "day": number_of(read.day)}
    await replies.tell(*plan_rows.asked(chat_id, thread_of(message), author, **args))


async def _replied_plan(message: Message, plans: PlanStore, outbox: Outbox) -> Plan | None:
    """Returns the plan to whose message the command replies."""
    replied = message_replied_to(message)
    for plan in await plans.in_group(message.chat.id) if replied is not None else ():
        shown = await outbox.sent_messages.find(message.chat.id, plan_slot(plan.id))
        if shown is not None and replied is not None and shown.message_id == replied.message_id:
            return plan
    return None


async def _why_not(
    permissions: Permissions, chat_id: int, user_id: int, moved: Plan | None, *, as_group: bool
) -> str:
    if moved is None:
        return await permissions.why_not(chat_id, AdminAction.OPEN_TABLE, user_id, as_group=as_group)
    if as_group or await permissions.may_change_plan(chat_id, moved.author, user_id):
        return ""
    return "plan-no-not-yours"
