"""Any rule set with a role of another document plays to its end, whoever kills whom."""

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import StepName, open_game, rules_for
from engine.errors import UnknownRuleSet
from engine.house_rules import SHIPPED, find_ruleset
from engine.players import RandomPlayer, SensiblePlayer
from engine.players.game_loop import play_to_the_end
from engine.role_catalogue import CATALOGUE
from engine.role_set_check import check_role_set
from engine.rules import Rules
from tests.faults.fault_log import injected

GAMES = int(os.environ.get("HOUSE_GAMES", "6"))
"""With each role, by each kind of player."""


def guests_of(base: str) -> Iterator[str]:
    """Each rule set with one role more."""
    for home, roles in CATALOGUE.items():
        for role in roles:
            name = f"{base}+{home}.{role}"
            try:
                find_ruleset(name)
            except UnknownRuleSet:
                continue
            yield name


def cards_with(rules: Rules, role: str, dice: random.Random) -> tuple[str, ...]:
    """Any cards that the settings would accept, few players rather than many: the last ones meet sooner."""
    sizes, roles = rules.ruleset.sizes, rules.ruleset.roles
    for _ in range(200):
        size = min(dice.choice(sizes), dice.choice(sizes))
        names = sorted(roles)
        cards = Counter([role, *dice.choices(names, k=size - 1)])
        if not check_role_set(rules, cards).errors:
            return tuple(cards.elements())
    return ()


@pytest.mark.parametrize("base", SHIPPED)
def test_a_game_with_a_role_from_elsewhere_comes_to_its_end(base: str) -> None:
    dice = random.Random(base)
    for name in guests_of(base):
        ruleset, role = find_ruleset(name), name.rpartition(".")[2]
        for _ in range(GAMES):
            words = dice.choice(("on", "off")) if "last_word_when_decided" in ruleset.options else ""
            rules = rules_for(ruleset, {"last_word_when_decided": words} if words else {})
            cards = cards_with(rules, role, dice)
            for kind in (SensiblePlayer, RandomPlayer) if cards else ():
                secret = f"{dice.getrandbits(128):032x}:1"
                game = open_game(rules, cards, tuple(f"g{seat}" for seat in range(len(cards))), secret)
                try:
                    play_to_the_end(game, [kind() for _ in cards], dice)
                except Exception as error:
                    raise AssertionError(f"{name}, last words {words}, {cards}, {secret}") from error
                assert game.table.step is StepName.OVER
                injected("game by house rules")
