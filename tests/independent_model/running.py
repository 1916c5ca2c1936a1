"""Duels one after the other, on as many cores as there are; a seed that fails is named."""

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from tests.independent_model.city_duel import CityDuel
from tests.independent_model.duel import Difference
from tests.independent_model.sport_duel import SportDuel


def duel_of(ruleset: str, seed: int) -> SportDuel | CityDuel:
    return CityDuel(seed) if ruleset == "city" else SportDuel(ruleset, seed)


@dataclass
class Duels:
    tally: Counter[str] = field(default_factory=Counter)
    """What was reached, and how often."""
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Duels") -> None:
        self.tally += other.tally
        self.differences += other.differences


def play(ruleset: str, seeds: Iterable[int]) -> Duels:
    duels = Duels()
    for seed in seeds:
        duel = duel_of(ruleset, seed)
        try:
            duel.play()
        except Difference as difference:
            duels.differences.append(str(difference))
        duels.tally += duel.tally
    return duels


def play_on_all_cores(ruleset: str, seeds: range) -> Duels:
    cores = os.cpu_count() or 1
    whole = Duels()
    with ProcessPoolExecutor(cores) as pool:
        for part in pool.map(play, [ruleset] * cores, [seeds[core::cores] for core in range(cores)]):
            whole.add(part)
    return whole
