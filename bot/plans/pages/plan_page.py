"""The message of a planned evening: when it is, who comes, and the keys."""

from collections.abc import Collection
from typing import Literal

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.language.translator import Html
from bot.plans.pages.plan_text import PlanText, safe_name
from bot.plans.plan import Answer, Coming, Plan
from bot.telegram.buttons.callback_data import PlanTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def plan_page(text: PlanText, plan: Plan, reachable: Collection[int], args: Args) -> RenderedMessage:
    """`reachable`: the people of the list whom the bot can write to."""
    title = text.say("plan-title", when=text.when(plan))
    if plan.is_over:
        lines = [title, text.say(f"plan-fate-{plan.fate}")]
        return RenderedMessage("\n".join([*lines, *_lists(text, plan, reachable=None)]))
    lines = [title, text.say("plan-start", zone=text.zone(plan), left=text.left(plan))]
    if plan.weekly:
        lines.append(text.say("plan-repeats", weekly=text.weekly(plan)))
    if plan.author_name:
        lines.append(text.say("plan-by", name=plan.author_name))
    lists = _lists(text, plan, reachable=reachable) or [text.say("plan-nobody-yet")]
    shut = any(answer.user_id not in reachable for answer in plan.who(Coming.YES))
    notes = [text.say("plan-start-bot")] if shut else []
    body = [*lines, "", *lists, "", *notes, text.say("plan-promise")]
    return RenderedMessage("\n".join(body), _keys(text, plan), silent=bool(args.get("silent")))


def _lists(text: PlanText, plan: Plan, reachable: Collection[int] | None) -> list[Html]:
    found = []
    for coming in Coming:
        who = plan.who(coming)
        if who:
            names = text.names([_name(text, answer, reachable) for answer in who])
            found.append(text.say(f"plan-{coming}", count=len(who), names=names))
    return found


def _name(text: PlanText, answer: Answer, reachable: Collection[int] | None) -> str:
    """Returns the name, marked if the person wants to come and cannot be written to."""
    if answer.coming is Coming.YES and reachable is not None and answer.user_id not in reachable:
        return text.say("plan-name-shut", name=answer.name)
    return safe_name(answer)


def _keys(text: PlanText, plan: Plan) -> InlineKeyboardMarkup | None:
    def key(wish: Literal["yes", "maybe", "no", "move", "skip", "cancel"]) -> InlineKeyboardButton:
        data = PlanTap(plan=plan.id, wish=wish).pack()
        return button(text.label(f"button-plan-{wish}"), data, "success" if wish == "yes" else None)

    skips = [key("skip")] if plan.weekly else []
    return keyboard([key("yes"), key("maybe"), key("no")], skips, [key("move"), key("cancel")])
