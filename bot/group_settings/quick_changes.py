"""What the quick card of a table and the question of the first evening change in a group's settings. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.games.evening_kinds import EVENING_KINDS
from bot.games.quick_card import PACES, QUICK_OPTIONS, paced
from bot.group_settings import role_sets
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.group_choices import with_usual_choices
from bot.group_settings.options import changed_options, with_value
from bot.storage.groups import Group
from engine.house_rules import find_ruleset

RULES, PACE = "rules", "pace"


def quickly_changed(group: Group, what: str, value: str) -> Group:
    """Returns the group after a tap, with the next revision number; the same group if nothing changes. Raises
    `ChangeRefused`."""
    change = QUICK_CHANGES.get(what)
    if change is None:
        raise ChangeRefused("settings-no-value")
    changed = role_sets.without_unused(change(group, value))
    return group if changed == group else replace(changed, number=group.number + 1)


def _play_by(group: Group, ruleset: str) -> Group:
    if not any(ruleset in kind.rulesets for kind in EVENING_KINDS.values()):
        raise ChangeRefused("settings-no-value")
    if ruleset != group.ruleset:
        group = role_sets.under_other_rules(find_ruleset(ruleset), dict(group.options), with_usual_choices(group))
    return replace(group, evening_chosen=True)


def _at_pace(group: Group, pace: str) -> Group:
    if pace not in PACES:
        raise ChangeRefused("settings-no-value")
    ruleset = find_ruleset(group.ruleset)
    return replace(group, options=changed_options(ruleset, {**dict(group.options), **paced(ruleset, pace)}))


def _option(key: str) -> Callable[[Group, str], Group]:
    return lambda group, value: with_value(group, key, value)


QUICK_CHANGES: Mapping[str, Callable[[Group, str], Group]] = {
    RULES: _play_by,
    PACE: _at_pace,
    **{option.key: _option(option.key) for option in QUICK_OPTIONS},
}
"""By what a button is about; the button's value is the argument."""
