"""Declares the choices of a group besides the rules (language, permissions, quiet hours); menus are made from
them."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from bot.group_settings.time_zone_and_quiet_hours import (
    HOURS,
    NEVER,
    USUAL_ZONE,
    ZONES,
    read_hours,
    read_zone,
    write_hours,
)
from bot.language.translator import LANGUAGES
from bot.storage.groups import Group


class Who(StrEnum):
    """Who may do something at the tables of a group."""

    ANYONE = "anyone"
    LEADER = "leader"
    """The person who opened the table, and admins."""
    ADMINS = "admins"


class Choice(NamedTuple):
    """A field of `Group` that is set by choosing a value; values are written as text."""

    field: str
    values: tuple[str, ...]
    """Values offered as buttons."""
    usual: str
    """The value of a new group; empty: no default."""
    write: Callable[[Any], str] = str
    """The field's value as text."""
    parse: Callable[[str], Any] | None = None
    """Reads a typed value; returns None if it is invalid. Without it only offered values are accepted."""

    def read(self, text: str) -> Any:
        """Returns the field's value for a text; None if it is invalid."""
        if self.parse is not None:
            return self.parse(text)
        return next((value for value in self.values if value == text), None)


def _switch(field: str) -> Choice:
    return Choice(
        field, ("on", "off"), "off", lambda value: "on" if value else "off", {"on": True, "off": False}.get
    )


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
        Choice("quiet", (NEVER, *HOURS), NEVER, write_hours, read_hours),
    )
}


def chosen(group: Group, field: str) -> str:
    return CHOICES[field].write(getattr(group, field))
