"""Declares the choices of a group besides the rules (language, permissions, quiet hours); menus are made from
them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from bot.games.afterlife import opens_afterlife
from bot.games.self_start import BY_TIME, SELF_STARTS
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
    in_force: Callable[[Group], Any] | None = None
    """The value of a group that has chosen none, if that depends on the group."""
    usual_in: Callable[[Group], str] | None = None
    """The value of a new group with this group's rules, if that depends on the rules."""

    def read(self, text: str) -> Any:
        """Returns the field's value for a text; None if it is invalid."""
        if self.parse is not None:
            return self.parse(text)
        return next((value for value in self.values if value == text), None)


def _switch(field: str) -> Choice:
    return Choice(
        field, ("on", "off"), "off", lambda value: "on" if value else "off", {"on": True, "off": False}.get
    )


def _afterlife(group: Group) -> bool:
    return opens_afterlife(group, group.ruleset)


def _usual_afterlife(group: Group) -> str:
    return "on" if opens_afterlife(replace(group, afterlife=None), group.ruleset) else "off"


def _number(field: str, none: str, offered: tuple[int, ...]) -> Choice:
    """Returns a choice of a number, or of `none`, which is stored as 0."""
    numbers = {none: 0} | {str(number): number for number in offered}
    return Choice(field, tuple(numbers), none, lambda value: str(value or none), numbers.get)


CHOICES: Mapping[str, Choice] = {
    choice.field: choice
    for choice in (
        Choice("language", LANGUAGES, "", lambda value: value or LANGUAGES[0]),
        _switch("voice"),
        _switch("close_chat"),
        _switch("afterlife")._replace(in_force=_afterlife, usual_in=_usual_afterlife),
        _switch("several_tables"),
        Choice("may_open", (Who.ANYONE, Who.ADMINS), Who.ANYONE),
        Choice("may_start", tuple(Who), Who.LEADER),
        Choice("may_stop", tuple(Who), Who.ADMINS),
        Choice("may_change", (Who.LEADER, Who.ADMINS), Who.LEADER),
        Choice("may_judge", tuple(Who), Who.ANYONE),
        Choice("may_add_bots", tuple(Who), Who.ANYONE),
        _number("lobby_minutes", "usual", (3, 5, 10, 15, 20, 30, 60, 120)),
        _number("smallest_table", "rules", (4, 5, 6, 7, 8, 9, 10, 11, 12)),
        Choice("self_start", SELF_STARTS, BY_TIME),
        Choice("time_zone", (USUAL_ZONE, *ZONES), USUAL_ZONE, lambda value: value or USUAL_ZONE, read_zone),
        Choice("quiet", (NEVER, *HOURS), NEVER, write_hours, read_hours),
    )
}


def chosen(group: Group, field: str) -> str:
    choice = CHOICES[field]
    return choice.write(getattr(group, field) if choice.in_force is None else choice.in_force(group))


def usual(group: Group, field: str) -> str:
    """Returns the value of a new group with these rules; the present one of a choice that has none."""
    choice = CHOICES[field]
    return (choice.usual if choice.usual_in is None else choice.usual_in(group)) or chosen(group, field)


def with_usual_choices(group: Group) -> Group:
    """Returns the group without its choices that are what its rules usually have: other rules may have others."""
    as_usual: dict[str, Any] = {
        field: None
        for field, choice in CHOICES.items()
        if choice.usual_in is not None and chosen(group, field) == choice.usual_in(group)
    }
    return replace(group, **as_usual)
