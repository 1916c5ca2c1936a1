"""What is offered is accepted, and nothing else is: `legal`, `can` and `decide` are one opinion."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engine import (
    NO,
    SHIPPED,
    YES,
    Command,
    Game,
    Offer,
    Rejected,
    SeatView,
    StepName,
    Verb,
    can,
    decide,
    legal,
    perform,
)
from tests.kits import engine_kit
from tests.kits.two_worlds import commands

EACH_RULESET = pytest.mark.parametrize("ruleset", engine_kit.EVERY)
FEW, MANY = 2, 8
"""Whole games of each rule set."""
VALUES = (NO, YES, 2)


def offered(view: SeatView) -> set[Command]:
    """Every command with at most one seat that the offers to a seat stand for."""
    me, found = view.me.seat, set()
    for offer in legal(view):
        if offer.values:
            found |= {Command(me, offer.verb, (), value) for value in offer.values}
        elif offer.least == 0:
            found.add(Command(me, offer.verb))
        if offer.least <= 1 <= offer.most:
            found |= {Command(me, offer.verb, (seat,)) for seat in offer.seats}
    return found


@cache
def sayable(ruleset: str, size: int, seat: int) -> list[Command]:
    """Every verb alone, and every verb of the rules with each seat there is, two there are not, and each value."""
    verbs = SHIPPED[ruleset].verbs
    return [
        *(Command(seat, verb) for verb in Verb),
        *(Command(seat, verb, (target,)) for verb in verbs for target in range(size + 2)),
        *(Command(seat, verb, (), value) for verb in verbs for value in VALUES),
        *(Command(seat, verb, (1,), YES) for verb in verbs),
    ]


def several_seats(dice: Random, view: SeatView) -> Iterator[tuple[Command, bool]]:
    """Commands with more seats than one, and whether the offers stand for them."""
    offers, me, size = legal(view), view.me.seat, view.table.size
    for verb in (Verb.BEST_MOVE, Verb.APPOINT, Verb.NOMINATE, Verb.VOTE, Verb.SHOOT):
        offer = next((each for each in offers if each.verb is verb), Offer(verb))
        for count in (2, 3, 4, 9, 10, 11):
            seats = tuple(dice.choices(range(size + 2), k=count))
            if dice.random() < 0.5 and len(offer.seats) >= count:
                seats = tuple(dice.sample(offer.seats, count))
            different = len(set(seats)) == count
            fits = offer.least <= count <= offer.most
            yield Command(me, verb, seats), fits and different and set(seats) <= set(offer.seats)


def refuses(game: Game, command: Command) -> bool:
    """A refused command changes nothing (`test_game_machine`): the game itself can be asked."""
    return perform(game, command) is not None


def accepts(game: Game, command: Command) -> bool:
    return not isinstance(decide(game.state, command), Rejected)


def positions(ruleset: str, games: int) -> Iterator[tuple[Random, Game]]:
    """Every position of whole random games."""
    for seed in range(games):
        dice = Random(f"{ruleset} {seed}")
        game = engine_kit.any_table(dice, ruleset)
        for command in commands(dice, game):
            yield dice, game
            perform(game, command)
        yield dice, game


def views(game: Game) -> list[SeatView]:
    return [game.state.view(seat) for seat in range(1, game.table.size + 1)]


@EACH_RULESET
def test_everything_offered_is_accepted(ruleset: str) -> None:
    for dice, game in positions(ruleset, MANY):
        for view in views(game):
            for offer in legal(view):
                command = engine_kit.choose(dice, view.me.seat, offer)
                assert accepts(game, command), command


@EACH_RULESET
def test_each_single_target_offered_is_accepted(ruleset: str) -> None:
    for dice, game in positions(ruleset, MANY):
        for command in offered(dice.choice(views(game))):
            assert accepts(game, command), command


@EACH_RULESET
def test_nothing_that_is_not_offered_is_accepted(ruleset: str) -> None:
    for _, game in positions(ruleset, FEW):
        for view in views(game):
            allowed, verbs = offered(view), {offer.verb for offer in legal(view)}
            for command in sayable(ruleset, game.table.size, view.me.seat):
                if command.verb not in verbs or command not in allowed:
                    assert refuses(game, command), f"accepted, but not offered: {command}"


@EACH_RULESET
def test_several_seats_are_accepted_as_offered(ruleset: str) -> None:
    for dice, game in positions(ruleset, FEW):
        for view in views(game):
            for command, allowed in several_seats(dice, view):
                assert accepts(game, command) if allowed else refuses(game, command), command


@EACH_RULESET
def test_can_is_what_decide_does(ruleset: str) -> None:
    for dice, game in positions(ruleset, MANY):
        for view in views(game):
            command = engine_kit.nonsense(dice, game.state)._replace(actor=view.me.seat)
            assert can(view, command) is accepts(game, command), command


@EACH_RULESET
def test_every_offered_move_can_be_made(ruleset: str) -> None:
    for dice, game in positions(ruleset, FEW):
        for view in views(game):
            for offer in legal(view):
                command = engine_kit.choose(dice, view.me.seat, offer)
                assert can(view, command), command
                assert can(view, command._replace(step=game.table.number)), command
                assert not can(view, command._replace(step=game.table.number - 1)), command


def test_one_cannot_speak_for_another_seat() -> None:
    speaker = engine_kit.scene("fiim").until(StepName.SPEECH).state.view(1)
    assert can(speaker, Command(1, Verb.PASS))
    assert not can(speaker, Command(2, Verb.PASS))
