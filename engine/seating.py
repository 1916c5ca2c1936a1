"""Who sits where in a tournament: found by local search, so that everybody meets everybody about as often.

Three searches one after another, each leaving the earlier ones' work alone: who sits at which table in each round
(pairs), on which seat (seats), and which table of a round is called the first (tables). Dice are an argument: the
same dice, the same seating.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Generator, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, exp, sqrt
from operator import itemgetter
from typing import NamedTuple

from engine.errors import EngineError
from engine.players.seat import Dice
from engine.seating_designs import DESIGNS, Known, Round

__all__ = [
    "ImpossibleSeating",
    "Plan",
    "Progress",
    "Quality",
    "Refusal",
    "Seating",
    "find_seating",
    "new_seats",
    "quality",
    "seat_at_random",
    "why_not",
]

TEN = 10
"""Only a table of ten is official."""
FAR = 2
"""No pair shall be further from the target than this."""
APART = 60
"""Pairs that must not meet begin with so many meetings, so that one more has a prohibitive cost."""
LEVELS = 80
WARM, COLD, COLDEST = 3.2, 0.8, 0.5
MOST_STEPS = 2_500_000


class Refusal(StrEnum):
    """Why a plan cannot be seated."""

    NOT_TEN = "not-ten"
    TOO_FEW = "too-few"
    """Fewer than ten for each table."""
    TWICE = "twice"
    NO_ROUNDS = "no-rounds"
    APART = "apart"
    """Pairs that are to be kept apart would have to meet."""


class ImpossibleSeating(EngineError):
    """A plan that cannot be seated; `why` says for what reason."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.value)
        self.why = why


class Plan(NamedTuple):
    """What is to be seated: so many rounds of so many tables of ten.

    >>> Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=4).games
    Fraction(4, 1)
    """

    players: tuple[str, ...]
    tables: int
    """Games at the same time."""
    rounds: int
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs that never meet."""
    per_table: int = TEN

    @property
    def games(self) -> Fraction:
        """How many games each plays; those for whom there is no seat rest in turn."""
        return Fraction(self.rounds * self.tables * TEN, len(self.players))

    @property
    def target(self) -> Fraction:
        """How often a pair should meet."""
        return self.games * (TEN - 1) / (len(self.players) - 1)


class Seating(NamedTuple):
    """Who sits where in every round."""

    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    """Round, table, seat."""


class Progress(NamedTuple):
    """How far a search has come, and how even the meetings of pairs are by now."""

    done: int
    of: int
    spread: float


class Quality(NamedTuple):
    """How even a seating is."""

    target: float
    spread: float
    """Standard deviation of the meetings of pairs from the target."""
    chance: float
    """The spread to be expected of seats drawn by lot."""
    fewest: int
    most: int
    far: int
    """Pairs further than two from the target; those that are kept apart are not counted."""
    seat_off: float
    """The furthest that a player's number of games on a seat is from its share."""
    broken: int
    """Meetings of pairs that should have been kept apart."""


def why_not(plan: Plan) -> Refusal | None:
    """Why a plan cannot be seated at all; None if a search may begin.

    >>> why_not(Plan(("Ann", "Bob"), tables=1, rounds=4)).value
    'too-few'
    """
    if plan.per_table != TEN:
        return Refusal.NOT_TEN
    if plan.rounds < 1 or plan.tables < 1:
        return Refusal.NO_ROUNDS
    if len(plan.players) < plan.tables * TEN:
        return Refusal.TOO_FEW
    if len(set(plan.players)) < len(plan.players):
        return Refusal.TWICE
    return None


def find_seating(plan: Plan, dice: Dice) -> Generator[Progress, None, Seating]:
    """Search for an even seating: a generator that yields `Progress` and returns the `Seating`.

    The same `dice` give the same seating. `ImpossibleSeating` if the plan cannot be seated.

    >>> from random import Random
    >>> search = find_seating(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=2), Random(1))
    >>> try:
    ...     while True:
    ...         progress = next(search)
    ... except StopIteration as found:
    ...     sorted(found.value.rounds[0][0]) == list("ABCDEFGHIJ")
    True
    """
    refusal = why_not(plan)
    if refusal is not None:
        raise ImpossibleSeating(refusal)
    search = _Search(plan, dice)
    yield from search.run()
    if search.meetings_of_apart():
        raise ImpossibleSeating(Refusal.APART)
    seated = _seats(plan, search.rounds, dice)
    _name_tables(plan, seated, dice)
    return Seating(
        tuple(tuple(tuple(plan.players[player] for player in table) for table in tables) for tables in seated)
    )


