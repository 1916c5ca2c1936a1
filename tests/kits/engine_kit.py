"""A kit for the tests: scenes told in a few words, random games, and ways to compare two positions."""

import pickle
from collections.abc import Iterable, Mapping
from enum import StrEnum
from io import BytesIO
from random import Random
from typing import Any

from engine import (
    CLOCK,
    JUDGE,
    SHIPPED,
    YES,
    Command,
    Event,
    Game,
    Offer,
    Position,
    Reason,
    Rules,
    SeatView,
    State,
    StepName,
    Verb,
    cards_for,
    legal,
    open_dealt,
    open_game,
    perform,
    rules_for,
)
from engine.options import KINDS
from engine.roles import Role

SPORT = ("fiim", "fiim-2025", "phystech")
EVERY = tuple(SHIPPED)
EXPIRE = Command(CLOCK, Verb.EXPIRE)

# --- scenes -------------------------------------------------------------------------------------------------


class Scene:
    """A table in the middle of a game: `scene().day(2).does(2, Verb.NOMINATE, 5)`.

    The cards lie as in the examples: 1 is the Don, 2 and 3 are the mafia, 4 is the Sheriff.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game.state
        self.table = game.table

    def does(
        self, actor: int, verb: Verb, *seats: int, value: int | None = None, consent: bool = False, note: str = ""
    ) -> "Scene":
        """Gives a command that must be accepted."""
        command = Command(actor, verb, seats, value, consent=consent, note=note)
        rejected = perform(self.game, command)
        assert rejected is None, f"{command} was refused: {rejected}"
        return self

    def refuses(
        self,
        actor: int,
        verb: Verb,
        *seats: int,
        value: int | None = None,
        consent: bool = False,
        step: int | None = None,
        note: str = "",
    ) -> Reason:
        """Returns why a command is refused."""
        rejected = perform(self.game, Command(actor, verb, seats, value, step, consent, note))
        assert rejected is not None, f"{actor}: {verb} {seats} was accepted"
        return rejected.reason

    def judge(
        self, verb: Verb, *seats: int, value: int | None = None, consent: bool = False, note: str = ""
    ) -> "Scene":
        return self.does(JUDGE, verb, *seats, value=value, consent=consent, note=note)

    def expire(self, times: int = 1) -> "Scene":
        for _ in range(times):
            self.does(CLOCK, Verb.EXPIRE)
        return self

    def until(self, step: StepName) -> "Scene":
        """Lets the clock run up to a step."""
        while self.table.step is not step:
            assert self.table.step is not StepName.OVER, f"the game ended before {step}"
            self.expire()
        return self

    def nominates(self, *pairs: tuple[int, int]) -> "Scene":
        """Lets each speaker of the pairs nominate a seat in turn; then the ballot opens."""
        wishes = dict(pairs)
        while self.table.step is StepName.SPEECH:
            speaker = self.table.speaker
            if speaker in wishes:
                self.does(speaker, Verb.NOMINATE, wishes.pop(speaker))
            self.does(speaker, Verb.PASS)
        assert not wishes, f"never spoke: {wishes}"
        return self

    def shoots(self, target: int) -> "Scene":
        """Lets all living blacks aim at one seat, and the night run out."""
        for seat in self.table.alive:
            if self.state.view(seat).me.role.side == "black":
                self.does(seat, Verb.SHOOT, target)
        return self.until_morning()

    def until_morning(self) -> "Scene":
        while self.table.step is StepName.NIGHT:
            self.expire()
        return self


def scene(
    ruleset: str = "fiim-2025",
    position: Position | None = None,
    *,
    dealt: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
) -> Scene:
    rules = rules_for(SHIPPED[ruleset], options or {})
    return Scene(open_dealt(rules, dealt or example_cards(), position))


def example_cards(size: int = 10) -> tuple[str, ...]:
    """Returns cards with the blacks on the first seats, the Don first, then the Sheriff."""
    return cards_for(SHIPPED["fiim-2025"], size)


# --- random games -------------------------------------------------------------------------------------------


def random_options(dice: Random, ruleset: str, share: float = 0.25) -> dict[str, str]:
    """Returns some options of a rule set, each with a value other than the official one."""
    official = SHIPPED[ruleset].options
    return {
        key: dice.choice(KINDS[key].others(option.value))
        for key, option in official.items()
        if dice.random() < share
    }


class Beginning(StrEnum):
    """How a random game begins: with cards from a secret, with cards laid by hand, or in the middle."""

    SECRET = "secret"
    BY_HAND = "by hand"
    IN_THE_MIDDLE = "in the middle"


def random_table(dice: Random, ruleset: str, size: int, beginning: Beginning) -> Game:
    """Returns a new game of a rule set with random options and a random deal."""
    options = random_options(dice, ruleset)
    rules, cards = rules_for(SHIPPED[ruleset], options), random_cards(dice, ruleset, size)
    if beginning is Beginning.SECRET:
        guests = tuple(f"guest-{number}" for number in range(1, size + 1))
        return open_game(rules, cards, guests, f"seed-{dice.random()}:salt")
    position = random_position(dice, size) if beginning is Beginning.IN_THE_MIDDLE else None
    return open_dealt(rules, cards, position)


def any_table(dice: Random, ruleset: str) -> Game:
    """Returns a new game of any size with any beginning."""
    return random_table(dice, ruleset, dice.choice(SHIPPED[ruleset].sizes), dice.choice(list(Beginning)))


def random_cards(dice: Random, ruleset: str, size: int) -> tuple[str, ...]:
    """Returns cards of one of the role sets of a rule set for a number of players, from seat 1 on."""
    role_sets = SHIPPED[ruleset].role_sets
    name = dice.choice([name for name, by_size in role_sets.items() if size in by_size])
    cards = list(cards_for(SHIPPED[ruleset], size, name))
    dice.shuffle(cards)
    return tuple(cards)


def random_position(dice: Random, size: int) -> Position:
    """Returns a position somewhere in the first days; nobody has left yet, some have fouls."""
    return Position(
        day=dice.randint(1, 4),
        at_night=dice.random() < 0.5,
        fouls=tuple((seat, dice.randint(1, 3)) for seat in sorted(dice.sample(range(1, size + 1), 2))),
        opener=dice.randint(0, size),
    )


def offers(state: State) -> list[tuple[int, Offer]]:
    """Returns everything that anybody may do now."""
    return [(seat, offer) for seat in range(1, state.table.size + 1) for offer in legal(state.view(seat))]


def choose(dice: Random, seat: int, offer: Offer) -> Command:
    """Returns one of the commands that an offer stands for."""
    count = dice.randint(offer.least, offer.most)
    seats = tuple(dice.sample(offer.seats, count)) if count else ()
    return Command(seat, offer.verb, seats, dice.choice(offer.values) if offer.values else None)


RARE = {Verb.SURRENDER: 0.003, Verb.TIME_OUT: 0.01, Verb.WITHDRAW: 0.2}
"""Probability of commands that stop a game or lead nowhere."""
LULL = {StepName.MEET: 0.4, StepName.NIGHT: 0.02, StepName.LAST_WORD: 0.3, StepName.LIFT_BALLOT: 0.15}
"""Probability that the step ends by the clock, by step."""


def legal_command(dice: Random, state: State) -> Command:
    """A legal command of some player, or the end of the step.

    Blacks often agree on a shot, and on even days the table is often split: pure chance would hardly ever see
    a victim or a second tie.
    """
    table = state.table
    said = [(seat, offer) for seat, offer in offers(state) if dice.random() < RARE.get(offer.verb, 1)]
    split = table.day % 2 == 0 and dice.random() < 0.9
    if split:
        said = [(seat, offer) for seat, offer in said if _votes_now(state, seat, offer)]
    if not said or dice.random() < LULL.get(table.step, 0.05):
        return EXPIRE
    seat, offer = dice.choice(said)
    if offer.verb is Verb.SHOOT and dice.random() < 0.9:
        return Command(seat, Verb.SHOOT, (table.alive[3 * table.night % len(table.alive)],))
    if offer.verb is Verb.VOTE and offer.values and dice.random() < 0.5:
        return Command(seat, Verb.VOTE, (), YES)
    if split and offer.verb is Verb.VOTE and offer.seats:
        return Command(seat, Verb.VOTE, (_split_vote(state, seat),))
    return choose(dice, seat, offer)


def _split_vote(state: State, seat: int) -> int:
    """Returns the candidate of this seat when the votes are split evenly."""
    candidates = state.table.candidates
    return candidates[state.table.alive.index(seat) % len(candidates)]


def _votes_now(state: State, seat: int, offer: Offer) -> bool:
    """Returns whether the offer is no vote, or lets the seat vote for its candidate of an even split."""
    return offer.verb is not Verb.VOTE or not offer.seats or _split_vote(state, seat) in offer.seats


ABOUT_SEATS = (Verb.FOUL, Verb.PARDON, Verb.OFFENCE, Verb.DISQUALIFY, Verb.BONUS, Verb.PENALTY, Verb.CORRECT)
ABOUT_THE_GAME = (Verb.PAUSE, Verb.RESUME, Verb.HOLD, Verb.NEXT, Verb.UNDO, Verb.REPEAT)


def judge_command(dice: Random, state: State) -> Command:
    """Returns a plausible command of a judge, allowed or not."""
    table = state.table
    if table.stopped and dice.random() < 0.6:
        return Command(JUDGE, Verb.RESUME if table.paused else Verb.NEXT)
    over = table.step is StepName.OVER
    if not over and dice.random() < 0.5:
        return Command(JUDGE, dice.choice(ABOUT_THE_GAME))
    verb = dice.choices(ABOUT_SEATS, weights=(0, 0, 0, 0, 4, 1, 1) if over else (8, 1, 4, 2, 1, 1, 1))[0]
    seat = dice.randint(1, table.size)
    if table.words or table.step in (StepName.LAST_WORD, StepName.BEST_MOVE):
        seat = dice.choice((seat, table.speaker, *table.words))
    value = None
    if verb is Verb.BONUS:
        value = dice.choice((10, 30, 50, 90, 100))
    elif verb in (Verb.PENALTY, Verb.CORRECT):
        value = dice.choice((-20, -40))
    note = dice.choice(("", "S3 6.1.4"))
    return Command(JUDGE, verb, (seat,), value, None, dice.random() < 0.3, note)


def nonsense(dice: Random, state: State) -> Command:
    """Returns any command: any verb by anybody or nobody, with any seats, values and steps."""
    size = state.table.size
    return Command(
        actor=dice.choice((CLOCK, JUDGE, -2, size + 1, *range(1, size + 1))),
        verb=dice.choice(tuple(Verb)),
        seats=tuple(dice.choices(range(-1, size + 2), k=dice.choice((0, 1, 1, 1, 2, 3, 10)))),
        value=dice.choice((None, None, 0, 1, 2, -20, 30, 100)),
        step=dice.choice((None, None, state.table.number, state.table.number - 1, 0)),
        consent=dice.random() < 0.2,
    )


# --- comparing ----------------------------------------------------------------------------------------------


def typed(journal: Iterable[Event]) -> list[tuple[str, Event]]:
    """Returns events with their types: as bare tuples `Passed(3)` and `CardSeen(3)` are equal."""
    return [(type(event).__name__, event) for event in journal]


class _Dumper(pickle.Pickler):
    """Pickles a state; the rules, which hold functions, by their name and options."""

    fast = True  # no memory of objects seen before: equal parts give equal bytes, shared or not

    def reducer_override(self, thing: object) -> Any:
        match thing:
            case Rules():
                return str, (f"{thing.ruleset.id} {thing.options}",)
            case Role():
                return str, (thing.id,)
            case SeatView():
                return tuple, ((thing.me,),)
        return NotImplemented


def dump(state: State) -> bytes:
    """Returns every byte of a state, also of what `==` might overlook."""
    buffer = BytesIO()
    _Dumper(buffer).dump(state)
    return buffer.getvalue()
