"""The role sets of a group for each number of players, and the drafts that admins edit card by card."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.options import changed_options
from bot.storage.groups import Group
from engine.errors import UnknownRuleSet
from engine.house_rules import find_ruleset
from engine.role_catalogue import CATALOGUE
from engine.role_set_check import Flaw, RoleSetVerdict, check_role_set
from engine.rules import Cards, RuleSet, rules_for

MOST_OF_A_ROLE = 20


class CardSet(NamedTuple):
    """The role set for one number of players, as a screen shows it."""

    size: int
    ruleset: RuleSet
    cards: Cards
    draft: bool
    own: bool
    """Whether the cards are a draft or the group's own, not the rule set's default."""
    verdict: RoleSetVerdict

    @property
    def held(self) -> int:
        return sum(self.cards.values())

    @property
    def wrong(self) -> tuple[ChangeRefused, ...]:
        """Why it cannot be played; the number of cards must equal the number of players."""
        flaws = [ChangeRefused(f"flaw-{flaw}") for flaw in self.verdict.errors if flaw is not Flaw.SIZE]
        if self.held != self.size:
            flaws.insert(0, ChangeRefused("cards-not-size", count=self.held, size=self.size))
        return tuple(flaws)

    @property
    def dealt(self) -> tuple[str, ...]:
        return tuple(role for role, count in self.cards.items() for _ in range(count))


def card_set(group: Group, size: int) -> CardSet:
    """Returns the draft for this number of players, else the group's own role set, else the default."""
    ruleset = find_ruleset(group.ruleset)
    if size not in ruleset.sizes:
        raise ChangeRefused("flaw-size")
    for drafted, named, cards in group.drafts:
        if drafted == size:
            return _card_set(group, size, find_ruleset(named), dict(cards), draft=True, own=True)
    own = dict(group.role_sets).get(size)
    usual = next(iter(ruleset.role_sets.values())).get(size, {})
    return _card_set(group, size, ruleset, usual if own is None else dict(own), draft=False, own=own is not None)


def _card_set(group: Group, size: int, ruleset: RuleSet, cards: Cards, *, draft: bool, own: bool) -> CardSet:
    held = {role: cards[role] for role in ruleset.roles if cards.get(role)}
    rules = rules_for(ruleset, dict(changed_options(ruleset, dict(group.options))))
    return CardSet(size, ruleset, held, draft, own, check_role_set(rules, held))


def named_sets(ruleset: RuleSet, size: int) -> dict[str, Cards]:
    """Returns the rule set's official role sets for this number of players, by name."""
    return {name: sizes[size] for name, sizes in ruleset.role_sets.items() if size in sizes}


def with_copied_draft(group: Group, size: int, name: str) -> Group:
    """Returns the group with a draft copied from the named official set, or from the current set if `name` is
    empty."""
    now = card_set(group, size)
    if not name:
        return _drafted(group, size, now.ruleset.id, now.cards)
    found = named_sets(now.ruleset, size).get(name)
    if found is None:
        raise ChangeRefused("settings-no-value")
    return _drafted(group, size, now.ruleset.id, found)


def with_card(group: Group, size: int, role: str, more: int) -> Group:
    now = card_set(group, size)
    if role not in now.ruleset.roles:
        raise ChangeRefused("flaw-unknown-role")
    count = now.cards.get(role, 0) + more
    if not 0 <= count <= MOST_OF_A_ROLE:
        raise ChangeRefused("settings-no-such-card" if count < 0 else "settings-no-more-cards")
    return _drafted(group, size, now.ruleset.id, {**now.cards, role: count})


def roles_to_add(ruleset: RuleSet) -> list[str]:
    """Returns the roles of other rule sets that can be added to this one, as `box.thief`."""
    return [
        name
        for family, roles in CATALOGUE.items()
        for role in roles
        if role not in ruleset.roles and _with_role(ruleset.id, name := f"{family}.{role}") is not None
    ]


def with_role(group: Group, size: int, name: str) -> Group:
    """Adds one card of a role from another rule set, which makes house rules."""
    now = card_set(group, size)
    ruleset = _with_role(now.ruleset.id, name)
    if ruleset is None:
        raise ChangeRefused("flaw-unknown-role")
    role = name.partition(".")[2]
    return _drafted(group, size, ruleset.id, {**now.cards, role: 1})


def _with_role(ruleset: str, name: str) -> RuleSet | None:
    base, *extra = ruleset.split("+")
    try:
        return find_ruleset("+".join((base, *sorted({*extra, name}))))
    except UnknownRuleSet:
        return None


def with_draft_in_force(group: Group, size: int) -> Group:
    """Replaces the group's role set by the draft; raises `ChangeRefused` if it cannot be played."""
    now = card_set(group, size)
    if now.wrong:
        raise now.wrong[0]
    others = tuple(pair for pair in group.role_sets if pair[0] != size)
    role_sets = tuple(sorted((*others, (size, tuple(now.cards.items())))))
    return replace(without_draft(group, size), ruleset=_joined(group.ruleset, now.ruleset.id), role_sets=role_sets)


def usual_cards(group: Group, size: int) -> Group:
    others = tuple(pair for pair in group.role_sets if pair[0] != size)
    return replace(without_draft(group, size), role_sets=others)


def without_draft(group: Group, size: int) -> Group:
    return replace(group, drafts=tuple(draft for draft in group.drafts if draft[0] != size))


def _drafted(group: Group, size: int, ruleset: str, cards: Cards) -> Group:
    draft = (size, ruleset, tuple((role, count) for role, count in cards.items() if count))
    return replace(group, drafts=tuple(sorted((*without_draft(group, size).drafts, draft))))


def _joined(ruleset: str, other: str) -> str:
    """Returns the id of house rules that have the added roles of both."""
    base, *extra = ruleset.split("+")
    return "+".join((base, *sorted({*extra, *other.split("+")[1:]})))


def without_unused(group: Group) -> Group:
    """Drops added roles that no set uses and options the rules do not have; refuses unplayable sets."""
    base, *extra = group.ruleset.split("+")
    held = {role for _, cards in group.role_sets for role, _ in cards}
    needed = sorted(name for name in extra if name.partition(".")[2] in held)
    try:
        ruleset = find_ruleset("+".join((base, *needed)))
    except UnknownRuleSet:
        raise ChangeRefused("settings-no-such-pair") from None
    options = changed_options(ruleset, dict(group.options))
    rules = rules_for(ruleset, dict(options))
    for size, cards in group.role_sets:
        errors = check_role_set(rules, dict(cards)).errors
        if errors:
            raise ChangeRefused("settings-no-set", size=size, flaw=f"@flaw-{errors[0]}")
    return replace(group, ruleset=ruleset.id, options=options)


def under_other_rules(rules_of: RuleSet, options: Mapping[str, str], group: Group) -> Group:
    """Returns the group under another rule set; role sets that cannot be played there are dropped."""
    rules = rules_for(rules_of, dict(changed_options(rules_of, options)))
    playable = tuple(pair for pair in group.role_sets if not check_role_set(rules, dict(pair[1])).errors)
    return replace(group, ruleset=rules_of.id, options=tuple(rules.changed), role_sets=playable, drafts=())
