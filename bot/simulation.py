"""Many games of computer players at once, on all cores, with the same result on any number of them."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

from engine import RULESETS, cards_for, open_game, rules_for
from engine.players import Player, RandomPlayer, SensiblePlayer, play_to_the_end

CHUNK = 50
"""Games handed to a worker at once."""
NORMAL_95 = 1.959964

PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "sensible": SensiblePlayer}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: enough for a worker to know any game by its number."""

    ruleset: str
    size: int
    games: int
    seed: int
    player: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Tally:
    games: int = 0
    days: int = 0
    commands: int = 0
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.days += other.days
        self.commands += other.commands
        self.wins.update(other.wins)


def play_numbered(plan: Plan, number: int) -> Tally:
    """One game; its number and the seed alone decide how it goes."""
    ruleset = RULESETS[plan.ruleset]
    dice = random.Random(f"{plan.seed}:{number}")
    guests = tuple(str(guest) for guest in range(1, plan.size + 1))
    secret = f"{dice.getrandbits(128):032x}:{number}"
    game = open_game(rules_for(ruleset, dict(plan.options)), cards_for(ruleset, plan.size), guests, secret)
    players = [PLAYERS[plan.player]() for _ in guests]
    commands = play_to_the_end(game, players, dice)
    return Tally(1, game.table.day, commands, Counter({str(game.table.winner): 1}))


def play_chunk(plan: Plan, first: int) -> Tally:
    tally = Tally()
    for number in range(first, min(first + CHUNK, plan.games)):
        tally.add(play_numbered(plan, number))
    return tally


def simulate(plan: Plan, workers: int) -> Iterator[Tally]:
    """The growing tally, chunk by chunk; the last one is complete."""
    total = Tally()
    firsts = range(0, plan.games, CHUNK)
    if workers == 1:
        for first in firsts:
            total.add(play_chunk(plan, first))
            yield total
        return
    with ProcessPoolExecutor(workers) as pool:
        for tally in pool.map(play_chunk, [plan] * len(firsts), firsts):
            total.add(tally)
            yield total


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: honest also near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, NORMAL_95**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def timed(tallies: Iterator[Tally], progress: Callable[[int], None]) -> tuple[Tally, float]:
    """Run a simulation to its end and say how long it took."""
    started = perf_counter()
    total = Tally()
    for total in tallies:
        progress(total.games)
    return total, perf_counter() - started
