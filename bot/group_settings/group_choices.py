"""Choices of a group besides the rules: language, permissions, quiet hours ... Menus are made from these
declarations."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from bot.language.translator import LANGUAGES
from bot.storage.groups import Group

USUAL_ZONE = "usual"
ZONES = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Europe/Chisinau", "Europe/Minsk"),
    *("Europe/Moscow", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Almaty", "Asia/Tashkent", "Asia/Jerusalem"),
)
"""Offered by a tap; any other can be typed."""
HOURS = ("22-8", "22-9", "23-8", "23-9", "0-8", "0-9")
NEVER = "never"
LONGEST_ZONE = 40


class Who(StrEnum):
    """Who may do something at the tables of a group."""

    ANYONE = "anyone"
    LEADER = "leader"
    """Who opened the table, and admins."""
    ADMINS = "admins"


class Choice(NamedTuple):
    """A field of `Group`, as text."""

    field: str
    values: tuple[str, ...]
    """What is offered by a tap."""
    usual: str
    """The value of a new group; empty: no default."""
    write: Callable[[Any], str] = str
    """The field's value as text."""
    parse: Callable[[str], Any] | None = None
    """Reads a typed value; returns None if it is invalid. Without it only offered values are accepted."""

    def read(self, text: str) -> Any:
        """The field's value for a text; None if it is invalid."""
        if self.parse is not None:
            return self.parse(text)
        return next((value for value in self.values if value == text), None)


def _switch(field: str) -> Choice:
    return Choice(
        field, ("on", "off"), "off", lambda value: "on" if value else "off", {"on": True, "off": False}.get
    )


def _hours(value: tuple[int, ...]) -> str:
    return f"{value[0]}-{value[1]}" if value else NEVER


def read_hours(text: str) -> tuple[int, ...] | None:
    """`23-9`, `23:00–9:00` or `23 9`."""
    if text == NEVER:
        return ()
    found = re.fullmatch(r"([0-9]{1,2})(?::00)?(?:[-–—]\s*|\s+(?:[-–—]\s*)?)([0-9]{1,2})(?::00)?", text.strip())
    if found is None:
        return None
    first, last = (int(hour) for hour in found.groups())
    return (first, last) if first != last and max(first, last) < 24 else None


@cache
def _zones() -> Mapping[str, str]:
    """Every zone by its name in small letters, and by its city alone."""
    names = sorted(available_timezones(), key=lambda name: ("/" in name, len(name), name), reverse=True)
    return {name.rpartition("/")[2].lower(): name for name in names} | {name.lower(): name for name in names}


def read_zone(text: str) -> str | None:
    """`Europe/Kyiv`, however it is written, or `kyiv`."""
    said = "_".join(text.split()).lower()
    if said == USUAL_ZONE:
        return ""
    return _zones().get(said) if len(said) <= LONGEST_ZONE else None


CHOICES: Mapping[str, Choice] = {
    choice.field: choice
    for choice in (
        Choice("language", LANGUAGES, "", lambda value: value or LANGUAGES[0]),
        _switch("voice"),
        _switch("close_chat"),
        _switch("afterlife"),
        _switch("several_tables"),
        Choice("may_open", (Who.ANYONE, Who.ADMINS), Who.ANYONE),
        Choice("may_start", tuple(Who), Who.LEADER),
        Choice("may_stop", tuple(Who), Who.ADMINS),
        Choice("time_zone", (USUAL_ZONE, *ZONES), USUAL_ZONE, lambda value: value or USUAL_ZONE, read_zone),
        Choice("quiet", (NEVER, *HOURS), NEVER, _hours, read_hours),
    )
}


def chosen(group: Group, field: str) -> str:
    return CHOICES[field].write(getattr(group, field))
