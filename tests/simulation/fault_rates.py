"""What can go wrong, and how often: drawn from the seed, counted as it happens."""

import random
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FaultRates:
    """Shares of calls to Telegram that go wrong, and deaths of the program."""

    slow: float = 0.0
    """Share of calls that take seconds."""
    too_many: float = 0.0
    """Share of calls answered with 429."""
    broken: float = 0.0
    """Share of calls answered with 5xx, without effect."""
    lost: float = 0.0
    """Share of calls that take effect, but whose answer never comes."""
    deaths: int = 0
    """How often the program is killed."""


NO_FAULTS = FaultRates()


def fault_rates(dice: random.Random) -> FaultRates:
    """Draws the rates: some games have few faults, some many."""
    bad = dice.choice((0.0, 0.02, 0.08))
    return FaultRates(
        slow=dice.choice((0.0, 0.1)),
        too_many=bad * dice.random(),
        broken=bad * dice.random(),
        lost=dice.choice((0.0, 0.02)),
        deaths=dice.choice((1, 1, 2, 3, 5)),
    )


class KillSchedule:
    """When the program is killed: at its nth commit or call, before it takes effect or after."""

    def __init__(self, dice: random.Random, deaths: int, doings: int) -> None:
        self.at = sorted(dice.randrange(1, max(2, doings)) for _ in range(deaths))
        self._dice = dice
        self._done = 0
        self.met: Counter[str] = Counter()

    def strikes(self, place: str) -> bool:
        """Returns whether the program is killed now; called at every moment in which a kill makes a difference."""
        self._done += 1
        if not self.at or self._done < self.at[0]:
            return False
        self.at.pop(0)
        self.met[place] += 1
        return True

    def downtime(self) -> int:
        return self._dice.choice((50, 500, 3_000, 20_000, 300_000))
