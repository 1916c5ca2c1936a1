"""The buttons that move a planned evening, skip it once or cancel it."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.permissions import Permissions
from bot.plans.plan import Plan, PlanRefusal
from bot.plans.plan_rows import PlanRows
from bot.plans.plan_store import PlanStore
from bot.plans.planning import Planning
from bot.telegram.buttons.callback_data import PlanTap
from bot.telegram.replies import Replies
from handlers.tap_answers import answer, is_second_tap, say

router = Router(name="plan.changes")


@router.callback_query(PlanTap.filter(F.wish.in_({"move", "skip", "cancel"})))
async def change(
    query: CallbackQuery,
    callback_data: PlanTap,
    planning: Planning,
    plan_store: PlanStore,
    plan_rows: PlanRows,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    broadcast: Broadcast,
    double_taps: DoubleTaps,
    receipt: str,
) -> None:
    user_id, message = query.from_user.id, query.message
    plan = await plan_store.find(callback_data.plan)
    if plan is None or message is None or message.chat.id != plan.chat_id:
        await answer(query, await say(replies, query, "tap-old"))
    elif plan.is_over:
        await answer(query, await say(replies, query, "plan-no-over"))
    elif not await permissions.may_change_plan(plan.chat_id, plan.author, user_id):
        await answer(query, await say(replies, query, "plan-no-not-yours"))
    elif callback_data.wish == "move":
        await replies.tell(*plan_rows.asked(plan.chat_id, plan.thread_id, user_id, plan=plan.id))
        await answer(query)
    elif not is_second_tap(query, clock, broadcast, double_taps):
        await answer(query, await say(replies, query, _question(plan, callback_data.wish)), alert=True)
    else:
        only_once = callback_data.wish == "skip" and plan.weekly
        done = await planning.cancel(plan.id, receipt, only_once=only_once)
        key = f"plan-no-{done}" if isinstance(done, PlanRefusal) else "plan-cancelled-toast"
        await answer(query, await say(replies, query, key))


def _question(plan: Plan, wish: str) -> str:
    if wish == "skip" and plan.weekly:
        return "tap-twice-plan-skip"
    return "tap-twice-plan-cancel-weekly" if plan.weekly else "tap-twice-plan-cancel"