def seat_at_random(plan: Plan, dice: Dice) -> Seating:
    """Seats drawn by lot, without a search; those for whom there is no seat rest.

    >>> from random import Random
    >>> len(seat_at_random(Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3), Random(1)).rounds)
    3
    """
    rounds = []
    for _ in range(plan.rounds):
        drawn = list(plan.players)
        dice.shuffle(drawn)
        rounds.append(tuple(tuple(drawn[TEN * table : TEN * table + TEN]) for table in range(plan.tables)))
    return Seating(tuple(rounds))


def new_seats(seats: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """The same players for a replay, nobody on the old seat (S3 9.7.4).

    >>> from random import Random
    >>> any(old == new for old, new in zip("ABCDEFGHIJ", new_seats("ABCDEFGHIJ", Random(1))))
    False
    """
    drawn = list(seats)
    while any(old == new for old, new in zip(seats, drawn, strict=True)):
        dice.shuffle(drawn)
    return tuple(drawn)


# --- how good is it -----------------------------------------------------------------------------------------


def quality(plan: Plan, seating: Seating) -> Quality:
    """How even a seating of this plan is.

    >>> from random import Random
    >>> plan = Plan(tuple("ABCDEFGHIJ"), tables=1, rounds=3)
    >>> quality(plan, seat_at_random(plan, Random(1))).spread
    0.0
    """
    apart = {frozenset(pair) for pair in plan.apart}
    met = dict.fromkeys(map(frozenset, combinations(plan.players, 2)), 0)
    sat: dict[tuple[str, int], int] = {(player, seat): 0 for player in plan.players for seat in range(TEN)}
    for tables in seating.rounds:
        for table in tables:
            for pair in combinations(table, 2):
                met[frozenset(pair)] += 1
            for seat, player in enumerate(table):
                sat[player, seat] += 1
    counts = [number for pair, number in met.items() if pair not in apart]
    target, share = float(plan.target), float(plan.games / TEN)
    return Quality(
        target,
        sqrt(sum((number - target) ** 2 for number in counts) / len(counts)),
        _chance(plan),
        min(counts),
        max(counts),
        sum(1 for number in counts if abs(number - target) > FAR),
        max(abs(number - share) for number in sat.values()),
        sum(met[pair] for pair in apart),
    )


def _chance(plan: Plan) -> float:
    """In each round a pair meets with the same probability, whatever happened before."""
    size = len(plan.players)
    once = plan.tables * TEN * (TEN - 1) / (size * (size - 1))
    return sqrt(plan.rounds * once * (1 - once))


# --- pairs: who sits at which table -------------------------------------------------------------------------


class _Search:
    """Swaps two players of a round; a swap changes 36 meetings, and only these are looked at.

    `up` and `down` hold what one meeting more or less of each pair would cost.
    """

    def __init__(self, plan: Plan, dice: Dice) -> None:
        self.plan = plan
        self.dice = dice
        self.size = len(plan.players)
        self.pause = self.size - plan.tables * TEN
        """How many rest in a round; they are a table at which nobody meets."""
        self.known = self._known_design()
        self.low, self.high = plan.target - FAR, plan.target + FAR
        self.rounds = self._start()
        self.met = self._meetings(self.rounds)
        self.up: list[list[int]] = []
        self.down: list[list[int]] = []
        self.weigh(0)

    @property
    def steps(self) -> int:
        if self.known is not None:
            return self.known.steps
        return min(80 * self.size * self.size * self.plan.rounds, MOST_STEPS)

    # --- the start ----------------------------------------------------------------------------------------------

    def _start(self) -> list[Round]:
        """By lot, or the best of some designs; the resting sit at the end of each round."""
        known, rounds = self.known, self.plan.rounds
        if known is None:
            return self._by_lot()
        return self._named(min((known.make(rounds, self.dice) for _ in range(known.tries)), key=self._cost))

    def _known_design(self) -> Known | None:
        """Where nobody rests and all may meet."""
        known = DESIGNS.get(self.plan.tables)
        fits = known is not None and 2 < self.plan.rounds <= known.rounds and not self.pause
        return known if fits and not self.plan.apart else None

    def _by_lot(self) -> list[Round]:
        """Those who have rested least rest next."""
        rested = [0] * self.size
        rounds = []
        for _ in range(self.plan.rounds):
            drawn = list(range(self.size))
            self.dice.shuffle(drawn)
            drawn.sort(key=rested.__getitem__, reverse=True)
            playing = drawn[: self.size - self.pause]
            resting = drawn[self.size - self.pause :]
            for player in resting:
                rested[player] += 1
            self.dice.shuffle(playing)
            tables = [playing[TEN * table : TEN * table + TEN] for table in range(self.plan.tables)]
            rounds.append([*tables, resting] if resting else tables)
        return rounds

    def _named(self, design: list[Round]) -> list[Round]:
        """The players of a design are drawn by lot."""
        drawn = list(range(self.size))
        self.dice.shuffle(drawn)
        return [[[drawn[player] for player in table] for table in tables] for tables in design]

    def _meetings(self, rounds: list[Round]) -> list[list[int]]:
        met = [[0] * self.size for _ in range(self.size)]
        for tables in rounds:
            for table in tables[: self.plan.tables]:
                for one, other in combinations(table, 2):
                    met[one][other] += 1
                    met[other][one] += 1
        number = {player: place for place, player in enumerate(self.plan.players)}
        for left, right in self.plan.apart:
            one, other = number[left], number[right]
            met[one][other] += APART
            met[other][one] += APART
        return met

    def meetings_of_apart(self) -> int:
        number = {player: place for place, player in enumerate(self.plan.players)}
        return sum(self.met[number[left]][number[right]] - APART for left, right in self.plan.apart)

    # --- the cost -----------------------------------------------------------------------------------------------

    def _cost_table(self, weight: int) -> list[int]:
        """Squares have the least sum when all are alike; too far from the target costs more by the weight."""
        table = []
        for met in range(APART + self.plan.rounds + 2):
            beyond = max(self.low - met, met - self.high, Fraction(0))
            steps = ceil(2 * beyond)
            table.append(met * met + weight * steps * steps)
        return table

    def _cost(self, rounds: list[Round]) -> int:
        costs = self._cost_table(4)
        return sum(costs[number] for row in self._meetings(rounds) for number in row)

    def weigh(self, weight: int) -> None:
        costs = self._cost_table(weight)
        self._up_of = [after - before for before, after in pairwise(costs)]
        self._down_of = [0, *(before - after for before, after in pairwise(costs))]
        self.up = [[self._up_of[number] for number in row] for row in self.met]
        self.down = [[self._down_of[number] for number in row] for row in self.met]
        for player in range(self.size):
            self.up[player][player] = self.down[player][player] = 0

    # --- the search ---------------------------------------------------------------------------------------------

    def run(self) -> Iterator[Progress]:
        """Simulated annealing: a worse seating is accepted often at first, then less and less."""
        each = self.steps // LEVELS
        for level in range(LEVELS):
            share = level / (LEVELS - 1)
            warm = COLD if self.known else WARM * (COLD / WARM) ** share
            if level == LEVELS * 3 // 4:
                self.weigh(1)
            if self.plan.tables > 1:
                self._level(each, warm)
            if self.pause:
                self._level_of_rests(each // 40, warm)
            yield Progress(level + 1, LEVELS, self._spread())
        self._bring_near(each)

    def _bring_near(self, steps: int) -> None:
        """If some pairs are still too far from the target, search on with a growing cost for that."""
        for longer in range(LEVELS // 4):
            if not steps or self.plan.tables == 1 or not self._far():
                return
            self.weigh(4 + 2 * longer)
            self._level(steps, COLDEST)

    def _far(self) -> int:
        counts = [number for row in self.met for number in row if number < APART]
        diagonal = self.size if self.low > 0 else 0
        return sum(1 for number in counts if not self.low <= number <= self.high) - diagonal

    def _level(self, steps: int, warm: float) -> None:
        rolls, tables = self.dice.random, self.plan.tables
        rounds, up, down = self.rounds, self.up, self.down
        readers = [[itemgetter(*table) for table in held[:tables]] for held in rounds]
        chances = [exp(-cost / warm) for cost in range(int(12 * warm) + 1)]
        count, likely = len(rounds), len(chances)
        for _ in range(steps):
            held = int(rolls() * count)
            first = int(rolls() * tables)
            second = int(rolls() * (tables - 1))
            if second >= first:
                second += 1
            here, there = rounds[held][first], rounds[held][second]
            one, other = int(rolls() * TEN), int(rolls() * TEN)
            a, b = here[one], there[other]
            read_here, read_there = readers[held][first], readers[held][second]
            cost = (
                sum(read_here(down[a]))
                + sum(read_here(up[b]))
                - up[b][a]
                + sum(read_there(down[b]))
                + sum(read_there(up[a]))
                - up[a][b]
            )
            if cost <= 0 or (cost < likely and rolls() < chances[cost]):
                self._move(here, a, b)
                self._move(there, b, a)
                here[one], there[other] = b, a
                readers[held][first] = itemgetter(*here)
                readers[held][second] = itemgetter(*there)

    def _level_of_rests(self, steps: int, warm: float) -> None:
        """One rests for another, and in another round the other way round: everybody plays as often as before."""
        rolls, tables = self.dice.random, self.plan.tables
        for _ in range(steps):
            held = int(rolls() * len(self.rounds))
            table = self.rounds[held][int(rolls() * tables)]
            a, b = self.dice.choice(table), self.dice.choice(self.rounds[held][-1])
            back = [tables_ for tables_ in self.rounds if a in tables_[-1] and b not in tables_[-1]]
            if not back:
                continue
            returned = self.dice.choice(back)
            other = next(table_ for table_ in returned if b in table_)
            cost = self._exchange(table, self.rounds[held][-1], a, b)
            cost += self._exchange(other, returned[-1], b, a)
            if cost > 0 and rolls() >= exp(-cost / warm):
                self._exchange(table, self.rounds[held][-1], b, a)
                self._exchange(other, returned[-1], a, b)

    def _exchange(self, table: list[int], resting: list[int], goes: int, comes: int) -> int:
        """What it costs that one sits down for another."""
        cost = sum(
            self.down[goes][player] + self.up[comes][player] for player in table if player not in (goes, comes)
        )
        self._move(table, goes, comes)
        table[table.index(goes)], resting[resting.index(comes)] = comes, goes
        return cost

    def _move(self, table: list[int], goes: int, comes: int) -> None:
        """Everybody else at the table meets one player less and another one more."""
        for player in table:
            if player != goes:
                self._meet(player, goes, -1)
                self._meet(player, comes, 1)

    def _meet(self, one: int, other: int, by: int) -> None:
        met = self.met[one][other] + by
        self.met[one][other] = self.met[other][one] = met
        self.up[one][other] = self.up[other][one] = self._up_of[met]
        self.down[one][other] = self.down[other][one] = self._down_of[met]

    def _spread(self) -> float:
        target = float(self.plan.target)
        counts = [self.met[a][b] for a, b in combinations(range(self.size), 2) if self.met[a][b] < APART]
        return sqrt(sum((number - target) ** 2 for number in counts) / len(counts))


# --- seats and tables ---------------------------------------------------------------------------------------


def _seats(plan: Plan, rounds: list[Round], dice: Dice) -> list[Round]:
    """Everybody on each seat about as often: two of a table change seats while that makes nothing worse."""
    seated = [[table.copy() for table in tables[: plan.tables]] for tables in rounds]
    sat = [[0] * TEN for _ in plan.players]
    every = [table for tables in seated for table in tables]
    for table in every:
        dice.shuffle(table)
        for seat, player in enumerate(table):
            sat[player][seat] += 1
    rolls = dice.random
    share = plan.games / TEN
    least, most = ceil(share - 1), int(share + 1)
    steps = 3_000 * len(every)
    for step in range(steps):
        if step % 1_000 == 0:
            if all(least <= number <= most for row in sat for number in row):
                break
            bold = 0.05 * (1 - step / steps) ** 2
        table = every[int(rolls() * len(every))]
        one, other = int(rolls() * TEN), int(rolls() * TEN)
        a, b = sat[table[one]], sat[table[other]]
        cost = a[other] - a[one] + b[one] - b[other] + 2
        if one != other and (cost <= 0 or (cost == 1 and rolls() < bold)):
            a[one] -= 1
            a[other] += 1
            b[other] -= 1
            b[one] += 1
            table[one], table[other] = table[other], table[one]
    return seated


def _name_tables(plan: Plan, seated: list[Round], dice: Dice) -> None:
    """From three tables on: everybody at each table about as often."""
    if plan.tables < 3:
        return
    at = [[0] * plan.tables for _ in plan.players]
    for tables in seated:
        for table, players in enumerate(tables):
            for player in players:
                at[player][table] += 1
    rolls = dice.random
    for _ in range(400 * plan.rounds):
        tables = seated[int(rolls() * plan.rounds)]
        one, other = int(rolls() * plan.tables), int(rolls() * plan.tables)
        if one == other:
            continue
        cost = sum(at[player][other] - at[player][one] + 1 for player in tables[one])
        cost += sum(at[player][one] - at[player][other] + 1 for player in tables[other])
        if cost <= 0:
            for player in tables[one]:
                at[player][one] -= 1
                at[player][other] += 1
            for player in tables[other]:
                at[player][other] -= 1
                at[player][one] += 1
            tables[one], tables[other] = tables[other], tables[one]
