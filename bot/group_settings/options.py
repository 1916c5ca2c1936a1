"""Settings with one value each: options of the rules and choices of the group."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.durations import offered_lengths, read_duration
from bot.group_settings.group_choices import CHOICES, chosen, usual
from bot.storage.groups import Group
from engine.house_rules import find_ruleset
from engine.options import KINDS, Choice, Count, PointChoice, Seconds, Switch
from engine.rules import Rules, RuleSet, rules_for


class Section(NamedTuple):
    """A screen of options; its name is the message `section-…`."""

    name: str
    keys: tuple[str, ...]


DOCTOR = ("doctor_self", "doctor_twice")
SECTIONS: Mapping[str, Section] = {
    section.name: section
    for section in (
        Section(
            "talk",
            (
                *("speech", "tie_speech", "last_word", "ballot_window", "lift_window", "silenced_window"),
                *("discussion", "second_discussion"),
            ),
        ),
        Section("pauses", ("deal", "meet", "night", "best_move", "time_outs", "time_out")),
        Section(
            "vote",
            (
                *("ballot_style", "nominations", "withdraw", "show_candidates", "unvoted", "single_later"),
                *("ballot_secrecy", "change_vote", "confirmation"),
                *("first_day_ballot", "tie_at_three_or_four", "lynch", "tie"),
            ),
        ),
        Section(
            "night", ("early_night_end", "night_talk", "first_night_kill", *DOCTOR, "lover_alibi", "void_check")
        ),
        Section(
            "end",
            (
                *(
                    "reveal_roles",
                    "best_move_time",
                    "claim_forfeits_best_move",
                    "last_words",
                    "last_word_when_decided",
                ),
                *("draw", "loner_must_die", "surrender", "compensation_max"),
            ),
        ),
        Section(
            "chat",
            (
                "offences",
                "fouls_to_silence",
                "fouls_to_removal",
                "stand_ins",
                "voice",
                "close_chat",
                "afterlife",
                "several_tables",
                "language",
            ),
        ),
        Section("lobby", ("lobby_minutes", "smallest_table", "self_start")),
        Section("who", ("may_open", "may_change", "may_start", "may_stop", "may_judge", "may_add_bots")),
        Section("hours", ("time_zone", "quiet")),
    )
}
SECTION_OF: Mapping[str, str] = {key: section.name for section in SECTIONS.values() for key in section.keys}


class GroupOption(NamedTuple):
    """An option with its present and possible values, as text."""

    key: str
    now: str
    usual: str
    """The official value, or the value of a new group."""
    offered: tuple[str, ...]
    typed: bool
    """Whether other values can be typed."""
    clause: str = ""
    """The clause that gives the official value; empty if it is not in the rule set's own document."""

    @property
    def changed(self) -> bool:
        return self.now != self.usual


def rules_of(group: Group) -> Rules:
    return rules_for(find_ruleset(group.ruleset), dict(group.options))


def options_in_section(group: Group, section: str) -> list[GroupOption]:
    found = (group_option(group, key) for key in SECTIONS[section].keys)
    return [each for each in found if each is not None]


def group_option(group: Group, key: str) -> GroupOption | None:
    """Returns the option; None if the group's rules have no such option."""
    if key in CHOICES:
        choice = CHOICES[key]
        return GroupOption(key, chosen(group, key), usual(group, key), choice.values, key in TYPED)
    rules = rules_of(group)
    official = rules.ruleset.options.get(key)
    if official is None:
        return None
    kind = KINDS[key]
    now, ruled = kind.write(getattr(rules.options, key)), kind.write(official.value)
    return GroupOption(
        key, now, ruled, _offered(key, ruled), key in TYPED, _clause(rules.ruleset, official.clause)
    )


def _clause(ruleset: RuleSet, clause: str) -> str:
    """Returns the number of a clause such as `S3 4.3.1` if it is in the rule set's own document, else nothing."""
    document, _, number = clause.partition(" ")
    return number if document == ruleset.document and number[:1].isdigit() else ""


TYPED = {key for key, kind in KINDS.items() if isinstance(kind, Seconds)} | {"time_zone", "quiet"}


def _offered(key: str, usual: str) -> tuple[str, ...]:
    kind = KINDS[key]
    match kind:
        case Seconds():
            return tuple(map(str, offered_lengths(int(usual))))
        case Switch():
            return ("on", "off")
        case Choice() | Count() | PointChoice():
            others = (usual, *kind.others(kind.parse(usual)))
            order = [str(value) for value in kind.values] if isinstance(kind, Choice) else sorted(others)
            return tuple(order)


def with_value(group: Group, key: str, text: str) -> Group:
    """Returns the group with another value; raises `ChangeRefused` with the reason."""
    if key in CHOICES:
        value = CHOICES[key].read(text)
        if value is None:
            raise ChangeRefused(f"typed-{key.replace('_', '-')}" if key in TYPED else "settings-no-value")
        return replace(group, **{key: value})
    kind = KINDS.get(key)
    ruleset = find_ruleset(group.ruleset)
    if kind is None or key not in ruleset.options:
        raise ChangeRefused("settings-no-option")
    seconds = read_duration(text) if isinstance(kind, Seconds) else None
    value = kind.parse(text if seconds is None else str(seconds))
    if value is None:
        raise ChangeRefused("typed-length" if isinstance(kind, Seconds) else "settings-no-value")
    return replace(group, options=changed_options(ruleset, {**dict(group.options), key: kind.write(value)}))


def changed_options(ruleset: RuleSet, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Returns the options that this rule set has and whose values differ from the official ones."""
    return rules_for(ruleset, {key: value for key, value in options.items() if key in ruleset.options}).changed
