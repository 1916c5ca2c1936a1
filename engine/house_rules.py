"""House rules: any rule set with any roles of the catalogue; their place in the night is derived.

A house rule set is named after what it is made of, `fiim-2025+box.thief+city.doctor`, so that a journal or a
record can be read anywhere without anything else.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.ability_effects import Disguise
from engine.commands import Verb
from engine.errors import UnknownRuleSet
from engine.events import StepName, Winner
from engine.options import Option, Options, VoidCheck
from engine.role_catalogue import CATALOGUE
from engine.role_catalogue.box import (
    ADMIRE,
    ARREST,
    CARE,
    CHARM,
    CLEAVER,
    CONFESS,
    CONSULT,
    DETECT,
    DUEL,
    EXTRA_SHOT,
    FRAME,
    GUARD,
    HUSH,
    LONE_SHOT,
    MAFIA_SHOT,
    STEAL,
    TRICK,
    TRY,
    YAKUZA_SHOT,
)
from engine.role_catalogue.city import FIND_COMMISSAR, HEAL, MANIAC_SHOT, VISIT
from engine.role_catalogue.sport import FIND_BLACK, FIND_SHERIFF, SHOT
from engine.role_set_check import Constraint, Flaw, Hand
from engine.roles import Ability, Rank, Role, Side, Uses
from engine.rules import RuleSet, Sides, Step
from engine.rulesets import RULESETS, party
from engine.rulesets.box import YAKUZA_FROM
from engine.steps.night import NIGHT_VERBS, night_step
from engine.win_conditions import box_ending

Abilities = Mapping[str, Ability]
"""What somebody at the table can do, by name."""

TO_TOWN = {Side.RED: Side.TOWN, Side.BLACK: Side.MAFIA}
TO_RED = {Side.TOWN: Side.RED, Side.MAFIA: Side.BLACK}
AS_RED = {Winner.TOWN: Winner.RED, Winner.MAFIA: Winner.BLACK}
"""The winner that two-sided rules have for a winner of the boxed game."""


def find_ruleset(name: str) -> RuleSet:
    """A rule set by its name, house rules included; `UnknownRuleSet` if there is none.

    House rules are named after what they are made of: a rule set, and roles of `CATALOGUE` that are added to it.

    >>> find_ruleset("fiim-2025")
    <RuleSet fiim-2025 (S3), 6 to 12 players>
    >>> sorted(find_ruleset("fiim-2025+box.thief+city.doctor").roles)
    ['civilian', 'doctor', 'don', 'mafia', 'sheriff', 'thief']
    """
    if name in SHIPPED:
        return SHIPPED[name]
    base, *extra = name.split("+")
    if base not in SHIPPED or not extra:
        raise UnknownRuleSet(f"unknown rule set {name!r}; known: {', '.join(SHIPPED)}")
    return house_rules(base, tuple(sorted(set(extra))))


@lru_cache(maxsize=64)
def house_rules(base: str, extra: tuple[str, ...]) -> RuleSet:
    """A copy of a rule set with more roles, each named as `box.thief`; `UnknownRuleSet` if a name is wrong.

    >>> house_rules("fiim", ("box.thief",)).id
    'fiim+box.thief'
    """
    ruleset = RULESETS[base] if base in RULESETS else SHIPPED[base]
    roles: dict[str, Role] = {}
    for name in extra:
        role = _moved(ruleset, name)
        if role.id in ruleset.roles:
            raise UnknownRuleSet(f"{base} has its own {role.id!r}")
        if role.id in roles:
            raise UnknownRuleSet(f"two roles of the name {role.id!r}")
        roles[role.id] = role
    everybody = (*ruleset.roles.values(), *roles.values())
    abilities = {ability.id: ability for role in everybody for ability in role.abilities}
    return replace(
        ruleset,
        id="+".join((base, *extra)),
        roles={**ruleset.roles, **roles},
        night_order=_order(ruleset, abilities),
        waves=_waves(ruleset, abilities),
        steps=tuple(_every_verb(step) for step in ruleset.steps),
        options=_options(ruleset, extra),
        ending=_house_ending if _two_sided(ruleset) else ruleset.ending,
        constraints=_constraints(ruleset),
        reads=ruleset.reads | {"loner_must_die"},
    )


def _moved(ruleset: RuleSet, name: str) -> Role:
    """A role of the catalogue as it plays at another table: on that table's sides, shooting with its team."""
    where, _, role_id = name.partition(".")
    role = CATALOGUE.get(where, {}).get(role_id)
    if role is None:
        raise UnknownRuleSet(f"no role {name!r} in the catalogue")
    two_sided = _two_sided(ruleset)
    sides = TO_RED if two_sided else TO_TOWN
    theirs, ours = (MAFIA_SHOT, SHOT) if two_sided else (SHOT, MAFIA_SHOT)
    abilities: list[Ability] = []
    for ability in role.abilities:
        if ability == theirs:
            abilities += (ours,) if two_sided else (ours, EXTRA_SHOT)
        elif ability != EXTRA_SHOT:
            after = ours.id if ability.after == theirs.id else ability.after
            abilities.append(replace(ability, after=after, uses=_disguised_here(ruleset, ability)))
    team = sides.get(role.team, role.team) if role.team else None
    return replace(role, side=sides.get(role.side, role.side), team=team, abilities=tuple(abilities))


