"""Finds who plays together in each round: simulated annealing until all pairs meet about as often."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, exp, sqrt
from operator import itemgetter
from typing import NamedTuple

from engine.dice import Dice
from engine.tournament.seating.known_designs import DESIGNS, Known, Round
from engine.tournament.seating.plan import FAR, TEN, Plan

APART = 60
"""Meetings added in advance to pairs that must not meet, so that a real one has a prohibitive cost."""
LEVELS = 80
WARM, COLD, COLDEST = 3.2, 0.8, 0.5
MOST_STEPS = 2_500_000


class Progress(NamedTuple):
    """Progress of a search: levels done, their number, and the present spread of the meetings."""

    done: int
    of: int
    spread: float


class MeetingSearch:
    """Swaps two players between tables of a round. A swap changes 36 meetings, and only their costs are computed.

    `up` and `down` hold the change of cost by one meeting more or less of each pair.
    """

    def __init__(self, plan: Plan, dice: Dice) -> None:
        self.plan = plan
        self.dice = dice
        self.size = len(plan.players)
        self.pause = self.size - plan.tables * TEN
        """Number of players who pause in a round; they form an extra table at which no meetings are counted."""
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
        """Returns random rounds or the best variant of a constructed seating; who pauses comes last in a round."""
        known, rounds = self.known, self.plan.rounds
        if known is None:
            return self._by_lot()
        return self._named(min((known.make(rounds, self.dice) for _ in range(known.tries)), key=self._cost))

    def _known_design(self) -> Known | None:
        """Returns the constructed seating for this plan; None if none fits, players pause or pairs stay apart."""
        known = DESIGNS.get(self.plan.tables)
        fits = known is not None and 2 < self.plan.rounds <= known.rounds and not self.pause
        return known if fits and not self.plan.apart else None

    def _by_lot(self) -> list[Round]:
        """Returns random rounds in which those who have paused least pause next."""
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
        """Assigns the players to the numbers of a constructed seating at random."""
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
        """Returns the cost by number of meetings: its square, and more, by `weight`, too far from the target."""
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
        """Runs the annealing; a worse seating is accepted often at first, then less and less."""
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
        """While some pairs are too far from the target, searches on with a growing cost for that."""
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
        """Exchanges a player with one who pauses, and back in another round, so that nobody's games change."""
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
        """Replaces a player of a table by one who pauses; returns the change of cost."""
        cost = sum(
            self.down[goes][player] + self.up[comes][player] for player in table if player not in (goes, comes)
        )
        self._move(table, goes, comes)
        table[table.index(goes)], resting[resting.index(comes)] = comes, goes
        return cost

    def _move(self, table: list[int], goes: int, comes: int) -> None:
        """Updates the meetings of all others at the table for the exchange of one player."""
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
