"""The strategy of the Sheriff: check the most suspicious, and tell the checks when they matter."""

from engine.dice import Dice
from engine.events import StepName
from engine.players import strength
from engine.players.sport_and_city.evidence import Memory
from engine.players.sport_and_city.red import Red
from engine.players.sport_and_city.team_probabilities import Verdict
from engine.players.statements import Check, Say, Statement
from engine.roles import Side
from engine.state import SeatView

SIDES = (Side.RED, Side.BLACK)


class Sheriff(Red):
    __slots__ = ("_asked", "checks")

    def __init__(self, view: SeatView, dice: Dice, memory: Memory) -> None:
        super().__init__(view, dice, memory)
        self.checks: tuple[Check, ...] = ()
        self._asked = 0

    def scores(self, view: SeatView) -> list[float]:
        told = view.me.told
        if len(told) != self._asked:
            self._asked = len(told)
            self.checks = tuple([Check(t.about[0], Side(t.answer)) for t in told if t.answer in SIDES])
            self.memory.version += 1
        return super().scores(view)

    def judge(self, view: SeatView) -> Verdict:
        return self.memory.sheriff_verdict(view.table, self.me, self.checks)

    def check(self, view: SeatView, dice: Dice) -> int:  # noqa: ARG002
        """Returns the most suspicious seat that is neither checked nor claims to be the Sheriff."""
        scores = self.scores(view)
        sure = {check.seat for check in self.checks} | self.memory.claims.keys()
        others = self.others(view.table)
        return max([seat for seat in others if seat not in sure] or others, key=scores.__getitem__)

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        self.scores(view)
        if self._time_to_tell(view, dice):
            return Statement(Say.CLAIMS_SHERIFF, checks=self.checks)
        return super().speak(view, dice)

    def _time_to_tell(self, view: SeatView, dice: Dice) -> bool:
        table, checks = view.table, self.checks
        if table.step is StepName.LAST_WORD:
            return bool(checks)
        if self.memory.claims:
            return True  # after the own claim or against a false one, hiding is of no use
        if table.step is StepName.TIE_SPEECH:
            return bool(checks) or dice.random() < strength.BARE_CLAIM
        if any(check.side is Side.BLACK and check.seat in table.alive for check in checks):
            return dice.random() < strength.REVEAL_BLACK
        return bool(checks) and (self.me in table.candidates or len(table.alive) <= strength.REVEAL_LIVING)
