"""The strategy of gangsters and loners: look innocent, kill those whom the town needs most, accuse others."""

from collections.abc import Iterable

from engine.ability_effects import Inspect
from engine.dice import Dice
from engine.events import StepName
from engine.players import strength
from engine.players.ability_choice import Estimates
from engine.players.box.evidence import Opinion
from engine.players.box.strategy import BoxStrategy
from engine.players.statements import Check, Statement
from engine.state import SeatView


class CriminalStrategy(BoxStrategy):
    """Ranks suspects as a player who knows no card would. A loner is treated as a gang of one."""

    __slots__ = ("_nerve", "fakes")

    def __init__(self, view: SeatView, dice: Dice, opinion: Opinion) -> None:
        super().__init__(view, dice, opinion)
        self.fakes: tuple[Check, ...] = ()
        """The checks that this player pretends to have made."""
        self._nerve = (0, 0.0)

    def own(self, view: SeatView) -> tuple[int, ...]:
        """Returns the members of the gang, without those who by the judge's answer are of another side."""
        mates = view.me.mates or (self.me,)
        return tuple([m for m in mates if m == self.me or self.side_of(m) in (None, self.role.side)])

    def estimate(self, view: SeatView) -> Estimates:
        table, opinion, own = view.table, self.opinion, self.own(view)
        trusted = [1 - chance for chance in opinion.guilt(table, {})]
        beliefs = {s: b for s, b in opinion.beliefs(table).items() if s not in own}
        opposed = self.opposed_to(own)
        worth = self.worth_of(table, trusted, beliefs)
        unknown = [
            0.0 if seat in own or seat in self.answers else 0.2 + trust for seat, trust in enumerate(trusted)
        ]
        return Estimates(
            foe=[0.0 if seat in own else 1.0 for seat in range(table.size + 1)],
            worth=[w + 0.4 * against for w, against in zip(worth, opposed, strict=True)],
            doubt=unknown,
            leader=unknown,
            trusted=trusted,
            opposed=opposed,
            jailed=table.prisoners,
        )

    def blamed(self, view: SeatView, among: Iterable[int], dice: Dice, cover: float) -> list[int]:
        """Returns these seats without the gang (with it at chance `cover`), the most suspicious first."""
        own = (self.me,) if dice.random() < cover else self.own(view)
        return self.suspects(view, [seat for seat in among if seat not in own])

    # --- by day -------------------------------------------------------------------------------------------------

    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int:
        own = self.own(view)
        others = self.suspects(view, [seat for seat in among if seat not in own])
        mates = self.suspects(view, [seat for seat in among if seat in own])
        if not mates:
            return others[0] if others else 0
        trusted = self.estimates(view).trusted
        doomed = trusted[mates[0]] <= 1 - strength.DOOMED
        if doomed and self._nerve_of_the_day(view, dice) < strength.DESERT:
            return mates[0]
        return others[0] if others else 0

    def doom(self, view: SeatView, dice: Dice, seat: int) -> bool:
        own = self.own(view)
        return seat not in own or (seat != self.me and self._nerve_of_the_day(view, dice) < strength.COVER_VOTE)

    def lift(self, view: SeatView) -> bool:
        return not any(seat in self.own(view) for seat in view.table.candidates)

    def best_move(self, view: SeatView, among: tuple[int, ...]) -> list[int]:
        return self.suspects(view, [seat for seat in among if seat not in self.own(view)])

    def _nerve_of_the_day(self, view: SeatView, dice: Dice) -> float:
        if self._nerve[0] != view.table.day:
            self._nerve = (view.table.day, dice.random())
        return self._nerve[1]

    # --- words --------------------------------------------------------------------------------------------------

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        table = view.table
        self.estimates(view)
        if self._claims_now(view, dice):
            return self.claim(self._fake_checks(view, dice))
        if dice.random() < strength.SILENCE:
            return None
        among = table.candidates if table.step is StepName.TIE_SPEECH else table.alive
        if dice.random() < strength.PRAISE:
            ranking = self.suspects(view, among)
            return self.trust_in(view, ranking[-1]) if ranking else None
        ranking = self.blamed(view, among, dice, strength.COVER_WORD)
        return self.suspicion_of(view, ranking[0]) if ranking else None

    def _claims_now(self, view: SeatView, dice: Dice) -> bool:
        """Whether to claim to be the leader: in danger or against another claim, and one of the gang only."""
        table, opinion = view.table, self.opinion
        claims = opinion.claims
        if not opinion.leaders or opinion.fallen_leader(table):
            return False
        if self.me in claims:
            return True
        if any(mate in claims for mate in self.own(view)):
            return False
        if any(seat in table.alive for seat in claims):
            accused = any(check.seat == self.me for checks in claims.values() for check in checks)
            return dice.random() < strength.FALSE_COUNTER_CLAIM * (2 if accused else 0.5)
        return self.in_danger(table) and dice.random() < strength.FALSE_CLAIM

    def _fake_checks(self, view: SeatView, dice: Dice) -> tuple[Check, ...]:
        """Returns one invented answer for each night so far: rival claimants are guilty, others are innocent."""
        table, opinion = view.table, self.opinion
        if not opinion.roles[opinion.leaders[0]].does(Inspect):
            return ()
        told = {check.seat for check in self.fakes} | {self.me}
        rivals = [seat for seat in opinion.claims if seat not in told and seat in table.alive]
        others = [seat for seat in table.alive if seat not in told and seat not in rivals]
        dice.shuffle(others)
        fakes = [Check(seat, opinion.bad) for seat in rivals] + [Check(seat, opinion.good) for seat in others]
        self.fakes = (*self.fakes, *fakes)[: max(table.night, len(self.fakes))]
        return self.fakes
