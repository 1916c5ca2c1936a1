"""Whole random games of city and box, with every official role set and with any cards that can be dealt.

Each game is watched from all seats: it ends in time, its journal is the game, its record replays to the same
journal, a seat knows what it was sent and nothing else, and what is offered is what is accepted.
"""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from engine import (
    CLOCK,
    JUDGE,
    NOBODY,
    SHIPPED,
    TABLE,
    Command,
    Event,
    Game,
    Rejected,
    State,
    StepName,
    Verb,
    audience,
    can,
    cards_for,
    decide,
    evolve,
    legal,
    open_game,
    perform,
    replay,
    rules_for,
)
from engine import events as ev
from engine.draw_conditions import DAY_LIMIT
from engine.options import KINDS, Draw
from engine.record import read_record, replay_record, write_record
from tests.kits.engine_kit import EXPIRE, typed
from tests.kits.night_kit import random_valid_cards

CUSTOM_SETS, CHUNK = 500, 25
LOOKS = 0.04
"""How often a game is looked at between two commands."""
SELDOM = {Verb.SURRENDER: 0.002, Verb.TIME_OUT: 0.02, Verb.EXTEND: 0.1, Verb.WITHDRAW: 0.1}


# --- a game of people without a plan ---------------------------------------------------------------------------


def commands(dice: Random, game: Game) -> Iterator[Command]:
    """Everybody who is awaited says something legal, in any order; sometimes the clock or the judge is quicker."""
    table = game.table
    while table.step is not StepName.OVER:
        if dice.random() < 0.01:
            verb = dice.choice((Verb.FOUL, Verb.FOUL, Verb.DISQUALIFY))
            yield Command(JUDGE, verb, (dice.choice(table.alive),))
            continue
        number = table.number
        seats = [table.speaker] if table.speaker else list(table.alive)
        dice.shuffle(seats)
        for seat in seats:
            yield from answers(dice, game, seat)
            if table.number != number:
                break
        else:
            yield EXPIRE


def answers(dice: Random, game: Game, seat: int) -> Iterator[Command]:
    """What one seat says in this step; sometimes nothing."""
    table, view, number = game.table, game.state.view(seat), game.table.number
    awaits = table.rules.steps[table.step].awaits
    while table.number == number and awaits(view) and dice.random() > 0.05:
        offers = [offer for offer in legal(view) if dice.random() < SELDOM.get(offer.verb, 1.0)]
        if not offers:
            return
        offer = dice.choice(offers)
        if offer.verb is Verb.SHOOT and dice.random() < 0.8:
            yield Command(seat, Verb.SHOOT, (agreed(game, offer.seats),))
        elif offer.values:
            yield Command(seat, offer.verb, (), dice.choice(offer.values))
        else:
            count = dice.randint(offer.least, offer.most)
            yield Command(seat, offer.verb, tuple(dice.sample(offer.seats, count)))


def agreed(game: Game, seats: tuple[int, ...]) -> int:
    """Blacks who never agreed would never hit anybody."""
    return seats[5 * game.table.night % len(seats)]


def random_options(dice: Random, ruleset: str) -> dict[str, str]:
    official = SHIPPED[ruleset].options
    return {
        key: dice.choice(KINDS[key].others(option.value))
        for key, option in official.items()
        if dice.random() < 0.15
    }


# --- what must hold --------------------------------------------------------------------------------------------


