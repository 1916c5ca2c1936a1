"""The buttons under a planned evening by which people say whether they come, and the link into the private chat of
those to whom the bot cannot write yet."""

import structlog
from aiogram import F, Router
from aiogram.filters import CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.permissions import Permissions
from bot.plans.plan import Coming, PlanRefusal
from bot.plans.plan_rows import PlanRows
from bot.plans.plan_store import PlanStore
from bot.plans.planning import Planning
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import PlanTap
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.replies import Replies
from handlers.filters import PRIVATE
from handlers.tap_answers import answer, say

log = structlog.get_logger()
router = Router(name="plan.answers")
LINK = "plan_"


@router.callback_query(PlanTap.filter(F.wish.in_({coming.value for coming in Coming})))
async def say_whether(
    query: CallbackQuery,
    callback_data: PlanTap,
    planning: Planning,
    plan_store: PlanStore,
    permissions: Permissions,
    replies: Replies,
    bot_name: str,
    receipt: str,
) -> None:
    user_id, coming, message = query.from_user.id, Coming(callback_data.wish), query.message
    plan = await plan_store.find(callback_data.plan)
    if plan is None or message is None or message.chat.id != plan.chat_id:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if coming is Coming.YES and await permissions.is_kept_away(plan.chat_id, user_id):
        await answer(query, await say(replies, query, "lobby-no-kept-away"))
        return
    done = await planning.answer(plan.id, user_id, coming, receipt)
    if isinstance(done, PlanRefusal):
        await answer(query, await say(replies, query, f"plan-no-{done}"))
    elif coming is Coming.YES and not await replies.is_reachable(user_id):
        await answer(query, url=f"https://t.me/{bot_name}?start={LINK}{plan.id}")
    else:
        same = plan.answer_of(user_id) is coming
        await answer(query, await say(replies, query, "plan-answer-same" if same else f"plan-answer-{coming}"))


@router.message(CommandStart(deep_link=True, magic=F.args.startswith(LINK)), PRIVATE)
async def come_by_link(
    message: Message,
    command: CommandObject,
    planning: Planning,
    plan_store: PlanStore,
    plan_rows: PlanRows,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    receipt: str,
) -> None:
    user_id = message.chat.id
    plan = await plan_store.find((command.args or "").removeprefix(LINK))
    if plan is None or plan.is_over:
        await replies.tell(replies.note(user_id, "start"), replies.text(user_id, "plan-no-over"))
        return
    group = await groups.get(plan.chat_id)
    try:
        belongs = await permissions.is_member(plan.chat_id, user_id)
    except NOT_ANSWERING as away:
        log.warning("telegram_away", kind="plan", why=type(away).__name__)
        await replies.tell(replies.text(user_id, "telegram-away"))
        return
    if not belongs:
        await replies.tell(
            replies.note(user_id, "start"), replies.text(user_id, "plan-no-group-first", group=group.title)
        )
        return
    if await permissions.is_kept_away(plan.chat_id, user_id):
        await replies.tell(replies.note(user_id, "start"), replies.text(user_id, "lobby-no-kept-away"))
        return
    before = plan.answer_of(user_id)
    done = await planning.answer(plan.id, user_id, Coming.YES, receipt)
    if isinstance(done, PlanRefusal):
        await replies.tell(replies.note(user_id, "start"), replies.text(user_id, f"plan-no-{done}"))
        return
    if before is Coming.YES:
        await planning.show_again(plan)
    await replies.tell(
        replies.note(user_id, "start"), plan_rows.private(user_id, "plan-start-thanks", plan, group)
    )
