"""A preset as a line of text that fits into a chat message and says when it was cut or tampered with.

omerta1 box 12:detective,doctor,civilian*6,mafioso*4 lynch=one-by-one tie=revote ~1f0c9a
"""

from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from engine.errors import BadOption, EngineError, UnknownRuleSet
from engine.house_rules import find_ruleset
from engine.options import write_option
from engine.role_set_check import check_role_set
from engine.rules import Cards, Rules, RuleSet, rules_for

MAGIC = "omerta"
VERSION = 1
LONGEST = 4096
"""What one message holds."""


class PresetFlaw(StrEnum):
    """What is wrong with a text that should be a preset."""

    NOT_A_PRESET = "not-a-preset"
    OTHER_VERSION = "other-version"
    CUT = "cut"
    EDITED = "edited"
    UNKNOWN_RULESET = "unknown-ruleset"
    UNKNOWN_OPTION = "unknown-option"
    BAD_CARDS = "bad-cards"


class BadPreset(EngineError):
    """A text that is no preset; `flaw` says why, and the message names the word that is wrong."""

    def __init__(self, flaw: PresetFlaw, what: str = "") -> None:
        super().__init__(what or flaw.value)
        self.flaw = flaw


class Preset(NamedTuple):
    """How a group plays: the name of a rule set, its cards and its options.

    >>> write_preset(Preset("fiim", options=(("speech", "45"),)))
    'omerta1 fiim speech=45 ~efe17b'
    """

    ruleset: str
    role_sets: Mapping[int, Cards] = {}
    """Cards per number of players, where they differ from the usual ones."""
    options: tuple[tuple[str, str], ...] = ()


def write_preset(preset: Preset) -> str:
    """A preset as one line of text, which ends with a checksum.

    >>> write_preset(Preset("box", {6: {"sheriff": 1, "civilian": 3, "mafioso": 2}}))
    'omerta1 box 6:civilian*3,mafioso*2,sheriff ~69aaa3'
    """
    words = [f"{MAGIC}{VERSION}", preset.ruleset]
    for size, cards in sorted(preset.role_sets.items()):
        held = (name if count == 1 else f"{name}*{count}" for name, count in sorted(cards.items()) if count)
        words.append(f"{size}:{','.join(held)}")
    words += [f"{key}={value}" for key, value in sorted(preset.options)]
    text = " ".join(words)
    return f"{text} ~{_seal(text)}"


def read_preset(text: str) -> Preset:
    """The preset that a text holds.

    `BadPreset` if it holds none, was cut or edited, or does not fit the rules; its `flaw` says which.

    >>> read_preset("omerta1 fiim speech=45 ~efe17b")
    Preset(ruleset='fiim', role_sets={}, options=(('speech', '45'),))
    >>> read_preset("omerta1 fiim speech=60 ~efe17b")
    Traceback (most recent call last):
    engine.preset.BadPreset: edited
    """
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
    except UnknownRuleSet as bad:
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
