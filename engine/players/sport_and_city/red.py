"""The strategy of the reds: look for blacks by votes, nominations and a Sheriff's checks."""

from engine.dice import Dice
from engine.events import StepName
from engine.players import strength
from engine.players.sport_and_city.strategy import SportStrategy, wants_to_nominate
from engine.players.sport_and_city.team_probabilities import Verdict
from engine.players.statements import Say, Statement
from engine.state import SeatView
from engine.table import Table


class Red(SportStrategy):
    __slots__ = ()

    def judge(self, view: SeatView) -> Verdict:
        return self.memory.verdict(view.table, self.me)

    def nominate(self, view: SeatView, dice: Dice) -> int:
        table = view.table
        ranking = self.suspects(view, self.others(table))
        if not wants_to_nominate(table, ranking[0], dice):
            return 0
        return next((seat for seat in ranking if seat not in table.candidates), 0)

    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int:  # noqa: ARG002
        scores = self.scores(view)
        heard = {seat: scores[seat] for seat in among}
        for speaker, seat, say in self.memory.said:
            if seat in heard and speaker != self.me:
                heard[seat] *= strength.HERD if say is Say.SUSPECTS else strength.HERD_PRAISE
        return max(heard, key=heard.__getitem__)

    def lift(self, view: SeatView) -> bool:
        tied = view.table.candidates
        black = self.verdict(view).black
        return sum([black[seat] for seat in tied]) >= strength.LIFT_FROM * len(tied)

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        table = view.table
        if dice.random() < strength.SILENCE:
            return None
        others = self.others(table)
        if table.step is StepName.TIE_SPEECH:
            others = [seat for seat in table.candidates if seat != self.me]
        scores = self.scores(view)
        if dice.random() < strength.PRAISE:
            return self.trust_in(min(others, key=scores.__getitem__))
        return self.suspicion_of(max(others, key=scores.__getitem__))

    def shoot(self, view: SeatView, dice: Dice) -> int:  # noqa: ARG002
        """Returns the target of a red who shoots alone (`city`); 0 while no suspicion is strong enough."""
        suspect = self.suspects(view, self.others(view.table))[0]
        return suspect if self._verdict.black[suspect] >= strength.LIFT_FROM else 0

    def others(self, table: Table) -> list[int]:
        return [seat for seat in table.alive if seat != self.me]
