"""The message in which a day and a time are chosen, tap by tap."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from aiogram.types import InlineKeyboardButton

from bot.plans.pages.plan_text import PlanText
from bot.plans.plan import Plan
from bot.telegram.buttons.callback_data import PlanDraftTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args

DAYS = 15
IN_ROW = {"days": 3, "hours": 6, "quarters": 4}
QUARTERS = (0, 15, 30, 45)


def draft_page(
    text: PlanText, args: Args, now: datetime, moves: Plan | None, others: Sequence[tuple[Plan, str]]
) -> RenderedMessage:
    """`now` is the local time there. `moves`: the plan that gets another time; `others`: what is planned already,
    with the addresses of the messages."""
    match args.get("stage", "days"):
        case "hours":
            day = read_day(args["day"])
            asks = text.say("plan-ask-hour", when=text.day(day))
            return RenderedMessage(asks, keyboard(*_hours(day, now), _below(text, "days")))
        case "quarters":
            day, minute, weekly = read_day(args["day"]), int(args["minute"]), bool(args.get("weekly"))
            return RenderedMessage(
                text.say("plan-ask-quarter", when=text.day(day)),
                keyboard(
                    _quarters(day, minute, now, weekly=weekly),
                    [_weekly(text, day, minute, weekly=weekly)],
                    _below(text, "hours", day),
                ),
            )
        case _:
            lines = [*_planned(text, others)]
            lines.append(text.say("plan-ask-move", when=text.when(moves)) if moves else text.say("plan-ask-day"))
            drop = [button(text.label("button-plan-drop"), PlanDraftTap(wish="drop").pack())]
            return RenderedMessage("\n".join(lines), keyboard(*_days(text, now.date()), drop))


def number_of(day: date) -> int:
    return int(f"{day:%Y%m%d}")


def read_day(number: int) -> date:
    return datetime.strptime(f"{number:08}", "%Y%m%d").date()


def _planned(text: PlanText, others: Sequence[tuple[Plan, str]]) -> list[str]:
    if not others:
        return []
    lines = [
        text.say("plan-listed", url=url, when=text.when(plan))
        if url
        else text.say("plan-listed-plain", when=text.when(plan))
        for plan, url in others
    ]
    return [text.say("plan-already"), *lines, ""]


def _days(text: PlanText, today: date) -> list[list[InlineKeyboardButton]]:
    keys = []
    for ahead in range(DAYS):
        day = today + timedelta(days=ahead)
        short = text.label("plan-weekday-short", weekday=day.weekday())
        named = {0: "button-plan-today", 1: "button-plan-tomorrow"}.get(ahead)
        label = text.label(named) if named else text.label("button-plan-day", weekday=short, day=f"{day:%d.%m}")
        keys.append(button(label, PlanDraftTap(wish="hours", day=number_of(day)).pack()))
    return _rows(keys, "days")


def _hours(day: date, now: datetime) -> list[list[InlineKeyboardButton]]:
    """The hours that are still to come."""
    first = now.hour if day <= now.date() else 0
    keys = [
        button(f"{hour}", PlanDraftTap(wish="quarters", day=number_of(day), minute=hour * 60).pack())
        for hour in range(first, 24)
    ]
    return _rows(keys, "hours")


def _quarters(day: date, minute: int, now: datetime, *, weekly: bool) -> list[InlineKeyboardButton]:
    hour = minute // 60
    passed = now.minute if day <= now.date() and hour == now.hour else -1
    return [
        button(
            f"{hour}:{quarter:02}",
            PlanDraftTap(wish="make", day=number_of(day), minute=hour * 60 + quarter, weekly=int(weekly)).pack(),
            "primary",
        )
        for quarter in QUARTERS
        if quarter > passed
    ]


def _weekly(text: PlanText, day: date, minute: int, *, weekly: bool) -> InlineKeyboardButton:
    label = text.label("button-plan-weekly" if weekly else "button-plan-once")
    tap = PlanDraftTap(wish="quarters", day=number_of(day), minute=minute, weekly=int(not weekly))
    return button(label, tap.pack())


def _below(text: PlanText, back: str, day: date | None = None) -> list[InlineKeyboardButton]:
    named = 0 if day is None else number_of(day)
    tap = PlanDraftTap(wish="hours", day=named) if back == "hours" else PlanDraftTap(wish="days")
    return [
        button(text.label("button-plan-back"), tap.pack()),
        button(text.label("button-plan-drop"), PlanDraftTap(wish="drop").pack()),
    ]


def _rows(keys: Sequence[InlineKeyboardButton], kind: str) -> list[list[InlineKeyboardButton]]:
    width = IN_ROW[kind]
    return [list(keys[start : start + width]) for start in range(0, len(keys), width)]
