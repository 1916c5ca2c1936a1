"""Plays many games of computer players in several processes; the result does not depend on their number."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, islice
from math import sqrt
from time import perf_counter

from engine import open_game, rules_for
from engine.house_rules import find_ruleset
from engine.players import Player, RandomPlayer, SensiblePlayer, play_to_the_end

CHUNK = 50
"""Number of games handed to a worker at once."""
NORMAL_95 = 1.959964

CONDUCTS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "sensible": SensiblePlayer}


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to play. A worker can play any of them, given the plan and the number of the game."""

    ruleset: str
    cards: tuple[str, ...]
    games: int
    """Number of games; 0: until the caller stops."""
    seed: int
    conduct: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Tally:
    games: int = 0
    days: int = 0
    commands: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    deciders: Counter[str] = field(default_factory=Counter)
    """Roles whose departure ended a game."""

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.days += other.days
        self.commands += other.commands
        self.wins.update(other.wins)
        self.deciders.update(other.deciders)

    def half_width(self) -> float:
        """Returns half the width of the widest 95 % interval."""
        bounds = [interval(wins, self.games) for wins in self.wins.values()]
        return max(((high - low) / 2 for low, high in bounds), default=1.0)


def play_numbered(plan: Plan, number: int) -> Tally:
    """Plays one game; its course depends only on the plan and the number of the game."""
    dice = random.Random(f"{plan.seed}:{number}")
    guests = tuple(str(guest) for guest in range(1, len(plan.cards) + 1))
    secret = f"{dice.getrandbits(128):032x}:{number}"
    game = open_game(rules_for(find_ruleset(plan.ruleset), dict(plan.options)), plan.cards, guests, secret)
    conduct = CONDUCTS[plan.conduct]
    commands = play_to_the_end(game, [conduct() for _ in guests], dice)
    gone = game.table.departures[-1:]
    deciders = Counter({game.table.roles_shown[departure.seat] for departure in gone})
    return Tally(1, game.table.day, commands, Counter({str(game.table.winner): 1}), deciders)


def play_chunk(plan: Plan, first: int) -> Tally:
    tally = Tally()
    last = min(first + CHUNK, plan.games) if plan.games else first + CHUNK
    for number in range(first, last):
        tally.add(play_numbered(plan, number))
    return tally


def simulate(plan: Plan, workers: int) -> Iterator[Tally]:
    """Yields the growing tally, chunk by chunk in order, so that it does not depend on the number of workers."""
    total = Tally()
    firsts = iter(range(0, plan.games, CHUNK)) if plan.games else count(0, CHUNK)
    if workers == 1:
        for first in firsts:
            total.add(play_chunk(plan, first))
            yield total
        return
    with ProcessPoolExecutor(workers) as pool:
        pending = [pool.submit(play_chunk, plan, first) for first in islice(firsts, workers * 2)]
        try:
            while pending:
                total.add(pending.pop(0).result())
                pending += [pool.submit(play_chunk, plan, first) for first in islice(firsts, 1)]
                yield total
        finally:
            for chunk in pending:
                chunk.cancel()


def interval(wins: int, games: int) -> tuple[float, float]:
    """Returns Wilson's 95 % interval of a share, which is accurate also near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, NORMAL_95**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def timed(tallies: Iterator[Tally], progress: Callable[[Tally], bool]) -> tuple[Tally, float]:
    """Runs a simulation until it ends or `progress` returns true; returns the tally and the seconds it took."""
    started = perf_counter()
    total = Tally()
    for total in tallies:
        if progress(total):
            break
    return total, perf_counter() - started
