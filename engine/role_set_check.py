"""Checks a set of cards: errors refuse it, warnings advise against it."""

from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.ability_effects import Effect
from engine.roles import Rank, Role, Side
from engine.rules import Cards, Rules, RuleSet, rules_for


class Flaw(StrEnum):
    """What is wrong with a set of cards."""

    SIZE = "size"
    UNKNOWN_ROLE = "unknown-role"
    TOO_MANY_OF_ROLE = "too-many-of-role"
    ONE_OF_EACH = "one-of-each-special"
    DECIDED = "decided-at-the-deal"
    NO_CRIMINAL = "no-criminal"
    TOO_MANY_CRIMINALS = "too-many-criminals"
    TWO_LEADERS = "two-leaders"
    TWO_LONERS = "two-loners"
    YAKUZA_TOO_FEW = "yakuza-from-twelve"
    YAKUZA_WITH_LONER = "yakuza-with-loner"
    YAKUZA_WITH_SPECIALS = "yakuza-with-special-mafia"
    YAKUZA_NOT_HALF = "yakuza-not-half"
    # advice
    NOT_OFFICIAL_SIZE = "not-official-size"
    NOT_OFFICIAL_CARDS = "not-official-cards"
    NO_LEADER = "no-leader"
    LONER_TOO_EARLY = "loner-from-ten"
    TOWN_NUMBER = "town-number"
    TOWN_SPECIALS = "town-specials"
    MAFIA_SPECIALS = "mafia-specials"
    MANY_SPECIALS = "many-specials"
    INFORMER_IN_VAIN = "informer-in-vain"
    NO_SHOOTERS = "no-shooters"


class RoleSetVerdict(NamedTuple):
    """What `check_role_set` found: errors refuse the cards, warnings only advise."""

    errors: tuple[Flaw, ...] = ()
    warnings: tuple[Flaw, ...] = ()


class Hand(NamedTuple):
    """A set of cards, counted."""

    ruleset: RuleSet
    cards: Cards
    size: int

    def of(self, *sides: Side, rank: Rank | None = None) -> int:
        """How many cards of these sides, and of this rank if one is named."""
        return sum(
            count for role, count in self._roles() if role.side in sides and (rank is None or role.rank is rank)
        )

    def has_twice(self, rank: Rank) -> bool:
        """Is there more than one card of a role of this rank?"""
        return any(role.rank is rank and count > 1 for role, count in self._roles())

    def does(self, kind: type[Effect], *sides: Side) -> bool:
        """Is there a card (of these sides, if any are named) with this effect?"""
        return any(role.does(kind) and (not sides or role.side in sides) for role, _ in self._roles())

    def _roles(self) -> list[tuple[Role, int]]:
        return [(self.ruleset.roles[name], count) for name, count in self.cards.items()]


class Constraint(NamedTuple):
    """One rule that a set of cards must (`hard`) or should keep to."""

    flaw: Flaw
    broken: Callable[[Hand], bool]
    hard: bool = True


def check_role_set(rules: RuleSet | Rules, cards: Mapping[str, int]) -> RoleSetVerdict:
    """Errors and warnings of a set of cards (how many of each role).

    Which cards can be played depends on the options too; of a rule set alone the official ones are taken.

    >>> from engine.rulesets import RULESETS
    >>> check_role_set(RULESETS["fiim"], {"don": 1, "mafia": 2, "sheriff": 1, "civilian": 6})
    RoleSetVerdict(errors=(), warnings=())
    >>> check_role_set(RULESETS["fiim"], {"don": 3, "civilian": 7}).errors
    (<Flaw.TOO_MANY_OF_ROLE: 'too-many-of-role'>,)
    """
    if isinstance(rules, RuleSet):
        rules = rules_for(rules, {})
    ruleset = rules.ruleset
    dealt = {name: count for name, count in cards.items() if count}
    size = sum(dealt.values())
    errors = []
    if size not in ruleset.sizes:
        errors.append(Flaw.SIZE)
    if any(name not in ruleset.roles or count < 0 for name, count in dealt.items()):
        return RoleSetVerdict((*errors, Flaw.UNKNOWN_ROLE))
    if any(0 < ruleset.roles[name].at_most < count for name, count in dealt.items()):
        errors.append(Flaw.TOO_MANY_OF_ROLE)
    sides: Counter[Side] = Counter()
    for name, count in dealt.items():
        sides[ruleset.roles[name].side] += count
    hand = Hand(ruleset, dealt, size)
    broken = [constraint for constraint in ruleset.constraints if constraint.broken(hand)]
    errors.extend(constraint.flaw for constraint in broken if constraint.hard)
    if not errors and ruleset.ending(sides, rules.options) is not None:
        errors.append(Flaw.DECIDED)  # with `loner_must_die` off a lone loner is no opponent
    return RoleSetVerdict(tuple(errors), tuple(constraint.flaw for constraint in broken if not constraint.hard))


def check_cards(rules: RuleSet | Rules, cards: tuple[str, ...]) -> RoleSetVerdict:
    """The same as `check_role_set`, of cards named one by one.

    >>> from engine.rulesets import RULESETS
    >>> check_cards(RULESETS["fiim"], ("don", "king")).errors
    (<Flaw.SIZE: 'size'>, <Flaw.UNKNOWN_ROLE: 'unknown-role'>)
    """
    return check_role_set(rules, Counter(cards))
