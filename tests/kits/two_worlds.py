"""Two hidden cards are exchanged: a player who does not know them must see no difference.

Two worlds are played side by side; in the second one two seats hold each other's card. Everything public stays as
it is. To a player who does not know the two cards both worlds must look the same until one of the two leaves,
until the observer has checked one of them, or until all cards are turned. Their hidden commands (shots, checks,
suspicions, the order of shots) are exchanged in two ways:

- The new holder of a card says at the same moment what the former holder said. As many prompts are answered, and
  even the number, order and size of the messages to others are equal.
- Each seat answers in the night when it answered before, what its new card asks for, all its prompts at once; the
  blacks of the two aim at the same seat. What an observer can see (the others' messages cannot be) is equal: no
  answer may end a night, or move anything else, because of the card behind it.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from engine import (
    NOBODY,
    SHIPPED,
    TABLE,
    Audience,
    Command,
    Event,
    Game,
    Offer,
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
from tests.kits import engine_kit

HIDDEN = frozenset(
    {
        Verb.SHOOT,
        Verb.HOLD,
        Verb.CHECK,
        Verb.SUSPECT,
        Verb.SLEEP,
        Verb.APPOINT,
        Verb.HEAL,
        Verb.VISIT,
        Verb.GUARD,
        Verb.CHARM,
        Verb.BLOCK,
        Verb.FRAME,
        Verb.SILENCE,
        Verb.COPY,
    }
)
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


def reaches(event: Event, observer: int) -> bool:
    """Returns whether this message is for this observer."""
    to = audience(event)
    return to == TABLE or (to != NOBODY and observer in to)


Seen = list[tuple[str, Any]]


def seen_by(observer: int, events: Sequence[Event], unseen: bool) -> Seen:
    """Returns the messages for this observer; with `unseen` also that others passed, and how many seats got
    them."""
    seen: Seen = []
    for event in events:
        if reaches(event, observer):
            seen.append((type(event).__name__, event))
        elif unseen:
            seen.append(("unseen", _size(audience(event))))
    return seen


def _size(to: Audience) -> int:
    return 0 if to == NOBODY else len(to)


class Worlds:
    """A game, and its twin in which two seats have exchanged their cards."""

    def __init__(self, rules: Rules, cards: tuple[str, ...], position: Position | None, pair: Pair) -> None:
        exchanged = tuple(cards[pair.exchanged(seat) - 1] for seat in range(1, len(cards) + 1))
        self.pair = pair
        self.count_unseen = True
        self.game, self.twin = open_dealt(rules, cards, position), open_dealt(rules, exchanged, position)
        self.watching = self.observers()
        self._compare(self.game.journal, self.twin.journal)

    def observers(self) -> set[int]:
        """Returns the seats that do not know the two cards: all others, but blacks know every colour, and their
        Don."""
        state, pair = self.game.state, self.pair
        both_red = all(state.side(seat) is Side.RED for seat in pair)
        seats = range(1, state.table.size + 1)
        return {seat for seat in seats if both_red or state.side(seat) is Side.RED} - set(pair) | {ONLOOKER}

    def mirrored(self, command: Command) -> Command:
        """Returns the same hidden command by the new holder of the card; a shot at oneself stays one."""
        if command.verb not in HIDDEN or command.actor not in self.pair:
            return command
        seats = tuple(map(self.pair.exchanged, command.seats))
        return command._replace(actor=self.pair.exchanged(command.actor), seats=seats)

    def accepted(self, command: Command) -> None:
        """Removes an observer who has checked one of the two and so knows more."""
        if command.verb is Verb.CHECK and set(command.seats) & set(self.pair):
            self.watching.discard(command.actor)

    def before_the_rules_tell(self, events: Sequence[Event], *, twin: bool) -> int:  # noqa: ARG002
        """Returns how many events pass before one that shows something about the two."""
        pair = set(self.pair)
        for index, event in enumerate(events):
            match event:
                case ev.NightClosed(_, victims) if set(victims) & pair:
                    return index
                case ev.Left(seats, _) if set(seats) & pair:
                    return index
                case ev.WordLost(seat) | ev.TeamLost(seat) | ev.RoleShown(seat) if seat in pair:
                    return index
                case ev.CardsShown():
                    return index
        return len(events)

    def seen(self, observer: int, events: Sequence[Event], *, to_the_end: bool) -> Seen:  # noqa: ARG002
        return seen_by(observer, events, self.count_unseen)

    def play(self, command: Command) -> bool:
        """Gives the command in one world and its mirror image in the other; returns False when nothing is left to
        compare."""
        lengths = len(self.game.journal), len(self.twin.journal)
        self.do(command, self.mirrored(command))
        return self._compare(self.game.journal[lengths[0] :], self.twin.journal[lengths[1] :])

    def answer(self, dice: Random, seat: int, aim: int) -> bool:
        """Lets a seat answer all prompts of this night; returns False when nothing is left to compare."""
        lengths = len(self.game.journal), len(self.twin.journal)
        if seat in self.pair:
            for game in (self.game, self.twin):
                for command in answers(dice, game, seat, aim):
                    perform(game, command)
        else:
            for command in answers(dice, self.game, seat, aim):
                self.do(command, command)
        return self._compare(self.game.journal[lengths[0] :], self.twin.journal[lengths[1] :])

    def do(self, command: Command, mirrored: Command) -> None:
        here, there = perform(self.game, command), perform(self.twin, mirrored)
        if here != there:
            raise Leak(f"{command}: {here}, but {mirrored}: {there}")
        if here is None:
            self.accepted(command)

    def _compare(self, here: Sequence[Event], there: Sequence[Event]) -> bool:
        ends = self.before_the_rules_tell(here, twin=False), self.before_the_rules_tell(there, twin=True)
        told = ends != (len(here), len(there))
        for observer in self.watching:
            seen = self.seen(observer, here[: ends[0]], to_the_end=not told)
            seen_there = self.seen(observer, there[: ends[1]], to_the_end=not told)
            if told:
                both = min(len(seen), len(seen_there))
                seen, seen_there = seen[:both], seen_there[:both]
            if seen != seen_there:
                raise Leak(f"seat {observer} tells {self.pair} apart: {seen} / {seen_there}")
        if not told:
            self.compare_views()
        return not told

    def compare_views(self) -> None:
        if self.game.table != self.twin.table:
            raise Leak(f"the table tells {self.pair} apart")
        for observer in self.watching - {ONLOOKER}:
            here, there = self.game.state.view(observer), self.twin.state.view(observer)
            if here.me != there.me:
                raise Leak(f"seat {observer} has learnt something about {self.pair}")
            if legal(here) != legal(there):
                raise Leak(f"seat {observer} is offered other moves: {legal(here)} / {legal(there)}")

    def compare_answers(self, dice: Random) -> None:
        """Compares the answers that each observer would get to some commands, good or bad."""
        for observer in self.watching - {ONLOOKER}:
            command = engine_kit.nonsense(dice, self.game.state)._replace(actor=observer)
            here, there = decide(self.game.state, command), decide(self.twin.state, command)
            if here != there and (isinstance(here, Rejected) or isinstance(there, Rejected)):
                raise Leak(f"{command} is answered {here} / {there}")


def asked(game: Game, seat: int) -> list[Offer]:
    """Returns what a seat may still answer in this night."""
    return [offer for offer in legal(game.state.view(seat)) if offer.verb in HIDDEN]


def answers(dice: Random, game: Game, seat: int, aim: int) -> Iterator[Command]:
    """One after another, all answers of a seat in this night; blacks fire at the seat they agreed on, or hold."""
    night = game.table.number
    while game.table.number == night and (offered := asked(game, seat)):
        shot = next((offer for offer in offered if offer.verb is Verb.SHOOT), None)
        if shot is None:
            yield engine_kit.choose(dice, seat, dice.choice(offered))
        else:
            yield Command(seat, Verb.SHOOT, (aim,)) if aim else Command(seat, Verb.HOLD)


def commands(dice: Random, game: Game) -> Iterator[Command]:
    """Yields the commands of a whole game: players and clock, and a judge who seldom speaks."""
    while game.table.step is not StepName.OVER:
        if dice.random() < (0.3 if game.table.stopped else 0.03):
            yield engine_kit.judge_command(dice, game.state)
        else:
            yield engine_kit.legal_command(dice, game.state)


def two_different_cards(dice: Random, cards: tuple[str, ...]) -> Pair:
    one = dice.randint(1, len(cards))
    others = [seat for seat, card in enumerate(cards, start=1) if card != cards[one - 1]]
    return Pair(one, dice.choice(others))


def random_worlds(dice: Random, ruleset: str) -> Worlds:
    cards = engine_kit.random_cards(dice, ruleset, dice.choice(SHIPPED[ruleset].sizes))
    position = engine_kit.random_position(dice, len(cards)) if dice.random() < 0.3 else None
    rules = rules_for(SHIPPED[ruleset], engine_kit.random_options(dice, ruleset))
    return Worlds(rules, cards, position, two_different_cards(dice, cards))


def compare_a_game(ruleset: str, seed: int) -> Worlds:
    """Plays one random game in both worlds, the two saying each other's words; raises `Leak` if it shows."""
    dice = Random(f"{ruleset} {seed}")
    worlds = random_worlds(dice, ruleset)
    for command in commands(dice, worlds.game):
        if not worlds.play(command):
            break
        if dice.random() < 0.2:
            worlds.compare_answers(dice)
    return worlds


