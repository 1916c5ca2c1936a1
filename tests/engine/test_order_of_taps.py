"""A night does not depend on who tapped first, but for the one documented case: a gang whose choices are tied."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine import (
    SHIPPED,
    Command,
    Event,
    Game,
    Position,
    State,
    StepName,
    Verb,
    decide,
    open_dealt,
    perform,
    rules_for,
)
from engine import events as ev
from engine.role_catalogue.box import EXTRA_SHOT, MAFIA_SHOT, YAKUZA_SHOT
from tests.kits import night_kit
from tests.kits.engine_kit import EXPIRE, typed

NIGHTS = 80
ORDERS = 3
"""Other orders of taps that each random night is played in."""
WHOLE_WAVE = {"early_night_end": "off"}
"""The wave waits for the clock, so that what follows from it stands apart from the taps."""

AGREE_BY_MOST = {MAFIA_SHOT.id, EXTRA_SHOT.id, YAKUZA_SHOT.id}

Order = Callable[[list[Command]], list[Command]]


# --- one night, and the same in another order ------------------------------------------------------------------


def as_given(wave: list[Command]) -> list[Command]:
    return wave


class Night:
    """A night that is played again with other orders of its taps."""

    def __init__(self, ruleset: str, cards: tuple[str, ...], options: dict[str, str]) -> None:
        self.rules = rules_for(SHIPPED[ruleset], options | WHOLE_WAVE)
        self.cards = cards

    def opened(self) -> Game:
        return open_dealt(self.rules, self.cards, Position(1, at_night=True))

    def chosen(self, dice: Random) -> list[list[Command]]:
        """What everybody wants, wave by wave."""
        game, waves = self.opened(), []
        while game.table.step is StepName.NIGHT:
            waves.append(list(night_kit.choices(game, dice)))
            perform(game, EXPIRE)
        return waves

    def played(self, waves: list[list[Command]], order: Order = as_given) -> tuple[Game, list[list[Event]]]:
        """The game after the night, and what followed from each wave."""
        game, followed = self.opened(), []
        for wave in waves:
            tap(game, order(wave))
            before = len(game.journal)
            assert perform(game, EXPIRE) is None
            followed.append(game.journal[before:])
        return game, followed


def tap(game: Game, commands: Sequence[Command]) -> None:
    """All of these; the Don's question waits for his shot."""
    waiting = list(commands)
    while waiting:
        later = [command for command in waiting if perform(game, command) is not None]
        assert len(later) < len(waiting), f"refused in every order: {later}"
        waiting = later


def unordered(state: State) -> State:
    """A position without the order in which things of one wave were said."""
    twin = state.copy()
    twin.choices = type(twin.choices)(sorted(twin.choices))
    for view in twin.views[1:]:
        me = view.me
        me.told = type(me.told)(sorted(me.told))
        me.acted = type(me.acted)(sorted(me.acted))
        me.said = type(me.said)(sorted(me.said))
        me.signs = type(me.signs)(sorted(me.signs))
        me.history = type(me.history)(sorted(me.history))
    return twin


def tied_gangs(game: Game) -> list[set[Command]]:
    """The choices of each gang that agrees by most choices and was tied: there the first decides (S2)."""
    said: dict[tuple[int, str], list[Command]] = {}
    for act in game.state.choices:
        if act.ability in AGREE_BY_MOST and act.target:
            said.setdefault((act.wave, act.ability), []).append(Command(act.seat, act.verb, (act.target,)))
    return [set(commands) for commands in said.values() if tied(commands)]


def tied(commands: Sequence[Command]) -> bool:
    """Do two seats have the most choices?"""
    counts = list(Counter(command.seats for command in commands).values())
    return counts.count(max(counts)) > 1


def shuffled(dice: Random, tied: list[set[Command]]) -> Order:
    """Any order, but tied gangs say what they say in their own."""

    def order(wave: list[Command]) -> list[Command]:
        perhaps = list(wave)
        dice.shuffle(perhaps)
        for said in tied:
            in_turn = iter([command for command in wave if command in said])
            perhaps = [next(in_turn) if command in said else command for command in perhaps]
        return perhaps

    return order


# --- any night -------------------------------------------------------------------------------------------------


def random_night(dice: Random, ruleset: str) -> Night:
    options = {}
    if "lover_alibi" in SHIPPED[ruleset].options:
        options["lover_alibi"] = dice.choice(("immunity", "block", "both"))
    if dice.random() < 0.3:
        options["night_talk"] = dice.choice(("off", "choices"))
    return Night(ruleset, night_kit.random_valid_cards(dice, SHIPPED[ruleset]), options)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_permuting_the_taps_of_a_wave_gives_the_same_night(ruleset: str) -> None:
    dice, dead, told = Random(f"taps {ruleset}"), 0, 0
    for _ in range(NIGHTS):
        night = random_night(dice, ruleset)
        waves = night.chosen(dice)
        game, followed = night.played(waves)
        for _ in range(ORDERS):
            other, followed_there = night.played(waves, shuffled(dice, tied_gangs(game)))
            for here, there in zip(followed, followed_there, strict=True):
                assert typed(here) == typed(there), (night.cards, waves)
            assert unordered(other.state) == unordered(game.state), (night.cards, waves)
        dead += len(game.table.departures)
        told += sum(isinstance(event, ev.Told) and event.topic is ev.Topic.CHECK for event in game.journal)
    assert dead > NIGHTS / 5, "hardly anybody died: little was compared"
    assert told > NIGHTS / 5


