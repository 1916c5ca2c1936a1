"""Two hidden cards are exchanged: what whoever does not know them could tell apart.

Two worlds are played side by side. In the second one two seats hold each other's card and give each other's
hidden commands (shots, checks, suspicions, the order of shots) at the same moments, so that as many prompts are
answered there. Everything public stays as it is. To whoever does not know the two cards both worlds must look the
same, message by message, until one of the two leaves, until the observer has checked one of them, or until all
cards are turned.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine import (
    NOBODY,
    RULESETS,
    TABLE,
    Audience,
    Command,
    Event,
    Game,
    Position,
    Rejected,
    Rules,
    State,
    StepName,
    Verb,
    audience,
    decide,
    legal,
    open_dealt,
    perform,
    rules_for,
)
from engine import events as ev
from engine.roles import Side
from tests import kit

HIDDEN = frozenset({Verb.SHOOT, Verb.HOLD, Verb.CHECK, Verb.SUSPECT, Verb.SLEEP, Verb.APPOINT})
"""Commands that nobody but the actor, or the own team, sees."""
ONLOOKER = 0
"""Sees what the table sees and holds no card."""


class Leak(AssertionError):
    """A difference that somebody can see and should not."""


class Pair(NamedTuple):
    one: int
    other: int

    def exchanged(self, seat: int) -> int:
        return {self.one: self.other, self.other: self.one}.get(seat, seat)

    def mirrored(self, command: Command) -> Command:
        """The same hidden command by the new holder of the card; a shot at oneself stays one."""
        if command.verb not in HIDDEN or command.actor not in self:
            return command
        seats = tuple(map(self.exchanged, command.seats))
        return command._replace(actor=self.exchanged(command.actor), seats=seats)


def observers(state: State, pair: Pair) -> set[int]:
    """Who does not know these two cards: everybody else; but the blacks know every colour, and their Don."""
    both_red = all(state.side(seat) is Side.RED for seat in pair)
    seats = range(1, state.table.size + 1)
    return {seat for seat in seats if both_red or state.side(seat) is Side.RED} - set(pair) | {ONLOOKER}


def reaches(event: Event, observer: int) -> bool:
    """Is this message for these eyes?"""
    to = audience(event)
    return to == TABLE or (to != NOBODY and observer in to)


def seen_by(observer: int, events: Sequence[Event]) -> list[tuple[str, object]]:
    """The messages as they pass: those for these eyes in full, of the others only how many eyes get them."""
    return [
        (type(event).__name__, event) if reaches(event, observer) else ("unseen", _size(audience(event)))
        for event in events
    ]


def _size(to: Audience) -> int:
    return 0 if to == NOBODY else len(to)


def before_the_rules_tell(events: Sequence[Event], pair: Pair) -> int:
    """How many events pass before one that shows something about the two."""
    for index, event in enumerate(events):
        match event:
            case ev.NightClosed(_, victims) if set(victims) & set(pair):
                return index
            case ev.Left(seats, _) if set(seats) & set(pair):
                return index
            case ev.WordLost(seat) | ev.TeamLost(seat) | ev.RoleShown(seat) if seat in pair:
                return index
            case ev.CardsShown():
                return index
    return len(events)


class Worlds:
    """A game, and its twin in which two seats have exchanged their cards."""

    def __init__(self, rules: Rules, cards: tuple[str, ...], position: Position | None, pair: Pair) -> None:
        exchanged = tuple(cards[pair.exchanged(seat) - 1] for seat in range(1, len(cards) + 1))
        self.pair = pair
        self.game, self.twin = open_dealt(rules, cards, position), open_dealt(rules, exchanged, position)
        self.watching = observers(self.game.state, pair)
        self._compare(self.game.journal, self.twin.journal)

    def play(self, command: Command) -> bool:
        """Give the command here and its mirror image there; False when nothing is left to compare."""
        lengths = len(self.game.journal), len(self.twin.journal)
        mirrored = self.pair.mirrored(command)
        here, there = perform(self.game, command), perform(self.twin, mirrored)
        if here != there:
            raise Leak(f"{command}: {here}, but {mirrored}: {there}")
        if command.verb is Verb.CHECK and set(command.seats) & set(self.pair):
            self.watching.discard(command.actor)
        return self._compare(self.game.journal[lengths[0] :], self.twin.journal[lengths[1] :])

    def _compare(self, here: Sequence[Event], there: Sequence[Event]) -> bool:
        ends = before_the_rules_tell(here, self.pair), before_the_rules_tell(there, self.pair)
        told = ends != (len(here), len(there))
        if told:
            here, there = here[: min(ends)], there[: min(ends)]
        for observer in self.watching:
            seen, seen_there = seen_by(observer, here), seen_by(observer, there)
            if seen != seen_there:
                raise Leak(f"seat {observer} tells {self.pair} apart: {seen} / {seen_there}")
        if not told:
            self._compare_views()
        return not told

    def _compare_views(self) -> None:
        if self.game.table != self.twin.table:
            raise Leak(f"the table tells {self.pair} apart")
        for observer in self.watching - {ONLOOKER}:
            here, there = self.game.state.view(observer), self.twin.state.view(observer)
            if here.me != there.me:
                raise Leak(f"seat {observer} has learnt something about {self.pair}")
            if legal(here) != legal(there):
                raise Leak(f"seat {observer} is offered other moves: {legal(here)} / {legal(there)}")

    def compare_answers(self, dice: Random) -> None:
        """What each observer would be answered to some command, good or bad."""
        for observer in self.watching - {ONLOOKER}:
            command = kit.nonsense(dice, self.game.state)._replace(actor=observer)
            here, there = decide(self.game.state, command), decide(self.twin.state, command)
            if here != there and (isinstance(here, Rejected) or isinstance(there, Rejected)):
                raise Leak(f"{command} is answered {here} / {there}")


def commands(dice: Random, game: Game) -> Iterator[Command]:
    """A whole game: players and clock, and a judge who seldom speaks."""
    while game.table.step is not StepName.OVER:
        if dice.random() < (0.3 if game.table.stopped else 0.03):
            yield kit.judge_command(dice, game.state)
        else:
            yield kit.legal_command(dice, game.state)


def two_different_cards(dice: Random, cards: tuple[str, ...]) -> Pair:
    one = dice.randint(1, len(cards))
    others = [seat for seat, card in enumerate(cards, start=1) if card != cards[one - 1]]
    return Pair(one, dice.choice(others))


def compare_a_game(ruleset: str, seed: int) -> Worlds:
    """Play one random game in both worlds; `Leak` if somebody can tell them apart."""
    dice = Random(f"{ruleset} {seed}")
    cards = kit.random_cards(dice, ruleset, dice.choice(RULESETS[ruleset].sizes))
    position = kit.random_position(dice, len(cards)) if dice.random() < 0.3 else None
    rules = rules_for(RULESETS[ruleset], kit.random_options(dice, ruleset))
    worlds = Worlds(rules, cards, position, two_different_cards(dice, cards))
    for command in commands(dice, worlds.game):
        if not worlds.play(command):
            break
        if dice.random() < 0.2:
            worlds.compare_answers(dice)
    return worlds
