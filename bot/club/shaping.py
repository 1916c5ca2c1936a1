"""What each deed of an admin makes of a group's settings. Pure: a group in, a group out, or `Refused`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.club import cards
from bot.club.deeds import Deed, Screen
from bot.club.dials import dial, turned
from bot.club.refused import Refused
from bot.directory import Group
from engine.house import UnknownRules, find_ruleset
from engine.preset import BadPreset, Preset, read_preset, write_preset
from engine.rulesets import RULESETS

MOST_PRESETS = 8
LONGEST_NAME = 32

Place = tuple[Screen, str, str]
"""A screen with its `what` and `value`."""


class Shaping(NamedTuple):
    change: Callable[[Group, str, str], Group]
    then: Callable[[str, str], Place]
    """Where the menu goes from here."""


def shaped(group: Group, deed: Deed, what: str, value: str) -> Group:
    """The settings after a deed, with the next number; the same group if nothing changes."""
    changed = cards.settled(SHAPINGS[deed].change(group, what, value))
    return group if changed == group else replace(changed, number=group.number + 1)


def preset_of(group: Group) -> Preset:
    return Preset(group.ruleset, {size: dict(held) for size, held in group.role_sets}, group.options)


def _size(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise Refused("settings-no-value")
    return int(text)


def _play_by(group: Group, what: str, _: str) -> Group:
    if what not in RULESETS:
        raise Refused("settings-no-value")
    if what == group.ruleset:
        return group
    return cards.fitting(RULESETS[what], dict(group.options), group)


def _back_to_usual(group: Group, what: str, _: str) -> Group:
    found = dial(group, what)
    if found is None:
        raise Refused("settings-no-option")
    return turned(group, what, found.usual)


def _save(group: Group, _: str, value: str) -> Group:
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())
    if not name:
        raise Refused("settings-no-name")
    if len(name) > LONGEST_NAME:
        raise Refused("settings-long-name", most=LONGEST_NAME)
    if any(name.casefold() == other.casefold() for other, _ in group.presets):
        raise Refused("settings-same-name")
    if len(group.presets) >= MOST_PRESETS:
        raise Refused("settings-many-presets", most=MOST_PRESETS)
    return replace(group, presets=(*group.presets, (name, write_preset(preset_of(group)))))


def preset_at(group: Group, what: str) -> tuple[str, str]:
    """Name and text of a preset by its place."""
    place = _size(what)
    if place >= len(group.presets):
        raise Refused("settings-no-preset")
    return group.presets[place]


def _load(group: Group, what: str, _: str) -> Group:
    return _import(group, "", preset_at(group, what)[1])


def _delete(group: Group, what: str, _: str) -> Group:
    gone = preset_at(group, what)
    return replace(group, presets=tuple(preset for preset in group.presets if preset != gone))


def _import(group: Group, _: str, value: str) -> Group:
    try:
        preset = read_preset(value)
    except BadPreset as bad:
        raise Refused(f"preset-{bad.flaw}") from None
    try:
        find_ruleset(preset.ruleset)
    except UnknownRules:  # found a moment ago
        raise Refused("preset-unknown-ruleset") from None
    role_sets = tuple((size, tuple(held.items())) for size, held in sorted(preset.role_sets.items()))
    return replace(group, ruleset=preset.ruleset, options=preset.options, role_sets=role_sets, drafts=())


def _reset(group: Group, _: str, __: str) -> Group:
    return replace(group, ruleset=group.ruleset.split("+")[0], options=(), role_sets=(), drafts=())


def _home(_: str, __: str) -> Place:
    return Screen.HOME, "", ""


def _dial(what: str, _: str) -> Place:
    return Screen.DIAL, what, ""


def _cards(what: str, value: str) -> Place:
    return Screen.CARDS, what, value


def _presets(_: str, __: str) -> Place:
    return Screen.PRESETS, "", ""


SHAPINGS: Mapping[Deed, Shaping] = {
    Deed.PLAY_BY: Shaping(_play_by, _home),
    Deed.TURN: Shaping(turned, _dial),
    Deed.BACK_TO_USUAL: Shaping(_back_to_usual, _dial),
    Deed.COPY_CARDS: Shaping(
        lambda group, what, value: cards.copied(group, _size(what), value), lambda what, _: _cards(what, "")
    ),
    Deed.ADD_CARD: Shaping(lambda group, what, value: cards.with_card(group, _size(what), value, 1), _cards),
    Deed.TAKE_CARD: Shaping(lambda group, what, value: cards.with_card(group, _size(what), value, -1), _cards),
    Deed.BRING_ROLE: Shaping(
        lambda group, what, value: cards.with_role(group, _size(what), value),
        lambda what, value: _cards(what, value.partition(".")[2]),
    ),
    Deed.KEEP_CARDS: Shaping(
        lambda group, what, _: cards.kept(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    Deed.FORGET_DRAFT: Shaping(
        lambda group, what, _: cards.without_draft(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    Deed.USUAL_CARDS: Shaping(
        lambda group, what, _: cards.usual_cards(group, _size(what)), lambda what, _: _cards(what, "")
    ),
    Deed.SAVE: Shaping(_save, _presets),
    Deed.LOAD: Shaping(_load, _home),
    Deed.DELETE: Shaping(_delete, _presets),
    Deed.IMPORT: Shaping(_import, _home),
    Deed.RESET: Shaping(_reset, _home),
}
