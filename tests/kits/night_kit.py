"""Nights for the tests: rule sets with another order, cards that can meet, and random choices of everybody."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

from engine import (
    Command,
    Game,
    Position,
    RuleSet,
    StepName,
    Verb,
    check_role_set,
    legal,
    open_dealt,
    perform,
    rules_for,
)
from engine.roles import Ability, Rank, Role, Side
from engine.rules import Cards
from tests.kits.engine_kit import EXPIRE

Pair = tuple[str, str]
"""Two abilities, in the order of the night."""
DECLINING = (Verb.HOLD, Verb.SLEEP)
IDLE = 0.2
ONLOOKERS = 2
"""Civilians who stay at the table as targets; the others are sent away."""


# --- the order of a night --------------------------------------------------------------------------------------


def ability(ruleset: RuleSet, name: str) -> Ability:
    return next(each for each in ruleset.abilities if each.id == name)


def moment(ruleset: RuleSet, name: str) -> int:
    """Returns the place of an ability in the order of the night."""
    return next(place for place, together in enumerate(ruleset.night_order) if ability(ruleset, name) in together)


def swapped(ruleset: RuleSet, pair: Pair) -> RuleSet:
    """Returns the same rules, with the places of two abilities exchanged in the order of the night."""
    one, other = (ability(ruleset, name) for name in pair)
    exchange = {one.id: other, other.id: one}
    order = tuple(tuple(exchange.get(each.id, each) for each in together) for together in ruleset.night_order)
    return replace(ruleset, night_order=order)


def moved(ruleset: RuleSet, name: str, *, before: str = "", after: str = "") -> RuleSet:
    """Returns the same rules, with one ability moved directly before or after another's moment."""
    mover, anchor = ability(ruleset, name), ability(ruleset, before or after)
    order: list[tuple[Ability, ...]] = []
    for together in ruleset.night_order:
        rest = tuple(each for each in together if each is not mover)
        if anchor in together:
            order += ((mover,), rest) if before else (rest, (mover,))
        elif rest:
            order.append(rest)
    return replace(ruleset, night_order=tuple(order))


@cache
def ways_to_turn(ruleset: RuleSet, pair: Pair) -> tuple[tuple[RuleSet, RuleSet], ...]:
    """Rule sets that differ only in which of the two comes first: one of them is moved right to the other.

    Within one moment there is no first.
    """
    first, second = pair
    if moment(ruleset, first) == moment(ruleset, second):
        return ((ruleset, swapped(ruleset, pair)),)
    return (
        (moved(ruleset, first, before=second), moved(ruleset, first, after=second)),
        (moved(ruleset, second, after=first), moved(ruleset, second, before=first)),
    )


# --- which roles can meet --------------------------------------------------------------------------------------


@cache
def completed(ruleset: RuleSet, wanted: tuple[str, ...]) -> Cards | None:
    """Returns a valid set of cards with these and otherwise only civilians and plain criminals, if there is
    one."""
    gangs = [role for role in ("mafioso", "mafia") if role in ruleset.roles] + ["yakuza"] * ("yakuza" in wanted)
    for size, added in product(ruleset.sizes, product(range(3), repeat=len(gangs))):
        cards = Counter(wanted) + Counter(dict(zip(gangs, added, strict=True)))
        cards += Counter({"civilian": size - cards.total()})
        if cards.total() == size and not check_role_set(ruleset, cards).errors:
            return cards
    return None


@cache
def pairs_of_roles(ruleset: RuleSet) -> tuple[tuple[str, str], ...]:
    """Returns roles with something to do at night that one table can hold together."""
    acting = [role.id for role in ruleset.roles.values() if role.abilities]
    return tuple(pair for pair in combinations(acting, 2) if completed(ruleset, pair))


@cache
def pairs_of_abilities(ruleset: RuleSet) -> tuple[Pair, ...]:
    """Returns abilities that can be used in one night, by one player or by two."""
    names = [each.id for each in ruleset.abilities]
    alone = [(role, role) for role in ruleset.roles if completed(ruleset, (role,))]
    found = set()
    for one, other in (*alone, *pairs_of_roles(ruleset)):
        for this, that in product(ruleset.roles[one].abilities, ruleset.roles[other].abilities):
            if this is not that:
                found.add(
                    (this.id, that.id) if names.index(this.id) < names.index(that.id) else (that.id, this.id)
                )
    return tuple(sorted(found, key=lambda pair: (names.index(pair[0]), names.index(pair[1]))))


