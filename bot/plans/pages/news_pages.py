"""What the group and people in private are told about an evening: a reminder, its beginning, changes."""

from collections.abc import Callable, Mapping

from bot.plans.pages.plan_text import PlanText
from bot.plans.plan import Coming, Fate, Plan
from bot.telegram.buttons.callback_data import GroupTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def _reminder(text: PlanText, plan: Plan, args: Args) -> RenderedMessage:
    coming = [(answer.user_id, answer.name) for answer in plan.who(Coming.YES)]
    key = "plan-reminder" if coming else "plan-reminder-nobody"
    lines = [text.say(key, left=text.left(plan), **({"names": text.mentions(coming)} if coming else {}))]
    if args.get("url"):
        lines.append(text.say("plan-reminder-link", url=args["url"]))
    return RenderedMessage("\n".join(lines))


def _begun(text: PlanText, plan: Plan, args: Args) -> RenderedMessage:
    """What has become of an evening when its time had come."""
    fate, seated, late = Fate(args["fate"]), args["seated"], args["late"]
    match fate:
        case Fate.OPENED:
            lines = [text.say("plan-opened-late", minutes=late) if late else text.say("plan-opened")]
            if seated:
                lines.append(text.say("plan-seated", names=text.mentions((user, name) for user, name in seated)))
        case Fate.NOBODY:
            lines = [text.say("plan-nobody-fits" if args["unseated"] else "plan-nobody", time=plan.time)]
        case _:
            lines = [text.say("plan-missed", time=plan.time)]
    lines += [text.say(f"plan-unseated-{why}", name=name) for name, why in args["unseated"]]
    opens = [button(text.label("button-open-table"), GroupTap(wish="open").pack(), "primary")]
    return RenderedMessage("\n".join(lines), None if fate is Fate.OPENED else keyboard(opens))


def _waits(text: PlanText, _: Plan, __: Args) -> RenderedMessage:
    return RenderedMessage(text.say("plan-waits"))


def _moved(text: PlanText, plan: Plan, args: Args) -> RenderedMessage:
    lines = [text.say("plan-moved", when=text.when(plan))]
    if args["asked"]:
        asked = text.mentions((user, name) for user, name in args["asked"])
        lines.append(text.say("plan-moved-ask", names=asked))
    return RenderedMessage("\n".join(lines))


def private_page(text: PlanText, plan: Plan, args: Args) -> RenderedMessage:
    """What one person is told in private."""
    lines = [text.say(args["key"], group=args["group"], when=text.when(plan), time=plan.time)]
    if args.get("url"):
        lines.append(text.say("plan-reminder-private-link", url=args["url"]))
    return RenderedMessage("\n".join(lines))


def cancelled_page(text: PlanText, plan: Plan, following: Plan | None) -> RenderedMessage:
    lines = [text.say("plan-cancelled", when=text.when(plan))]
    if following is not None:
        lines.append(text.say("plan-cancelled-next", when=text.when(following)))
    return RenderedMessage("\n".join(lines))


NEWS: Mapping[str, Callable[[PlanText, Plan, Args], RenderedMessage]] = {
    "planned-reminder": _reminder,
    "planned-begun": _begun,
    "planned-waits": _waits,
    "planned-moved": _moved,
    "planned-private": private_page,
}