class Listener:
    """Folds only what reaches one seat; the cards of the others stay blank."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.state = State(game.table.rules, game.table.size)
        self.heard = 0

    def listen(self, journal: list[Event]) -> None:
        for event in journal[self.heard :]:
            to = audience(event)
            if to == TABLE or (to != NOBODY and self.seat in to):
                evolve(self.state, event)
            elif isinstance(event, ev.CardDealt):
                evolve(self.state, ev.CardDealt(event.seat, "civilian"))
        self.heard = len(journal)

    def knows_anything_else(self) -> bool:
        """Has something reached this seat that is another's, or nobody's, to know?"""
        state, others = self.state, [view.me for view in self.state.views[1:] if view.me.seat != self.seat]
        return bool(
            state.secret
            or state.settled
            or state.copies
            or state.misses
            or state.votes.keys() - {self.seat}
            or any(act.seat != self.seat for act in state.choices)
            or any(each.told or each.acted or each.history or each.vote is not None for each in others)
        )


class Watched:
    """A game with an observer on every seat."""

    def __init__(self, game: Game, dice: Random) -> None:
        self.game = game
        self.dice = dice
        self.listeners = [Listener(game, seat) for seat in range(1, game.table.size + 1)]

    def play(self) -> None:
        for command in commands(self.dice, self.game):
            if self.dice.random() < LOOKS:
                self.look()
            assert perform(self.game, command) is None or command.actor == JUDGE, command
            assert self.game.table.day <= last_day(self.game.state)
        self.look()
        assert self.game.table.winner is not None

    def look(self) -> None:
        self.every_seat_knows_what_it_was_sent()
        self.what_is_offered_is_accepted()
        self.nothing_else_is()

    def every_seat_knows_what_it_was_sent(self) -> None:
        for listener in self.listeners:
            listener.listen(self.game.journal)
            assert listener.state.table == self.game.table
            assert listener.state.view(listener.seat).me == self.game.state.view(listener.seat).me
            assert not listener.knows_anything_else()

    def what_is_offered_is_accepted(self) -> None:
        view = self.game.state.view(self.dice.randint(1, self.game.table.size))
        for offer in legal(view):
            seats = tuple(self.dice.sample(offer.seats, offer.least))
            command = Command(view.me.seat, offer.verb, seats, self.dice.choice(offer.values or (None,)))
            assert can(view, command)
            assert not isinstance(decide(self.game.state, command), Rejected), command

    def nothing_else_is(self) -> None:
        size = self.game.table.size
        for _ in range(8):
            seat, aimed = (
                self.dice.randint(1, size),
                self.dice.choices(range(size + 2), k=self.dice.choice((0, 1, 1, 2))),
            )
            command = Command(
                seat, self.dice.choice(list(Verb)), tuple(aimed), self.dice.choice((None, None, 0, 1))
            )
            refused = isinstance(decide(self.game.state, command), Rejected)
            assert can(self.game.state.view(seat), command) is not refused, command

    def is_its_journal(self) -> None:
        assert replay(self.game.journal) == self.game.state
        text = write_record(self.game.journal)
        again = replay_record(read_record(text))
        assert again.failure is None, text
        assert typed(again.journal) == typed(self.game.journal), text
        assert again.state == self.game.state


def last_day(state: State) -> int:
    """No game goes beyond this day.

    Under the rule of draws a day without a departure, and the night before it, can stand twice in a row; the
    third time the game is over. So of any three days one has a departure or is the last, and there are as many
    departures as players at most. Without that rule there is a day limit.
    """
    if state.table.rules.options.draw is Draw.OFF:
        return DAY_LIMIT
    return 3 * state.table.size + 3


def watch(ruleset: str, cards: tuple[str, ...], options: Mapping[str, str], dice: Random) -> Game:
    guests = tuple(f"guest-{number}" for number in range(1, len(cards) + 1))
    secret = f"{dice.getrandbits(64):x}:salt"
    game = open_game(rules_for(SHIPPED[ruleset], options), cards, guests, secret)
    watched = Watched(game, dice)
    watched.play()
    watched.is_its_journal()
    return game


# --- official role sets ----------------------------------------------------------------------------------------

OFFICIAL = [
    (ruleset, role_set, size)
    for ruleset in ("city", "box", "party")
    for role_set, sizes in SHIPPED[ruleset].role_sets.items()
    for size in sizes
]


def test_these_are_all_the_tables_that_were_asked_for() -> None:
    sizes: dict[tuple[str, str], list[int]] = {}
    for ruleset, role_set, size in OFFICIAL:
        sizes.setdefault((ruleset, role_set), []).append(size)
    assert sizes == {
        ("city", "official"): list(range(10, 16)),
        ("box", "plain"): list(range(6, 17)),
        ("box", "full"): list(range(6, 17)),
        ("box", "maniac"): list(range(10, 17)),
        ("box", "butcher"): list(range(10, 17)),
        ("box", "swindler"): list(range(10, 17)),
        ("box", "yakuza"): list(range(12, 17)),
        ("party", "party"): list(range(4, 17)),
    }


@pytest.mark.parametrize(("ruleset", "role_set", "size"), OFFICIAL)
def test_games_with_official_cards_hold_and_end(ruleset: str, role_set: str, size: int) -> None:
    dice = Random(f"{ruleset} {role_set} {size}")
    cards = cards_for(SHIPPED[ruleset], size, role_set)
    watch(ruleset, cards, {}, dice)
    for _ in range(2):
        watch(ruleset, cards, random_options(dice, ruleset), dice)


# --- any cards -------------------------------------------------------------------------------------------------


def custom_games(ruleset: str, first: int, count: int) -> Iterator[Game]:
    for number in range(first, first + count):
        dice = Random(f"custom {ruleset} {number}")
        cards = random_valid_cards(dice, SHIPPED[ruleset])
        options = random_options(dice, ruleset) if number % 2 else {}
        yield watch(ruleset, cards, options, dice)


@pytest.mark.parametrize("first", range(0, CUSTOM_SETS, CHUNK))
def test_games_with_random_valid_cards_of_the_box_hold_and_end(first: int) -> None:
    winners = {game.table.winner for game in custom_games("box", first, CHUNK)}
    assert len(winners) > 1, "all of them came out the same"


def test_games_with_random_valid_cards_of_the_city_hold_and_end() -> None:
    winners = {game.table.winner for game in custom_games("city", 0, CHUNK)}
    assert len(winners) > 1


def test_the_random_cards_are_of_many_kinds() -> None:
    """Every role, every number of players, no leader, loners and yakuza."""
    box = SHIPPED["box"]
    hands = [random_valid_cards(Random(f"custom box {number}"), box) for number in range(CUSTOM_SETS)]
    assert {card for hand in hands for card in hand} == box.roles.keys()
    assert {len(hand) for hand in hands} == set(box.sizes)
    assert sum("yakuza" in hand for hand in hands) > 10
    for loner in ("maniac", "butcher", "swindler"):
        assert sum(loner in hand for hand in hands) > 10


# --- the clock alone -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "role_set", "size"), OFFICIAL)
def test_a_table_left_to_the_clock_ends(ruleset: str, role_set: str, size: int) -> None:
    """Nobody says a word. The box: three quiet nights and days, a draw; the city: three misses, the reds win."""
    cards = cards_for(SHIPPED[ruleset], size, role_set)
    guests = tuple(f"guest-{number}" for number in range(1, size + 1))
    game = open_game(rules_for(SHIPPED[ruleset], {}), cards, guests, "secret:salt")
    speeches_windows_waves = size + size + 3
    for _ in range(2 + 5 * speeches_windows_waves):
        if perform(game, Command(CLOCK, Verb.EXPIRE)) is not None:
            break
    assert game.table.step is StepName.OVER
    assert game.table.winner == ("red" if ruleset == "city" else "draw")
