"""The rule sets, one module each, after the documents they play."""

from collections.abc import Mapping

from engine.rules import RuleSet
from engine.rulesets.box import BOX
from engine.rulesets.city import CITY
from engine.rulesets.fiim import FIIM
from engine.rulesets.fiim_2025 import FIIM_2025
from engine.rulesets.phystech import PHYSTECH

RULESETS: Mapping[str, RuleSet] = {ruleset.id: ruleset for ruleset in (FIIM, FIIM_2025, PHYSTECH, CITY, BOX)}
