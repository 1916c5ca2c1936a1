"""The common part of the red-and-black strategies: a random bias, and a ranking of the seats by suspicion."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import exp, log

from engine.dice import Dice
from engine.players import strength
from engine.players.sport_and_city.evidence import Memory
from engine.players.sport_and_city.reasons import why_suspected, why_trusted
from engine.players.sport_and_city.team_probabilities import Verdict
from engine.players.statements import Say, Statement
from engine.state import SeatView
from engine.table import Table

ALMOST = 1e-6
BELL = 1.8
"""Standard deviation of a standard logistic draw, about π/√3."""


class SportStrategy(ABC):
    """How one player plays its card; `Red`, `Sheriff` and `Black` add what differs by card."""

    __slots__ = ("_at", "_scores", "_verdict", "hunch", "me", "memory")

    def __init__(self, view: SeatView, dice: Dice, memory: Memory) -> None:
        self.me = view.me.seat
        self.memory = memory
        self.hunch = feelings(view.table.size, dice)
        self._at = (-1, 0)
        self._verdict = Verdict([], [])
        self._scores: list[float] = []

    # --- thinking -----------------------------------------------------------------------------------------------

    @abstractmethod
    def judge(self, view: SeatView) -> Verdict:
        """Returns how likely each seat is black, by what the holder of this card knows."""

    def scores(self, view: SeatView) -> list[float]:
        """Returns the odds of each seat to be black, with hunches; -1 for the own seat."""
        table, memory = view.table, self.memory
        memory.look(table)
        now = (memory.version, len(table.alive))
        if now != self._at:
            self._at = now
            self._verdict = verdict = self.judge(view)
            self._scores = scores = [
                black / (1.0 + ALMOST - black) * hunch
                for black, hunch in zip(verdict.black, self.hunch, strict=True)
            ]
            scores[self.me] = -1.0
        return self._scores

    def verdict(self, view: SeatView) -> Verdict:
        self.scores(view)
        return self._verdict

    def suspects(self, view: SeatView, among: Iterable[int]) -> list[int]:
        """Returns these seats, the most suspicious first."""
        return sorted(among, key=self.scores(view).__getitem__, reverse=True)

    def first_guess(self, view: SeatView, among: Iterable[int]) -> int:
        """Returns the most suspicious of these by the last computed scores, without a new verdict."""
        self.memory.look(view.table)
        return max(among, key=(self._scores or self.scores(view)).__getitem__)

    def suspicion_of(self, seat: int) -> Statement:
        return Statement(Say.SUSPECTS, (seat,), *why_suspected(self.memory, self._verdict, seat))

    def trust_in(self, seat: int) -> Statement:
        return Statement(Say.TRUSTS, (seat,), *why_trusted(self.memory, self._verdict, seat))

    # --- acting: every answer is a seat, or 0 for none ----------------------------------------------------------

    @abstractmethod
    def nominate(self, view: SeatView, dice: Dice) -> int: ...

    @abstractmethod
    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int:
        """Returns whom of these to vote against."""

    @abstractmethod
    def lift(self, view: SeatView) -> bool:
        """Whether to vote for all of the tied to leave."""

    @abstractmethod
    def speak(self, view: SeatView, dice: Dice) -> Statement | None: ...

    def best_move(self, view: SeatView, among: tuple[int, ...]) -> list[int]:
        """Returns whom the first victim names, the most suspicious first."""
        return self.suspects(view, among)

    def appoint(self, view: SeatView, dice: Dice) -> tuple[int, ...]:  # noqa: ARG002
        return ()

    def shoot(self, view: SeatView, dice: Dice) -> int:  # noqa: ARG002
        return 0

    def check(self, view: SeatView, dice: Dice) -> int:  # noqa: ARG002
        return 0


def feelings(size: int, dice: Dice) -> list[float]:
    """Draws a player's hunches: a factor on the odds of each seat, for the whole game."""
    factors = [1.0]
    spread = strength.HUNCH / BELL
    for _ in range(size):
        chance = dice.random() * (1 - 2 * ALMOST) + ALMOST
        factors.append(exp(spread * log(chance / (1 - chance))))
    return factors


def wants_to_nominate(table: Table, best: int, dice: Dice) -> bool:
    """Whether to nominate somebody now; `best` is the seat that the speaker suspects most."""
    standing = table.candidates
    if table.day == 1:
        return dice.random() < (strength.FIRST_DAY_SECOND if standing else strength.FIRST_DAY_NOMINATION)
    if not standing:
        return True
    return dice.random() < (strength.SECOND_CHOICE if best in standing else strength.ONE_MORE)