def compare_the_moments(ruleset: str, seed: int) -> Worlds:
    """Plays one random game in both worlds, each seat answering at the same moment; raises `Leak` if it shows."""
    dice = Random(f"{ruleset} {seed}")
    worlds = random_worlds(dice, ruleset)
    worlds.count_unseen = False
    game, pair = worlds.game, worlds.pair
    going, aim = True, 0
    while going and game.table.step is not StepName.OVER:
        awaited = [seat for seat in game.table.alive if asked(game, seat)]
        if game.table.step is not StepName.NIGHT or not awaited:
            going = worlds.play(next(commands(dice, game)))
            aim = dice.choice((0, *game.table.alive))
        elif dice.random() < 0.02 and len(set(awaited) & set(pair)) != 1:
            going = worlds.play(engine_kit.EXPIRE)  # not while one of the two has fired and the other has not
        else:
            going = worlds.answer(dice, dice.choice(awaited), aim)
    return worlds


def on_the_table(fold: Callable[[State, Any], None]) -> Callable[[State, Any], None]:
    """Lets the public part of a game depend on a private event."""

    def leaky(state: State, event: ev.Acted | ev.Told) -> None:
        fold(state, event)
        state.table.offended[event.seat] = state.table.number

    return leaky


def has_ability(game: Game, seat: int) -> bool:
    """Returns whether the seat holds a card that acts at night."""
    return bool(game.state.view(seat).me.role.abilities)
