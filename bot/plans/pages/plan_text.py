"""What all messages about planned evenings share: when one is, and names."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from html import escape
from typing import Any

from bot.language.translator import Html, Translator
from bot.plans.plan import Answer, Plan

MOST_NAMES = 30
"""Most names in one list; a message has room for a hundred answers only without them."""


class PlanText:
    """Texts in the language of the reader."""

    def __init__(self, words: Translator, language: str) -> None:
        self._words = words
        self._language = language

    def say(self, key: str, **args: Any) -> Html:
        return self._words.say(self._language, key, **args)

    def label(self, key: str, **args: Any) -> str:
        return self._words.plain(self._language, key, **args)

    def day(self, day: date) -> Html:
        weekday = self.say("plan-weekday", weekday=day.weekday())
        return self.say("plan-day-name", weekday=weekday, date=self._date(day))

    def when(self, plan: Plan) -> Html:
        day = date.fromisoformat(plan.day)
        weekday = self.say("plan-weekday", weekday=day.weekday())
        return self.say("plan-when", weekday=weekday, date=self._date(day), time=plan.time)

    def zone(self, plan: Plan) -> Html:
        return self.say("plan-zone", city=plan.zone.rpartition("/")[2], zone=plan.zone)

    def weekly(self, plan: Plan) -> Html:
        return self.say("plan-weekly-on", weekday=date.fromisoformat(plan.day).weekday())

    def left(self, plan: Plan) -> Html:
        """Returns the time that is left, which the reader's device counts; older ones show day and time."""
        shown = f"{datetime.fromisoformat(plan.day):%d.%m} {plan.time}"
        return Html(f'<tg-time unix="{plan.at // 1000}" format="r">{shown}</tg-time>')

    def _date(self, day: date) -> Html:
        return self.say("plan-date", day=day.day, month=day.month)

    def names(self, names: Sequence[str]) -> Html:
        """Returns names that are safe already, as far as there is room."""
        shown = [*names[:MOST_NAMES]]
        if len(names) > MOST_NAMES:
            shown.append(self.say("plan-more-names", count=len(names) - MOST_NAMES))
        return Html(", ".join(shown))

    def mentions(self, people: Iterable[tuple[int, str]]) -> Html:
        return self.names([f'<a href="tg://user?id={user}">{escape(name)}</a>' for user, name in people])


def safe_name(answer: Answer) -> str:
    return escape(answer.name, quote=False)
