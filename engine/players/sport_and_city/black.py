"""The strategy of the blacks: look red, shoot together, and let the reds vote each other out."""

from collections.abc import Iterable

from engine.dice import Dice
from engine.events import StepName, Topic
from engine.players import strength
from engine.players.sport_and_city.evidence import Memory
from engine.players.sport_and_city.strategy import SportStrategy, wants_to_nominate
from engine.players.sport_and_city.team_probabilities import Verdict
from engine.players.statements import Check, Say, Statement
from engine.roles import Side
from engine.state import SeatView

SHERIFFS = ("sheriff", "commissar")
"""The judge's answers that tell the Don that he has found the Sheriff or commissar."""


class Black(SportStrategy):
    """Judges as a player who knows no card would, so that all blacks come to the same result without talking."""

    __slots__ = ("_nerve", "fakes", "may_claim")

    def __init__(self, view: SeatView, dice: Dice, memory: Memory, *, may_claim: bool) -> None:
        super().__init__(view, dice, memory)
        self.may_claim = may_claim
        self.fakes: tuple[Check, ...] = ()
        """The checks this black pretends to have made."""
        self._nerve = (0, 0.0)

    def judge(self, view: SeatView) -> Verdict:
        return self.memory.verdict(view.table)

    def blamed(self, view: SeatView, among: Iterable[int], dice: Dice, cover: float) -> list[int]:
        """Returns the reds among these (at chance `cover` also mates), the most suspicious first."""
        mates = (self.me,) if dice.random() < cover else view.me.mates
        return self.suspects(view, [seat for seat in among if seat not in mates])

    # --- by day -------------------------------------------------------------------------------------------------

    def nominate(self, view: SeatView, dice: Dice) -> int:
        table, mates = view.table, view.me.mates
        standing = table.candidates
        ranking = self.blamed(view, table.alive, dice, strength.COVER_NOMINATION)
        only_mates = bool(standing) and all(seat in mates for seat in standing)
        if not only_mates and not wants_to_nominate(table, ranking[0], dice):
            return 0
        return next((seat for seat in ranking if seat not in standing), 0)

    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int:
        mates, scores = view.me.mates, self.scores(view)
        reds = [seat for seat in among if seat not in mates]
        if len(reds) == len(among):
            return max(among, key=scores.__getitem__)
        # A black is a candidate: the team votes together against the red who looks blackest to the table.
        black = self._verdict.black
        others = [seat for seat in among if seat in mates and seat != self.me]
        worst = max(others, key=black.__getitem__, default=self.me)
        if not reds:
            return worst
        likely = max(reds, key=black.__getitem__)
        if others and not self._decisive(view):
            doomed = black[worst] >= strength.DOOMED and black[worst] > black[likely]
            if self._nerve_of_the_day(view, dice) < (strength.DESERT if doomed else strength.COVER_VOTE):
                return worst if doomed else max(among, key=scores.__getitem__)
        return likely

    def _decisive(self, view: SeatView) -> bool:
        """Whether the blacks win if one more red leaves."""
        alive = view.table.alive
        return 2 * sum(1 for mate in view.me.mates if mate in alive) >= len(alive) - 1

    def _nerve_of_the_day(self, view: SeatView, dice: Dice) -> float:
        """Returns a random number that stays the same for a day, so that decisions within a ballot agree."""
        if self._nerve[0] != view.table.day:
            self._nerve = (view.table.day, dice.random())
        return self._nerve[1]

    def lift(self, view: SeatView) -> bool:
        table, mates = view.table, view.me.mates
        black = sum(1 for seat in table.alive if seat in mates)
        lost = sum(1 for seat in table.candidates if seat in mates)
        left = len(table.alive) - len(table.candidates)
        return not lost or (black > lost and 2 * (black - lost) >= left)

    def best_move(self, view: SeatView, among: tuple[int, ...]) -> list[int]:
        return self.suspects(view, [seat for seat in among if seat not in view.me.mates])

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        table, me = view.table, view.me
        scores = self.scores(view)
        found = self._signal(view)
        if found:
            return self.trust_in(found)
        if self._claims_now(view, dice):
            return Statement(Say.CLAIMS_SHERIFF, checks=self._fake_checks(view, dice))
        if dice.random() < strength.SILENCE:
            return None
        if dice.random() < strength.PRAISE and me.leader != self.me:
            return self.trust_in(min([seat for seat in table.alive if seat != self.me], key=scores.__getitem__))
        among = table.candidates if table.step is StepName.TIE_SPEECH else table.alive
        blamed = self.blamed(view, among, dice, strength.COVER_WORD)
        return self.suspicion_of(blamed[0]) if blamed else None

    # --- the Sheriff's card -------------------------------------------------------------------------------------

    def _signal(self, view: SeatView) -> int:
        """Returns the Sheriff whom the Don has found, else 0. The Don praises only him, as a signal."""
        me = view.me
        if me.leader != self.me:
            return 0
        found = next((told.about[0] for told in me.told if told.answer in SHERIFFS), 0)
        return found if found in view.table.alive and found not in self.memory.claims else 0

    def _claims_now(self, view: SeatView, dice: Dice) -> bool:
        """Whether to claim to be the Sheriff: if nominated, against a claim, or in a last word; one of a team."""
        claims, mates, table = self.memory.claims, view.me.mates, view.table
        if not self.may_claim:
            return False
        if self.me in claims:
            return True
        if any(mate in claims for mate in mates):
            return False
        if table.step is StepName.LAST_WORD:
            return not claims and table.night > 0 and dice.random() < strength.DYING_CLAIM
        if claims:
            return any(seat in table.alive for seat in claims) and dice.random() < strength.COUNTER_CLAIM
        return table.night > 0 and self.me in table.candidates and dice.random() < strength.FALSE_ALARM

    def _fake_checks(self, view: SeatView, dice: Dice) -> tuple[Check, ...]:
        """Returns one invented answer for each night so far: rival claimants are black, others are red."""
        table = view.table
        told = {check.seat for check in self.fakes} | {self.me}
        rivals = [seat for seat in self.memory.claims if seat not in told]
        others = [seat for seat in range(1, table.size + 1) if seat not in told and seat not in rivals]
        dice.shuffle(others)
        fakes = [Check(seat, Side.BLACK) for seat in rivals] + [Check(seat, Side.RED) for seat in others]
        self.fakes = (*self.fakes, *fakes)[: max(table.night, len(self.fakes))]
        return self.fakes

    # --- by night -----------------------------------------------------------------------------------------------

    def appoint(self, view: SeatView, dice: Dice) -> tuple[int, ...]:
        reds = [seat for seat in view.table.alive if seat not in view.me.mates]
        dice.shuffle(reds)
        return tuple(reds)

    def shoot(self, view: SeatView, dice: Dice) -> int:
        """Returns the team's common target; by a slip, with probability `SLIP`, the next one."""
        order = self._order(view)
        return order[1 if len(order) > 1 and dice.random() < strength.SLIP else 0]

    def _order(self, view: SeatView) -> list[int]:
        """Returns the living reds in the order in which to shoot them, equal for all blacks.

        First those who claim to be the Sheriff, then the one whom the Don has praised, the appointed in their
        order, and the others. If a living mate claims the card too, the claimants come last: a death would prove
        the claim.
        """
        alive, me, memory = view.table.alive, view.me, self.memory
        claims, mates = memory.claims, me.mates
        praised = self._signal(view) if me.leader == self.me else memory.trusted.get(me.leader, 0)
        order = list(dict.fromkeys((*claims, praised, *me.appointed, *alive)))
        if any(mate in claims and mate in alive for mate in mates):
            order.sort(key=claims.__contains__)
        return [seat for seat in order if seat in alive and seat not in mates] or [alive[0]]

    def check(self, view: SeatView, dice: Dice) -> int:
        """Returns whom the Don checks: a random seat, unchecked, without a claim, and not the next target."""
        asked = {told.about[0] for told in view.me.told if told.topic is Topic.CHECK}
        order = self._order(view)
        unknown = [seat for seat in order[1:] if seat not in asked and seat not in self.memory.claims]
        return dice.choice(unknown or order)
