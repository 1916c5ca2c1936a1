"""Checks a rule set before it is played: everything declared is used, and everything used is declared."""

from collections.abc import Iterator

from engine.ability_effects import Disguise
from engine.errors import IncompleteRuleSet
from engine.events import StepName
from engine.options import KINDS
from engine.role_set_check import check_role_set
from engine.rules import RuleSet

FIRST_STEP = StepName.DEAL

READ_BY_HOST = frozenset({"stand_ins", "offences", "time_out", "fouls_to_silence", "fouls_to_removal"})
"""Options that the shell around the engine reads, or that hold in every step."""


def verify_ruleset(ruleset: RuleSet) -> None:
    """Refuse a rule set in which something is declared that nobody uses, or used that nobody declared.

    `IncompleteRuleSet` names everything that is wrong.

    >>> import engine
    >>> verify_ruleset(engine.RULESETS["box"])
    """
    flaws = [*_flaws_in_steps(ruleset), *_flaws_in_roles(ruleset), *_flaws_in_options(ruleset)]
    flaws = flaws or [*_flaws_in_cards(ruleset)]  # cards can be looked at only where all else is whole
    if flaws:
        raise IncompleteRuleSet(f"{ruleset.id}: " + "; ".join(flaws))


def _flaws_in_steps(ruleset: RuleSet) -> Iterator[str]:
    steps = {step.name: step for step in ruleset.steps}
    for name, step in steps.items():
        if not step.leads_to & steps.keys():
            yield f"step {name} leads nowhere"
    reached: set[StepName] = set()
    frontier = {FIRST_STEP} & steps.keys()
    while frontier:
        reached |= frontier
        frontier = {following for name in frontier for following in steps[name].leads_to & steps.keys()} - reached
    if ruleset.day_opens_with not in steps:
        yield f"the day opens with {ruleset.day_opens_with}, which these rules do not have"
    for name in steps.keys() - reached:
        yield f"no step leads to {name}"


def _flaws_in_roles(ruleset: RuleSet) -> Iterator[str]:
    called = {ability.id for ability in ruleset.abilities}
    asked = [ability for wave in ruleset.waves for ability in wave]
    held = {ability.id for role in ruleset.roles.values() for ability in role.abilities}
    for role in ruleset.roles.values():
        own = [ability.id for ability in role.abilities]
        for ability in role.abilities:
            if ability.id not in called:
                yield f"the night calls nobody for {ability.id} of {role.id}"
            if ability.after and ability.after not in own:
                yield f"{ability.id} of {role.id} waits for {ability.after}, which that role does not have"
            if ability not in asked:
                yield f"no wave asks {role.id} for {ability.id}"
            for verb in ability.verbs:
                if not any(
                    move.verb is verb and move.given_to(role) for step in ruleset.steps for move in step.moves
                ):
                    yield f"no step takes {verb} from {role.id}"
    for ability_id in sorted(called - held):
        yield f"the night calls for {ability_id}, which no role has"
    for role in ruleset.roles.values():
        for ability in role.abilities:
            for _, effects in ability.uses:
                for effect in effects:
                    if isinstance(effect, Disguise) and effect.role not in ruleset.roles:
                        yield f"{ability.id} of {role.id} shows others as {effect.role}, which is no role here"


def _flaws_in_cards(ruleset: RuleSet) -> Iterator[str]:
    for name, sizes in ruleset.role_sets.items():
        for size, cards in sizes.items():
            errors = check_role_set(ruleset, cards).errors
            if sum(cards.values()) != size or errors:
                yield f"the cards {name!r} for {size} cannot be played: {', '.join(errors) or 'wrong number'}"


def _flaws_in_options(ruleset: RuleSet) -> Iterator[str]:
    read = (
        set().union(*(step.reads for step in ruleset.steps)) | ruleset.scoring.reads | ruleset.reads | READ_BY_HOST
    )
    for key in sorted(ruleset.options.keys() - read):
        yield f"nobody reads option {key}"
    for key in sorted(ruleset.options.keys() - KINDS.keys()):
        yield f"option {key} is of no kind"
    for key, option in ruleset.options.items():
        if not option.clause:
            yield f"option {key} names no clause"
        kind = KINDS.get(key)
        if kind is not None and kind.parse(kind.write(option.value)) != option.value:
            yield f"option {key} cannot be {option.value!r}"
