"""What each action of the settings menu does to a group's settings. Pure: returns a new group or raises
`ChangeRefused`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.group_settings import presets, role_sets
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.group_choices import with_usual_choices
from bot.group_settings.options import group_option, with_value
from bot.storage.groups import Group
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from engine.house_rules import SHIPPED

Place = tuple[SettingsScreen, str, str]
"""A screen with its arguments `what` and `value`."""


class ChangeRule(NamedTuple):
    change: Callable[[Group, str, str], Group]
    then: Callable[[str, str], Place]
    """The screen shown after the change."""


def changed_settings(group: Group, action: SettingsAction, what: str, value: str) -> Group:
    """Returns the settings after an action, with the next revision number; the same group if nothing changes."""
    changed = role_sets.without_unused(CHANGE_RULES[action].change(group, what, value))
    return group if changed == group else replace(changed, number=group.number + 1)


def _size(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise ChangeRefused("settings-no-value")
    return int(text)


def _play_by(group: Group, what: str, _: str) -> Group:
    if what not in SHIPPED:
        raise ChangeRefused("settings-no-value")
    if what == group.ruleset:
        return group
    return role_sets.under_other_rules(SHIPPED[what], dict(group.options), with_usual_choices(group))


def _back_to_usual(group: Group, what: str, _: str) -> Group:
    found = group_option(group, what)
    if found is None:
        raise ChangeRefused("settings-no-option")
    return with_value(group, what, found.usual)


def _reset(group: Group, _: str, __: str) -> Group:
    return replace(group, ruleset=group.ruleset.split("+")[0], options=(), role_sets=(), drafts=())


def _home(_: str, __: str) -> Place:
    return SettingsScreen.HOME, "", ""


def _option(what: str, _: str) -> Place:
    return SettingsScreen.OPTION, what, ""


def _cards(what: str, value: str) -> Place:
    return SettingsScreen.CARDS, what, value


def _presets(_: str, __: str) -> Place:
    return SettingsScreen.PRESETS, "", ""


CHANGE_RULES: Mapping[SettingsAction, ChangeRule] = {
    SettingsAction.CHOOSE_RULES: ChangeRule(_play_by, _home),
    SettingsAction.SET_VALUE: ChangeRule(with_value, _option),
    SettingsAction.BACK_TO_USUAL: ChangeRule(_back_to_usual, _option),
    SettingsAction.COPY_CARDS: ChangeRule(
        lambda group, what, value: role_sets.with_copied_draft(group, _size(what), value),
        lambda what, _: _cards(what, ""),
    ),
    SettingsAction.ADD_CARD: ChangeRule(
        lambda group, what, value: role_sets.with_card(group, _size(what), value, 1), _cards
    ),
    SettingsAction.TAKE_CARD: ChangeRule(
        lambda group, what, value: role_sets.with_card(group, _size(what), value, -1), _cards
    ),
    SettingsAction.ADD_ROLE: ChangeRule(
        lambda group, what, value: role_sets.with_role(group, _size(what), value),
        lambda what, value: _cards(what, value.partition(".")[2]),
    ),
    SettingsAction.KEEP_CARDS: ChangeRule(
        lambda group, what, _: role_sets.with_draft_in_force(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    SettingsAction.DROP_DRAFT: ChangeRule(
        lambda group, what, _: role_sets.without_draft(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    SettingsAction.USUAL_CARDS: ChangeRule(
        lambda group, what, _: role_sets.usual_cards(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    SettingsAction.SAVE: ChangeRule(presets.saved, _presets),
    SettingsAction.LOAD: ChangeRule(presets.loaded, _home),
    SettingsAction.DELETE: ChangeRule(presets.deleted, _presets),
    SettingsAction.IMPORT: ChangeRule(presets.imported, _home),
    SettingsAction.RESET: ChangeRule(_reset, _home),
}