def _two_sided(ruleset: RuleSet) -> bool:
    """Red against black; elsewhere the sides are those of the boxed game."""
    return any(role.side is Side.RED for role in ruleset.roles.values())


def _disguised_here(ruleset: RuleSet, ability: Ability) -> Uses:
    """Whoever is made to look like a gangster looks like one of this table."""
    gangster = next(role.id for role in ruleset.roles.values() if role.team and role.rank is Rank.PLAIN)
    return tuple(
        (verb, tuple(Disguise(gangster) if isinstance(effect, Disguise) else effect for effect in effects))
        for verb, effects in ability.uses
    )


EVERY_NIGHT = (
    (VISIT,),
    (CHARM,),
    (STEAL,),
    (FRAME,),
    (CARE, HEAL),
    (GUARD,),
    (CONSULT,),
    (SHOT, MAFIA_SHOT, EXTRA_SHOT, YAKUZA_SHOT),
    (FIND_SHERIFF, FIND_COMMISSAR),
    (DETECT, CONFESS, TRY, ARREST, DUEL),
    (LONE_SHOT, CLEAVER, MANIAC_SHOT),
    (FIND_BLACK,),
    (ADMIRE,),
    (HUSH,),
    (TRICK,),
)
"""The order in which all abilities of all documents take effect: hinder, protect, shoot, ask."""
SHOOTING = next(place for place, together in enumerate(EVERY_NIGHT) if SHOT in together)


def _order(ruleset: RuleSet, abilities: Abilities) -> tuple[tuple[Ability, ...], ...]:
    """The base's own night, with every other ability before the first that comes later in a night of all."""
    place_of = {ability.id: place for place, together in enumerate(EVERY_NIGHT) for ability in together}
    order = list(ruleset.night_order)
    own = {ability.id for ability in ruleset.abilities}
    for place, together in enumerate(EVERY_NIGHT):
        added = tuple(abilities[a.id] for a in together if a.id in abilities and a.id not in own)
        same = next((i for i, group in enumerate(order) if any(place_of[a.id] == place for a in group)), None)
        later = (i for i, group in enumerate(order) if min(place_of[a.id] for a in group) > place)
        if added and same is not None:
            order[same] += added  # two gangs shoot in one moment
        elif added:
            order.insert(next(later, len(order)), added)
    return tuple(order)


def _waves(ruleset: RuleSet, abilities: Abilities) -> tuple[tuple[Ability, ...], ...]:
    """As many waves as the base has: where it has two, the shot divides them."""
    held = [tuple(abilities[a.id] for a in together if a.id in abilities) for together in EVERY_NIGHT]
    if len(ruleset.waves) == 1:
        return (tuple(ability for together in held for ability in together),)
    before = tuple(ability for together in held[:SHOOTING] for ability in together)
    after = tuple(ability for together in held[SHOOTING:] for ability in together if ability != EXTRA_SHOT)
    return (before, after, (EXTRA_SHOT,))


def _every_verb(step: Step) -> Step:
    return night_step(*NIGHT_VERBS, Verb.SUSPECT) if step.name is StepName.NIGHT else step


def _options(ruleset: RuleSet, extra: tuple[str, ...]) -> Mapping[str, Option]:
    """Roles bring their own options along."""
    brought = {
        "void_check": Option(VoidCheck.FAILED, "S2 beauty"),
        "loner_must_die": Option(True, "S2 loners"),
        "lover_alibi": RULESETS["city"].options["lover_alibi"],
    }
    for home in ("city", "box"):
        if f"{home}.doctor" in extra:
            brought |= {key: RULESETS[home].options[key] for key in ("doctor_self", "doctor_twice")}
    return brought | dict(ruleset.options)


def _house_ending(living: Sides, options: Options) -> Winner | None:
    """Red and black with a loner or a rival gang between them: the boxed game's reckoning."""
    as_box = {TO_TOWN.get(side, side): count for side, count in living.items()}
    winner = box_ending(as_box, options)
    return AS_RED.get(winner, winner) if winner else None


def _leaders(hand: Hand) -> int:
    return hand.of(*Side, rank=Rank.LEADER)


HOUSE_CONSTRAINTS = (
    Constraint(Flaw.TWO_LEADERS, lambda hand: _leaders(hand) > 1),
    Constraint(Flaw.TWO_LONERS, lambda hand: hand.of(Side.LONER) > 1),
    Constraint(Flaw.YAKUZA_TOO_FEW, lambda hand: bool(hand.of(Side.YAKUZA)) and hand.size < YAKUZA_FROM),
    Constraint(Flaw.YAKUZA_WITH_LONER, lambda hand: bool(hand.of(Side.YAKUZA) and hand.of(Side.LONER))),
)
"""What holds at any table with such cards."""


def _constraints(ruleset: RuleSet) -> tuple[Constraint, ...]:
    """Whoever makes their own rules is not bound to the cards that lie in the box."""
    kept = tuple(each for each in ruleset.constraints if each.flaw is not Flaw.ONE_OF_EACH)
    own = {constraint.flaw for constraint in kept}
    return kept + tuple(each for each in HOUSE_CONSTRAINTS if each.flaw not in own)


SHIPPED: Mapping[str, RuleSet] = {
    **RULESETS,
    party.NAME: party.rules_of_an_evening(house_rules("box", party.ROLES_OF_CITY)),
}
"""All rule sets that have a name of their own: the official ones, and house rules that are ready to be played."""
