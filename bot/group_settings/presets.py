"""Presets: rules, cards and options saved under a name or shared as text. Pure."""

import re
from dataclasses import replace

from bot.group_settings.change_refused import ChangeRefused
from bot.storage.groups import Group
from engine.errors import UnknownRuleSet
from engine.house_rules import find_ruleset
from engine.preset import BadPreset, Preset, read_preset, write_preset

MOST_PRESETS = 8
LONGEST_NAME = 32


def preset_of(group: Group) -> Preset:
    return Preset(group.ruleset, {size: dict(held) for size, held in group.role_sets}, group.options)


def list_index(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise ChangeRefused("settings-no-value")
    return int(text)


def saved(group: Group, _: str, value: str) -> Group:
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())
    if not name:
        raise ChangeRefused("settings-no-name")
    if len(name) > LONGEST_NAME:
        raise ChangeRefused("settings-long-name", most=LONGEST_NAME)
    if any(name.casefold() == other.casefold() for other, _ in group.presets):
        raise ChangeRefused("settings-same-name")
    if len(group.presets) >= MOST_PRESETS:
        raise ChangeRefused("settings-many-presets", most=MOST_PRESETS)
    return replace(group, presets=(*group.presets, (name, write_preset(preset_of(group)))))


def preset_at(group: Group, what: str) -> tuple[str, str]:
    """Returns name and text of a preset by its place; raises `ChangeRefused` if there is none."""
    place = list_index(what)
    if place >= len(group.presets):
        raise ChangeRefused("settings-no-preset")
    return group.presets[place]


def loaded(group: Group, what: str, _: str) -> Group:
    return imported(group, "", preset_at(group, what)[1])


def deleted(group: Group, what: str, _: str) -> Group:
    gone = preset_at(group, what)
    return replace(group, presets=tuple(preset for preset in group.presets if preset != gone))


def imported(group: Group, _: str, value: str) -> Group:
    try:
        preset = read_preset(value)
    except BadPreset as bad:
        raise ChangeRefused(f"preset-{bad.flaw}") from None
    try:
        find_ruleset(preset.ruleset)
    except UnknownRuleSet:  # `read_preset` has checked it already
        raise ChangeRefused("preset-unknown-ruleset") from None
    role_sets = tuple((size, tuple(held.items())) for size, held in sorted(preset.role_sets.items()))
    return replace(group, ruleset=preset.ruleset, options=preset.options, role_sets=role_sets, drafts=())
