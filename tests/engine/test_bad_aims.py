"""An ability aimed at a seat it may not be aimed at is refused with the code, and nothing is changed."""

import pytest

from engine import (
    SHIPPED,
    Command,
    Game,
    Position,
    Reason,
    RuleSet,
    StepName,
    Verb,
    open_dealt,
    perform,
    rules_for,
)
from engine.options import DoctorSelf
from engine.roles import Ability, Aim, Role
from tests.kits.engine_kit import EXPIRE, dump
from tests.kits.night_kit import completed


def every_aimed_verb() -> list[object]:
    return [
        pytest.param(ruleset, role, ability, verb, id=f"{ruleset.id}: {role.id} {verb}")
        for ruleset in SHIPPED.values()
        for role in ruleset.roles.values()
        for ability in role.abilities
        for verb, _ in ability.uses
        if ability.id != "extra-shot"  # asked only after the sleepwalker's death
    ]


def asked(ruleset: RuleSet, role: Role, ability: Ability) -> Game:
    """The wave of a night in which seat 1, of this role, is asked for this ability; the last seat is out."""
    cards = completed(ruleset, (role.id,))
    assert cards is not None
    dealt = [role.id, *(card for card, count in cards.items() for _ in range(count - (card == role.id)))]
    game = open_dealt(rules_for(ruleset, {}), tuple(dealt), Position(1, at_night=True, out=(len(dealt),)))
    while ability not in game.table.rules.asked[role.id][game.table.wave]:
        assert perform(game, EXPIRE) is None
    if ability.after:
        assert perform(game, Command(1, Verb.HOLD)) is None
    return game


def refused(game: Game, command: Command) -> Reason:
    before, length = dump(game.state), len(game.journal)
    rejected = perform(game, command)
    assert rejected is not None, f"{command} was accepted"
    assert dump(game.state) == before
    assert len(game.journal) == length
    return rejected.reason


@pytest.mark.parametrize(("ruleset", "role", "ability", "verb"), every_aimed_verb())
def test_nobody_aims_at_the_dead_at_nobody_or_at_two(
    ruleset: RuleSet, role: Role, ability: Ability, verb: Verb
) -> None:
    game = asked(ruleset, role, ability)
    size = game.table.size
    for wrong in ((size,), (0,), (size + 1,), (-1,), (), (2, 3), (2, 2)):
        expected = Reason.BAD_VALUE if wrong == (2, 3) else Reason.BAD_TARGET
        assert refused(game, Command(1, verb, wrong)) is expected, wrong
    assert perform(game, Command(1, verb, (2,))) is None


@pytest.mark.parametrize(("ruleset", "role", "ability", "verb"), every_aimed_verb())
def test_oneself_only_where_the_role_says_so(ruleset: RuleSet, role: Role, ability: Ability, verb: Verb) -> None:
    """A team may shoot its own; the Doctor of the city may heal himself once (S1); S2 has "another" of two."""
    game = asked(ruleset, role, ability)
    if ruleset.id == "box":
        assert (Aim.NOT_ONESELF in ability.aims) is (role.id == "bodyguard")
    never = Aim.AS_DOCTORS_MAY in ability.aims and game.table.rules.options.doctor_self is DoctorSelf.NEVER
    assert never is (ability.id == "care")
    if Aim.NOT_ONESELF in ability.aims or never:
        assert refused(game, Command(1, verb, (1,))) is Reason.BAD_TARGET
    else:
        assert ability.by_team or ability.id == "heal" or ruleset.id in ("box", "party")
        assert perform(game, Command(1, verb, (1,))) is None


@pytest.mark.parametrize(("ruleset", "role", "ability", "verb"), every_aimed_verb())
def test_nobody_acts_twice_in_a_wave(ruleset: RuleSet, role: Role, ability: Ability, verb: Verb) -> None:
    game = asked(ruleset, role, ability)
    assert perform(game, Command(1, verb, (2,))) is None
    assert refused(game, Command(1, verb, (3,))) is Reason.ALREADY_DONE
    assert refused(game, Command(1, verb, (2,))) is Reason.ALREADY_DONE


# --- two nights ------------------------------------------------------------------------------------------------


def next_night(game: Game) -> None:
    night = game.table.night
    while game.table.night == night or game.table.step is not StepName.NIGHT:
        assert perform(game, EXPIRE) is None


@pytest.mark.parametrize(("role", "verb"), [("doctor", Verb.HEAL), ("lover", Verb.VISIT)])
def test_not_the_same_seat_two_nights_in_a_row(role: str, verb: Verb) -> None:
    city = SHIPPED["city"]
    game = asked(city, city.roles[role], city.roles[role].abilities[0])
    assert perform(game, Command(1, verb, (4,))) is None
    next_night(game)
    assert refused(game, Command(1, verb, (4,))) is Reason.BAD_TARGET
    assert perform(game, Command(1, verb, (5,))) is None


def test_the_same_seat_again_after_another_night() -> None:
    city = SHIPPED["city"]
    game = asked(city, city.roles["doctor"], city.roles["doctor"].abilities[0])
    for seat in (4, 5):
        assert perform(game, Command(1, Verb.HEAL, (seat,))) is None
        shoot_somebody(game)
        next_night(game)
    assert perform(game, Command(1, Verb.HEAL, (4,))) is None


def shoot_somebody(game: Game) -> None:
    """Three misses would end the game."""
    victim = game.table.alive[-1]
    for seat in game.table.alive:
        if game.state.view(seat).me.role.team is not None:
            assert perform(game, Command(seat, Verb.SHOOT, (victim,))) is None


def test_the_doctor_heals_himself_once_a_game() -> None:
    city = SHIPPED["city"]
    game = asked(city, city.roles["doctor"], city.roles["doctor"].abilities[0])
    assert perform(game, Command(1, Verb.HEAL, (1,))) is None
    shoot_somebody(game)
    for seat in (4, 5):
        next_night(game)
        assert refused(game, Command(1, Verb.HEAL, (1,))) is Reason.BAD_TARGET
        assert perform(game, Command(1, Verb.HEAL, (seat,))) is None


def test_the_doctor_of_the_box_may_heal_the_same_seat_again() -> None:
    box = SHIPPED["box"]
    game = asked(box, box.roles["doctor"], box.roles["doctor"].abilities[0])
    assert perform(game, Command(1, Verb.HEAL, (4,))) is None
    next_night(game)
    assert perform(game, Command(1, Verb.HEAL, (4,))) is None
