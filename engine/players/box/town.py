"""The strategy of the town: look for criminals, believe the leader, and as the leader tell the answers found."""

from engine.ability_effects import Disguise
from engine.dice import Dice
from engine.events import StepName
from engine.players import strength
from engine.players.ability_choice import Estimates
from engine.players.box.evidence import INNOCENT, SURE, Opinion
from engine.players.box.strategy import BoxStrategy
from engine.players.statements import Check, Statement
from engine.roles import Rank
from engine.state import SeatView

FRAMED = 0.9
"""Probability that an answer of guilt is true where a role can make others look guilty."""


class TownStrategy(BoxStrategy):
    __slots__ = ("_answered",)

    def __init__(self, view: SeatView, dice: Dice, opinion: Opinion) -> None:
        super().__init__(view, dice, opinion)
        framing = any(opinion.roles[card].does(Disguise) for card in set(view.table.cards))
        self._answered = FRAMED if framing else 1.0

    def estimate(self, view: SeatView) -> Estimates:
        table, opinion = view.table, self.opinion
        leads = self.role.rank is Rank.LEADER
        liars = tuple(seat for seat in opinion.claims if seat != self.me) if leads else ()
        known = self._known(view)
        foe = opinion.guilt(table, known, liars)
        trusted = [1 - chance for chance in foe]
        beliefs = {s: b for s, b in opinion.beliefs(table, liars).items() if s != self.me}
        asked = self.answers
        return Estimates(
            foe=foe,
            worth=self.worth_of(table, trusted, beliefs),
            doubt=[0.0 if seat in asked else 4 * p * (1 - p) for seat, p in enumerate(foe)],
            leader=[0.0 if seat in asked else 1 - p for seat, p in enumerate(foe)],
            trusted=trusted,
            opposed=self.opposed_to((self.me,)),
            jailed=table.prisoners,
        )

    def _known(self, view: SeatView) -> dict[int, float]:
        """Returns the probability of guilt of the seats about which this player has private knowledge."""
        known: dict[int, float] = {}
        if self.role.team not in (None, self.role.side):
            known.update(dict.fromkeys(view.me.mates, SURE))  # it sits in the gang, so its mates are criminals
        for seat in self.answers:
            side = self.side_of(seat)
            if side is not None:
                known[seat] = 0.0 if side in INNOCENT else self._answered
        known[self.me] = 0.0
        return known

    # --- by day -------------------------------------------------------------------------------------------------

    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int:  # noqa: ARG002
        ranking = self.suspects(view, among)
        if not ranking or self.estimates(view).foe[ranking[0]] < strength.SPARE:
            return 0
        return ranking[0]

    def doom(self, view: SeatView, dice: Dice, seat: int) -> bool:  # noqa: ARG002
        """Whether the seat is among the N most suspicious, N being the estimated number of living criminals."""
        if seat == self.me:
            return False
        worst = self.suspects(view, view.table.alive)
        return seat in worst[: max(round(self.opinion.living_guilty(view.table)), 1)]

    def lift(self, view: SeatView) -> bool:
        tied, foe = view.table.candidates, self.estimates(view).foe
        return sum([foe[seat] for seat in tied]) >= strength.LIFT_FROM * len(tied)

    # --- words --------------------------------------------------------------------------------------------------

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        table = view.table
        self.estimates(view)
        if self.role.id in self.opinion.leaders and self._time_to_tell(view, dice):
            return self.claim(self._checks())
        if dice.random() < strength.SILENCE:
            return None
        among = table.candidates if table.step is StepName.TIE_SPEECH else table.alive
        ranking = self.suspects(view, among)
        if not ranking:
            return None
        if dice.random() < strength.PRAISE:
            return self.trust_in(view, ranking[-1])
        return self.suspicion_of(view, ranking[0])

    def _checks(self) -> tuple[Check, ...]:
        sides = [(seat, self.side_of(seat)) for seat in self.answers if seat != self.me]
        return tuple([Check(seat, side) for seat, side in sides if side is not None])

    def _time_to_tell(self, view: SeatView, dice: Dice) -> bool:
        table, claims, checks = view.table, self.opinion.claims, self._checks()
        if self.me in claims:
            return True
        if table.step is StepName.LAST_WORD:
            return bool(checks)
        if any(seat in table.alive for seat in claims):
            return dice.random() < strength.TRUE_COUNTER_CLAIM
        if any(check.side not in INNOCENT and check.seat in table.alive for check in checks):
            return dice.random() < strength.REVEAL_FOUND
        if self.in_danger(table):
            return dice.random() < strength.PRESSED_CLAIM
        return bool(checks) and len(table.alive) <= strength.REVEAL_LIVING

    # --- by night -----------------------------------------------------------------------------------------------

    def with_the_team(self, view: SeatView, estimates: Estimates) -> Estimates:
        """A town player who poses as a gangster spares the gang and prefers others who are probably guilty."""
        mates = view.me.mates
        return estimates._replace(
            foe=[0.0 if seat in mates else 1.0 for seat in range(len(estimates.foe))],
            worth=estimates.foe,
        )
