"""A preset as a line of text that fits into a chat message and says when it was cut or tampered with.

omerta1 box 12:detective,doctor,civilian*6,mafioso*4 lynch=one-by-one tie=revote ~1f0c9a
"""

from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from engine.house import UnknownRules, find_ruleset
from engine.options import BadOption, write_option
from engine.role_sets import check_role_set
from engine.rules import Cards, Rules, RuleSet, rules_for

MAGIC = "omerta"
VERSION = 1
LONGEST = 4096
"""What one message holds."""


class PresetFlaw(StrEnum):
    NOT_A_PRESET = "not-a-preset"
    OTHER_VERSION = "other-version"
    CUT = "cut"
    EDITED = "edited"
    UNKNOWN_RULESET = "unknown-ruleset"
    UNKNOWN_OPTION = "unknown-option"
    BAD_CARDS = "bad-cards"


class BadPreset(ValueError):
    def __init__(self, flaw: PresetFlaw, what: str = "") -> None:
        super().__init__(what or flaw.value)
        self.flaw = flaw


class Preset(NamedTuple):
    ruleset: str
    role_sets: Mapping[int, Cards] = {}
    """Cards per number of players, where they differ from the usual ones."""
    options: tuple[tuple[str, str], ...] = ()


def write_preset(preset: Preset) -> str:
    words = [f"{MAGIC}{VERSION}", preset.ruleset]
    for size, cards in sorted(preset.role_sets.items()):
        held = (name if count == 1 else f"{name}*{count}" for name, count in sorted(cards.items()) if count)
        words.append(f"{size}:{','.join(held)}")
    words += [f"{key}={value}" for key, value in sorted(preset.options)]
    text = " ".join(words)
    return f"{text} ~{_seal(text)}"


def read_preset(text: str) -> Preset:
    """The preset that a text holds; `BadPreset` names what is wrong with it."""
    said = " ".join(text.split())
    if not said.startswith(MAGIC) or len(said) > LONGEST:
        raise BadPreset(PresetFlaw.NOT_A_PRESET)
    body, mark, seal = said.rpartition(" ~")
    if said == f"{MAGIC}{VERSION}":
        raise BadPreset(PresetFlaw.CUT)
    if not said.startswith(f"{MAGIC}{VERSION} "):
        raise BadPreset(PresetFlaw.OTHER_VERSION)
    if not mark or len(seal) != len(_seal("")):
        raise BadPreset(PresetFlaw.CUT)
    if seal != _seal(body):
        raise BadPreset(PresetFlaw.EDITED)
    _, name, *words = (*body.split(" "), "")
    words = [word for word in words if word]
    try:
        ruleset = find_ruleset(name)
    except UnknownRules as bad:
        raise BadPreset(PresetFlaw.UNKNOWN_RULESET, str(bad)) from bad
    options = tuple(_read_option(word, ruleset) for word in words if ":" not in word)
    rules = rules_for(ruleset, dict(options))
    role_sets = [_read_cards(word, rules) for word in words if ":" in word]
    if len(dict(role_sets)) != len(role_sets):
        raise BadPreset(PresetFlaw.BAD_CARDS, "cards for one number of players twice")
    if len(dict(options)) != len(options):
        raise BadPreset(PresetFlaw.UNKNOWN_OPTION, "one option twice")
    return Preset(name, dict(role_sets), options)


def _seal(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:6]


def _read_cards(word: str, rules: Rules) -> tuple[int, Cards]:
    size, _, held = word.partition(":")
    cards: dict[str, int] = {}
    for card in held.split(","):
        role, _, count = card.partition("*")
        if (count and not (count.isascii() and count.isdigit() and len(count) < 3)) or role in cards:
            raise BadPreset(PresetFlaw.BAD_CARDS, card)
        cards[role] = int(count or 1)
    errors = check_role_set(rules, cards).errors
    if errors or size != str(sum(cards.values())):
        raise BadPreset(PresetFlaw.BAD_CARDS, ", ".join(errors) or word)
    return int(size), cards


def _read_option(word: str, ruleset: RuleSet) -> tuple[str, str]:
    key, _, value = word.partition("=")
    try:
        options = rules_for(ruleset, {key: value}).options
    except BadOption as bad:
        raise BadPreset(PresetFlaw.UNKNOWN_OPTION, str(bad)) from bad
    return key, write_option(key, getattr(options, key))
