"""A hole in a rule set is found before anybody plays by it, and said in words."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import RULESETS, RuleSet, StepName, Verb
from engine.ability_effects import Disguise
from engine.errors import IncompleteRuleSet
from engine.house_rules import SHIPPED, find_ruleset
from engine.options import Lynch, Option
from engine.role_catalogue.box import CARE, CHARM, EXTRA_SHOT, FRAME, HUSH, MAFIA_SHOT
from engine.role_catalogue.sport import FIND_SHERIFF
from engine.roles import Ability, Rank, Role, Side
from engine.rules import Step
from engine.ruleset_check import verify_ruleset
from engine.steps.lift_ballot import LIFT_BALLOT
from engine.steps.night import night_step

BOX, CITY, FIIM = RULESETS["box"], RULESETS["city"], RULESETS["fiim"]
Moments = tuple[tuple[Ability, ...], ...]


def without(ability: Ability, moments: Moments) -> Moments:
    """The order, or the waves, less one ability."""
    return tuple(tuple(each for each in together if each != ability) for together in moments)


def instead(old: Ability, new: Ability, moments: Moments) -> Moments:
    return tuple(tuple(new if each == old else each for each in together) for together in moments)


def with_steps(ruleset: RuleSet, change: Callable[[StepName], Step | None]) -> RuleSet:
    """The rule set with another step in the place of some."""
    steps = tuple(change(step.name) or step for step in ruleset.steps)
    return replace(ruleset, steps=steps)


def with_role(ruleset: RuleSet, role: Role) -> RuleSet:
    return replace(ruleset, roles={**ruleset.roles, role.id: role})


def with_option(ruleset: RuleSet, key: str, option: Option) -> RuleSet:
    return replace(ruleset, options={**ruleset.options, key: option})


def with_cards(ruleset: RuleSet, size: int, **cards: int) -> RuleSet:
    return replace(ruleset, role_sets={**ruleset.role_sets, "mine": {size: cards}})


def nowhere(name: StepName) -> Step | None:
    step = next(step for step in BOX.steps if step.name is name)
    return replace(step, leads_to=frozenset({StepName.SPEECH})) if name is StepName.TIE_BALLOT else None


def only_shots(name: StepName) -> Step | None:
    return night_step(Verb.SHOOT, Verb.CHECK) if name is StepName.NIGHT else None


EAVESDROPPER = Ability("eavesdrop", ((Verb.CHECK, ()),), (Verb.SLEEP,), after=MAFIA_SHOT.id)
PAINTER = Ability("paint", ((Verb.FRAME, (Disguise("wizard"),)),), (Verb.SLEEP,))

HOLES: dict[str, tuple[RuleSet, str]] = {
    "a role nobody calls": (
        replace(BOX, night_order=without(CARE, BOX.night_order)),
        "the night calls nobody for care of doctor",
    ),
    "an ability no wave asks": (
        replace(BOX, waves=without(CHARM, BOX.waves)),
        "no wave asks beauty for charm",
    ),
    "a wave that asks for another ability of the same name": (
        replace(BOX, waves=instead(HUSH, replace(HUSH, after=MAFIA_SHOT.id), BOX.waves)),
        "hush",
    ),
    "an ability that no role has": (
        replace(BOX, night_order=(*BOX.night_order, (FIND_SHERIFF,))),
        "the night calls for find-sheriff, which no role has",
    ),
    "an ability that waits for one which its role does not have": (
        replace(
            with_role(BOX, Role("neighbour", Side.TOWN, (EAVESDROPPER,), rank=Rank.SPECIAL)),
            night_order=(*BOX.night_order, (EAVESDROPPER,)),
            waves=(BOX.waves[0], (*BOX.waves[1], EAVESDROPPER), BOX.waves[2]),
        ),
        "eavesdrop of neighbour waits for mafia-shot",
    ),
    "an ability that makes others look like a role there is not": (
        replace(
            with_role(BOX, Role("painter", Side.MAFIA, (PAINTER, MAFIA_SHOT, EXTRA_SHOT), team=Side.MAFIA)),
            night_order=((PAINTER,), *BOX.night_order),
            waves=((PAINTER, *BOX.waves[0]), *BOX.waves[1:]),
        ),
        "wizard",
    ),
    "a verb that no step takes": (
        with_steps(BOX, only_shots),
        "no step takes heal from doctor",
    ),
    "an option nobody reads": (
        with_option(FIIM, "lynch", Option(Lynch.MOST, "S2 day")),
        "nobody reads option lynch",
    ),
    "an option of no kind": (
        with_option(BOX, "colour", Option(1, "S2 day")),
        "option colour is of no kind",
    ),
    "an option without a clause": (
        with_option(BOX, "lynch", Option(Lynch.MOST, "")),
        "option lynch names no clause",
    ),
    "a length that cannot be": (
        with_option(BOX, "night", Option(0, "S2 night")),
        "option night cannot be 0",
    ),
    "a word that cannot be": (
        with_option(CITY, "draw", Option(Lynch.MOST, "S1 end")),
        "option draw cannot be",
    ),
    "a step no step leads to": (
        replace(BOX, steps=(*BOX.steps, LIFT_BALLOT)),
        "no step leads to lift-ballot",
    ),
    "a step that leads nowhere": (
        with_steps(BOX, nowhere),
        "step tie-ballot leads nowhere",
    ),
    "no beginning": (
        replace(FIIM, steps=FIIM.steps[1:]),
        "no step leads to meet",
    ),
    "a day that opens with a step there is not": (
        replace(BOX, day_opens_with=StepName.SPEECH),
        "speech",
    ),
    "cards that cannot be played": (
        with_cards(BOX, 6, detective=1, judge=1, civilian=2, mafioso=2),
        "the cards 'mine' for 6 cannot be played: two-leaders",
    ),
    "cards of another number": (
        with_cards(CITY, 11, don=1, mafia=2, commissar=1, civilian=6),
        "the cards 'mine' for 11 cannot be played: wrong number",
    ),
    "cards of an unknown role": (
        with_cards(FIIM, 6, don=1, wizard=5),
        "the cards 'mine' for 6 cannot be played: unknown-role",
    ),
}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_the_shipped_rule_sets_have_no_holes(ruleset: str) -> None:
    verify_ruleset(SHIPPED[ruleset])


@pytest.mark.parametrize("kind", HOLES)
def test_a_hole_is_found_and_named(kind: str) -> None:
    ruleset, words = HOLES[kind]
    with pytest.raises(IncompleteRuleSet) as found:
        verify_ruleset(ruleset)
    assert str(found.value).startswith(f"{ruleset.id}: ")
    assert words in str(found.value)


def test_all_holes_are_named_at_once() -> None:
    ruleset = with_option(
        replace(BOX, night_order=without(CARE, BOX.night_order)), "lynch", Option(Lynch.MOST, "")
    )
    with pytest.raises(IncompleteRuleSet, match=r"care of doctor.*option lynch names no clause"):
        verify_ruleset(ruleset)


def test_only_what_was_changed_is_a_hole() -> None:
    """The changes above are the holes: the rule sets rebuilt without a change have none."""
    order = instead(FRAME, FRAME, BOX.night_order)
    verify_ruleset(
        with_role(replace(BOX, night_order=order, waves=instead(FRAME, FRAME, BOX.waves)), BOX.roles["judge"])
    )
    verify_ruleset(with_steps(BOX, lambda _: None))
    verify_ruleset(with_cards(BOX, 6, detective=1, civilian=3, mafioso=2))
    verify_ruleset(with_option(BOX, "night", Option(1, "S2 night")))


@pytest.mark.parametrize("name", ["fiim+box.informer", "box+sport.don", "city+box.warden", "party+sport.mafia"])
def test_house_rules_have_no_holes(name: str) -> None:
    verify_ruleset(find_ruleset(name))