# --- random nights ---------------------------------------------------------------------------------------------


def holders(ruleset: RuleSet, name: str) -> list[str]:
    return [role.id for role in ruleset.roles.values() if ability(ruleset, name) in role.abilities]


def random_hand(dice: Random, ruleset: RuleSet, pair: Pair) -> tuple[str, ...]:
    """Cards of a table at which both abilities are held, with company that can make a difference."""
    acting = [role.id for role in ruleset.roles.values() if role.abilities]
    while True:
        wanted = {dice.choice(holders(ruleset, name)) for name in pair}
        if "extra-shot" in pair:
            wanted.add("sleepwalker")
        wanted.update(dice.sample(acting, dice.randint(1, 3)))
        cards = completed(ruleset, tuple(sorted(wanted)))
        if cards is not None:
            return tuple(role for role, count in cards.items() for _ in range(count))


def night_at(ruleset: RuleSet, cards: tuple[str, ...], options: Mapping[str, str]) -> Game:
    """Returns the first night of a table from which most civilians have gone: shots often meet somebody."""
    civilians = [seat for seat, card in enumerate(cards, start=1) if card == "civilian"]
    return open_dealt(
        rules_for(ruleset, options), cards, Position(1, at_night=True, out=tuple(civilians[ONLOOKERS:]))
    )


def choices(game: Game, dice: Random, focus: Sequence[int] = ()) -> Iterator[Command]:
    """Plays one wave of a night: everybody chooses, in the order of the seats. Most choose among the same few."""
    number = game.table.number
    for seat in game.table.alive:
        while game.table.number == number:
            offers = legal(game.state.view(seat))
            aimed = [offer for offer in offers if offer.seats]
            declining = [offer for offer in offers if offer.verb in DECLINING]
            if not declining:
                break
            if not aimed or dice.random() < IDLE:
                command = Command(seat, dice.choice(declining).verb)
            else:
                offer = dice.choice(aimed)
                near = [target for target in offer.seats if target in focus and dice.random() < 0.8]
                command = Command(seat, offer.verb, (dice.choice(near or offer.seats),))
            assert perform(game, command) is None, command
            yield command


def play_night(game: Game, dice: Random, focus: Sequence[int] = ()) -> list[Command]:
    """Plays a night in which everybody acts in every wave; returns the commands as they were given."""
    given: list[Command] = []
    night = game.table.night
    while game.table.step is StepName.NIGHT and game.table.night == night:
        number = game.table.number
        given += choices(game, dice, focus)
        if game.table.number == number:
            assert perform(game, EXPIRE) is None
            given.append(EXPIRE)
    return given


# --- cards for whole games ---------------------------------------------------------------------------------------


def random_valid_cards(dice: Random, ruleset: RuleSet) -> tuple[str, ...]:
    """Returns any cards that the hard rules allow, from seat 1 on."""
    size = dice.choice(ruleset.sizes)
    while True:
        cards = _drawn(dice, ruleset, size)
        if not check_role_set(ruleset, Counter(cards)).errors:
            return cards


def _drawn(dice: Random, ruleset: RuleSet, size: int) -> tuple[str, ...]:
    """Town and gangs drawn apart, so that valid cards are not too rare."""
    criminals = dice.randint(1, (size - 1) // 2)
    yakuza = criminals // 2 if dice.random() < 0.15 else 0
    town = [role for role in ruleset.roles.values() if role.side in (Side.TOWN, Side.RED)]
    gang = [role for role in ruleset.roles.values() if role.side in (Side.MAFIA, Side.BLACK)]
    if yakuza:
        gang = [role for role in gang if role.rank is Rank.PLAIN]
    cards = ["yakuza"] * yakuza
    if not yakuza and criminals > 1 and dice.random() < 0.5:
        cards += [role.id for role in ruleset.roles.values() if role.side is Side.LONER and dice.random() < 0.4]
    cards += _some(dice, gang, criminals - len(cards))
    cards += _some(dice, town, size - len(cards))
    dice.shuffle(cards)
    return tuple(cards)


def _some(dice: Random, roles: list[Role], count: int) -> list[str]:
    """So many of these; half of them plain, and of the leaders hardly ever two."""
    weights = {Rank.PLAIN: 5.0, Rank.SPECIAL: 1.0, Rank.LEADER: 0.4}
    return [role.id for role in dice.choices(roles, [weights[role.rank] for role in roles], k=max(0, count))]
