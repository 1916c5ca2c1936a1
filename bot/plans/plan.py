"""An evening by appointment: when and where, who has planned it, and who comes. Immutable."""

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from bot.language.display_names import FORGOTTEN
from bot.storage.unit_of_work import as_json

MOST_ANSWERS = 100
"""Most people whose answer a plan keeps; a table has far fewer seats."""


class Coming(StrEnum):
    """A person's answer."""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


class Fate(StrEnum):
    """What has become of a plan."""

    TO_COME = "to-come"
    OPENED = "opened"
    """Its table was opened."""
    NOBODY = "nobody"
    """Nobody came, so no table was opened."""
    MISSED = "missed"
    """The bot was not running at the time, or another game ran too long."""
    CANCELLED = "cancelled"


class PlanRefusal(StrEnum):
    """Why a plan is not made, moved or answered; the message is `plan-no-…`."""

    PAST = "past"
    SOON = "soon"
    FAR = "far"
    NO_SUCH_DAY = "missing-day"
    NO_SUCH_TIME = "missing-time"
    """The clocks are put forward over it."""
    TAKEN = "taken"
    """Another evening of the same place is planned for about that time."""
    TOO_MANY = "crowded"
    FULL = "full"
    OVER = "over"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Answer:
    user_id: int
    name: str
    coming: Coming


@dataclass(frozen=True, slots=True)
class Plan:
    id: str
    chat_id: int
    thread_id: int
    author: int
    """Who has planned it; 0: an anonymous admin, or somebody who was forgotten."""
    author_name: str
    day: str
    """The date by the clock on the wall there, such as `2026-11-20`."""
    time: str
    """The time there, such as `20:00`. A weekly evening keeps it when the clocks are changed."""
    zone: str
    at: int
    """The moment, in milliseconds since 1970 by the wall clock."""
    weekly: bool = False
    answers: tuple[Answer, ...] = ()
    """In the order in which they came: who answered first is seated first."""
    reminded: bool = False
    waits: bool = False
    """Whether the group was told that the table opens as soon as the game there is over."""
    pinned: bool = True
    """Whether its message was pinned: that of a following week is not, a table has just opened above it."""
    fate: Fate = Fate.TO_COME

    @property
    def is_over(self) -> bool:
        return self.fate is not Fate.TO_COME

    def who(self, coming: Coming) -> tuple[Answer, ...]:
        return tuple(answer for answer in self.answers if answer.coming is coming)

    def answer_of(self, user_id: int) -> Coming | None:
        return next((answer.coming for answer in self.answers if answer.user_id == user_id), None)

    def answered(self, user_id: int, name: str, coming: Coming) -> "Plan | PlanRefusal":
        if self.is_over:
            return PlanRefusal.OVER
        if self.answer_of(user_id) is coming:
            return self
        others = tuple(answer for answer in self.answers if answer.user_id != user_id)
        if len(others) >= MOST_ANSWERS:
            return PlanRefusal.FULL
        return replace(self, answers=(*others, Answer(user_id, name, coming)))

    def without_answer(self, user_id: int) -> "Plan":
        return replace(self, answers=tuple(answer for answer in self.answers if answer.user_id != user_id))

    def ended(self, fate: Fate) -> "Plan | PlanRefusal":
        return PlanRefusal.OVER if self.is_over else replace(self, fate=fate)

    def knows(self, user_id: int) -> bool:
        return user_id == self.author or self.answer_of(user_id) is not None

    def without_person(self, user_id: int) -> "Plan":
        """Returns the plan without the id and the name of a person who has their data deleted."""
        plan = self.without_answer(user_id)
        return replace(plan, author=0, author_name=FORGOTTEN) if plan.author == user_id else plan

    def to_json(self) -> str:
        return as_json(asdict(self))


def plan_from_json(text: str) -> Plan:
    data: dict[str, Any] = json.loads(text)
    known = {field.name for field in fields(Plan)}
    values = {key: value for key, value in data.items() if key in known}
    values["answers"] = tuple(
        Answer(each["user_id"], each["name"], Coming(each["coming"])) for each in data["answers"]
    )
    values["fate"] = Fate(data["fate"])
    return Plan(**values)
