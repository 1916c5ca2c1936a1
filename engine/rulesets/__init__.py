"""The rule sets, one module each, after the documents they play."""

from collections.abc import Mapping

from engine.errors import UnknownRuleSet
from engine.rules import RuleSet
from engine.rulesets.box import BOX
from engine.rulesets.city import CITY
from engine.rulesets.fiim import FIIM
from engine.rulesets.fiim_2025 import FIIM_2025
from engine.rulesets.phystech import PHYSTECH


class _RuleSets(dict[str, RuleSet]):
    """Names the rule sets there are when somebody asks for another one."""

    def __missing__(self, name: str) -> RuleSet:
        raise UnknownRuleSet(f"unknown rule set {name!r}; known: {', '.join(self)}")


RULESETS: Mapping[str, RuleSet] = _RuleSets(
    (ruleset.id, ruleset) for ruleset in (FIIM, FIIM_2025, PHYSTECH, CITY, BOX)
)
"""The official rule sets by name. House rules are found by `engine.house_rules.find_ruleset`."""
