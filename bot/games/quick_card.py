"""The quick card of a table: its pace and the few options that friends ask for, each set by one tap. Pure."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.options import write_option
from engine.rules import Rules, RuleSet

FAST, USUAL, SLOW = "fast", "usual", "slow"
PACES: Mapping[str, Fraction] = {FAST: Fraction(1, 2), USUAL: Fraction(1), SLOW: Fraction(3, 2)}
"""How long people talk, as a part of the official lengths. Votes and nights stay: nobody should miss them."""
TALK = ("speech", "tie_speech", "last_word", "discussion", "second_discussion")
"""The options of which a pace is made."""


class QuickOption(NamedTuple):
    """An option on the card; the labels are `quick-<option>-<value>`."""

    key: str
    values: tuple[str, ...]


QUICK_OPTIONS = (
    QuickOption("ballot_secrecy", ("open", "hidden", "anonymous")),
    QuickOption("reveal_roles", ("off", "on")),
)
"""A rule set that has no such option has no such row."""


def paced(ruleset: RuleSet, pace: str) -> dict[str, str]:
    """Returns the options of a pace, as text."""
    return {
        key: write_option(key, max(1, int(int(ruleset.options[key].value) * PACES[pace])))
        for key in TALK
        if key in ruleset.options
    }


def pace_of(rules: Rules) -> str:
    """Returns the pace at which these rules are played; empty if it is none of the card's."""
    now = {key: write_option(key, getattr(rules.options, key)) for key in TALK if key in rules.ruleset.options}
    return next((pace for pace in PACES if paced(rules.ruleset, pace) == now), "")


def shown_options(rules: Rules) -> tuple[QuickOption, ...]:
    return tuple(option for option in QUICK_OPTIONS if option.key in rules.ruleset.options)


def value_of(rules: Rules, option: QuickOption) -> str:
    return write_option(option.key, getattr(rules.options, option.key))