# --- two of a kind ---------------------------------------------------------------------------------------------


def both_orders(
    cards: tuple[str, ...], *waves: Sequence[tuple[int, Verb, int]]
) -> tuple[list[Event], list[Event]]:
    """What a night comes to when its taps come in this order and in the opposite one."""
    night = Night("box", cards, {})
    commands = [[Command(seat, verb, (target,)) for seat, verb, target in wave] for wave in waves]
    _, here = night.played(commands)
    _, there = night.played(commands, lambda wave: wave[::-1])
    return [event for wave in here for event in wave], [event for wave in there for event in wave]


def test_two_beauties_who_charm_each_other() -> None:
    cards = ("mafioso", "sheriff", "beauty", "beauty", "civilian", "civilian")
    charms = [(3, Verb.CHARM, 4), (4, Verb.CHARM, 3)]
    here, there = both_orders(cards, charms, [(1, Verb.SHOOT, 3)])
    assert typed(here) == typed(there)


def test_two_thieves_who_rob_each_other_and_one_more() -> None:
    cards = ("thief", "thief", "thief", "sheriff", *("civilian",) * 4)
    robs = [(1, Verb.BLOCK, 2), (2, Verb.BLOCK, 4), (3, Verb.BLOCK, 1)]
    here, there = both_orders(cards, robs, [(4, Verb.SHOOT, 1)])
    assert typed(here) == typed(there)


def test_two_bodyguards_of_one_ward() -> None:
    cards = ("mafioso", "bodyguard", "bodyguard", "civilian", "civilian", "civilian")
    guards = [(2, Verb.GUARD, 4), (3, Verb.GUARD, 4)]
    here, there = both_orders(cards, guards, [(1, Verb.SHOOT, 4)])
    assert typed(here) == typed(there)


def test_two_godfathers_silence_in_any_order() -> None:
    cards = ("godfather", "godfather", *("civilian",) * 5)
    here, there = both_orders(cards, [(1, Verb.SILENCE, 4), (2, Verb.SILENCE, 5)])
    assert typed(here) == typed(there)


def test_one_seat_silenced_by_two_is_told_once() -> None:
    """Otherwise the number of messages would tell how many godfathers sit at the table."""
    cards = ("godfather", "godfather", *("civilian",) * 5)
    here, _ = both_orders(cards, [(1, Verb.SILENCE, 4), (2, Verb.SILENCE, 4)])
    assert [event.seat for event in here if isinstance(event, ev.Told)] == [4]
    assert [event.seats for event in here if isinstance(event, ev.VoteTaken)] == [(4,)]


# --- the documented tie ----------------------------------------------------------------------------------------


def hit(cards: tuple[str, ...], shots: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Whom the choices of a gang hit, in this order of taps."""
    game = open_dealt(rules_for(SHIPPED["box"], WHOLE_WAVE), cards, Position(1, at_night=True))
    tap(game, [Command(seat, Verb.SHOOT, (target,)) for seat, target in shots])
    perform(game, EXPIRE)
    (closed,) = [event for event in game.journal if isinstance(event, ev.NightClosed)]
    return closed.victims


GANG = (*("mafioso",) * 5, "sheriff", *("civilian",) * 5)


@pytest.mark.parametrize(
    ("targets", "victim"),
    [
        ((7, 8), 7),
        ((7, 8, 8, 7), 8),
        ((8, 7, 8, 7), 8),
        ((7, 8, 9), 7),
        ((9, 7, 8, 8, 7), 8),
        ((7, 8, 8), 8),
        ((7, 7, 8, 8, 8), 8),
    ],
)
def test_a_tied_gang_shoots_the_seat_that_reached_the_number_first(targets: tuple[int, ...], victim: int) -> None:
    assert hit(GANG, list(enumerate(targets, start=1))) == (victim,)


def test_without_a_tie_the_gang_shoots_the_same_seat_in_every_order() -> None:
    dice, shots = Random("gang"), [(1, 7), (2, 8), (3, 8), (4, 7), (5, 8)]
    for _ in range(20):
        dice.shuffle(shots)
        assert hit(GANG, shots) == (8,)


def test_the_order_of_a_sport_night_matters_not_even_in_a_tie() -> None:
    """All must agree there: two aims are a miss, whoever was first (S0 4.5.5)."""
    night = Night("fiim-2025", ("don", "mafia", *("civilian",) * 4), {})
    waves = [[Command(1, Verb.SHOOT, (3,)), Command(2, Verb.SHOOT, (4,))]]
    for order in (as_given, lambda wave: wave[::-1]):
        game, _ = night.played(waves, order)
        assert game.table.victims[1] == ()


def test_a_refused_tap_leaves_the_night_as_it_is() -> None:
    """What is said twice in a wave is refused, so no order of taps can count it twice."""
    game = open_dealt(rules_for(SHIPPED["box"], {}), GANG, Position(1, at_night=True))
    perform(game, Command(1, Verb.SHOOT, (7,)))
    answer = decide(game.state, Command(1, Verb.SHOOT, (8,)))
    assert answer == ("already-done",)
