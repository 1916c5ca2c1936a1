"""The common part of both strategies for the boxed game, with several sides and shown cards of the dead."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable

from engine.commands import Command, Verb
from engine.dice import Dice
from engine.events import StepName, Topic
from engine.legal_moves import Offer, legal
from engine.players import strength
from engine.players.ability_choice import Estimates, best_use
from engine.players.box.evidence import Opinion, log_odds
from engine.players.box.reasons import why_guilty, why_innocent
from engine.players.sport_and_city.strategy import feelings, wants_to_nominate
from engine.players.statements import Check, Say, Statement
from engine.roles import SUSPECT, Ability, Rank, Side
from engine.state import SeatView
from engine.steps.night import EXTRA_WAVE, asked
from engine.table import Table

SIDES = tuple(Side)
LEADER, NOT_LEADER = "leader", "not-leader"
KNOWN_LEADER, KNOWN_SPECIAL, CLAIMED = 5.0, 1.0, 3.0
"""Added to the worth of a seat that is a known leader, a known special role, or surely the leader by its claim."""


class BoxStrategy(ABC):
    """How one player plays its card. `TownStrategy` and `CriminalStrategy` add what differs by side."""

    __slots__ = ("_at", "_by_day", "_estimates", "_scores", "_told", "answers", "hunch", "me", "opinion", "role")

    def __init__(self, view: SeatView, dice: Dice, opinion: Opinion) -> None:
        self.me = view.me.seat
        self.role = view.me.role
        self.opinion = opinion
        self.hunch = [
            strength.TRIAL_HUNCH / strength.HUNCH * log_odds(f / (1 + f)) for f in feelings(view.table.size, dice)
        ]
        self.answers: dict[int, str] = {}
        """The judge's answers about other seats, by seat."""
        self._by_day = len(view.me.told)
        """Number of private messages that this seat had before the night."""
        self._told = 0
        self._at: tuple[int, ...] = ()
        self._scores: list[float] = []
        self._estimates = Estimates([], [], [], [], [], [])

    # --- thinking -----------------------------------------------------------------------------------------------

    def estimates(self, view: SeatView) -> Estimates:
        table, opinion = view.table, self.opinion
        opinion.look(table)
        if len(view.me.told) != self._told:
            self._learn(view)
        alive, jailed = len(table.alive), len(table.prisoners)
        now = (opinion.version, table.day, table.night, alive, jailed, len(self.answers))
        if now != self._at:
            self._at = now
            self._estimates = estimates = self.estimate(view)
            self._scores = [
                log_odds(1 - t) + hunch for t, hunch in zip(estimates.trusted, self.hunch, strict=True)
            ]
        return self._estimates

    @abstractmethod
    def estimate(self, view: SeatView) -> Estimates: ...

    def scores(self, view: SeatView) -> list[float]:
        """Returns how suspicious each seat is, as a logarithm of odds, with hunches and the words of the day."""
        trusted = self.estimates(view).trusted
        scores = self._scores.copy()
        for by, target, against, weight in self.opinion.today:
            if by != self.me:
                scores[target] += strength.TRIAL_HERD * weight * trusted[by] * (1 if against else -1)
        return scores

    def suspects(self, view: SeatView, among: Iterable[int]) -> list[int]:
        """Returns these seats without the own one, the most suspicious first."""
        return sorted([s for s in among if s != self.me], key=self.scores(view).__getitem__, reverse=True)

    def _learn(self, view: SeatView) -> None:
        new, self._told = view.me.told[self._told :], len(view.me.told)
        for told in new:
            if told.topic is Topic.CHECK and told.answer != "failed":
                self.answers[told.about[0]] = told.answer
            elif told.topic is Topic.PRIEST:
                self.answers[told.about[0]] = LEADER

    def side_of(self, seat: int) -> Side | None:
        """Returns the side that the judge's answer gives for this seat; None if it is not known."""
        answer = self.answers.get(seat)
        if answer is None:
            return None
        if answer in self.opinion.roles:
            return self.opinion.roles[answer].side
        if answer in (LEADER, "sheriff", "commissar"):
            return self.opinion.good
        return Side(answer) if answer in SIDES else None

    def worth_of(self, table: Table, trusted: list[float], beliefs: dict[int, float]) -> list[float]:
        worth = [0.5 + trust for trust in trusted]
        for seat, belief in beliefs.items():
            worth[seat] += CLAIMED * belief
        for seat, answer in self.answers.items():
            rank = self.opinion.roles[answer].rank if answer in self.opinion.roles else None
            if rank is Rank.LEADER or answer == LEADER:
                worth[seat] += KNOWN_LEADER
            elif rank is Rank.SPECIAL:
                worth[seat] += KNOWN_SPECIAL
            elif answer == NOT_LEADER or rank is Rank.PLAIN:
                worth[seat] -= 0.3
        worth[0] = 0.0
        return [w if seat in table.alive else 0.0 for seat, w in enumerate(worth)]

    def opposed_to(self, friends: tuple[int, ...]) -> list[float]:
        """Returns how much each seat has spoken against `friends` or nominated them, between 0 and 1.5."""
        opposed = [0.0] * len(self.hunch)
        for word in self.opinion.words:
            if word.target in friends and word.by not in friends:
                opposed[word.by] += 0.3 if word.against else -0.2
        return [min(max(much, 0.0), 1.5) for much in opposed]

    # --- speaking -----------------------------------------------------------------------------------------------

    def suspicion_of(self, view: SeatView, seat: int) -> Statement:
        return Statement(Say.SUSPECTS, (seat,), *why_guilty(self.opinion, view.table, seat))

    def trust_in(self, view: SeatView, seat: int) -> Statement:
        return Statement(Say.TRUSTS, (seat,), *why_innocent(self.opinion, view.table, seat))

    def claim(self, checks: tuple[Check, ...]) -> Statement:
        role = self.role.id if self.role.id in self.opinion.leaders else self.opinion.leaders[0]
        return Statement(Say.CLAIMS_LEADER, checks=checks, role=role)

    def in_danger(self, table: Table) -> bool:
        against = {word.by for word in self.opinion.today if word.target == self.me and word.against}
        return self.me in table.candidates or len(against) >= strength.PRESSED

    @abstractmethod
    def speak(self, view: SeatView, dice: Dice) -> Statement | None: ...

    # --- acting by day ------------------------------------------------------------------------------------------

    def blamed(self, view: SeatView, among: Iterable[int], dice: Dice, cover: float) -> list[int]:  # noqa: ARG002
        """Returns these seats in the order in which the player would accuse them."""
        return self.suspects(view, among)

    def nominate(self, view: SeatView, dice: Dice) -> int:
        table = view.table
        excluded = (*table.candidates, *table.voted_on, *table.alibis)
        ranking = self.blamed(
            view, [s for s in table.alive if s not in table.voted_on], dice, strength.COVER_NOMINATION
        )
        if not ranking or not self.wants_to_nominate(view, ranking[0], dice):
            return 0
        return next((seat for seat in ranking if seat not in excluded), 0)

    def wants_to_nominate(self, view: SeatView, best: int, dice: Dice) -> bool:
        table = view.table
        if table.step is not StepName.DISCUSSION or table.day > 1:
            return wants_to_nominate(table, best, dice)
        return dice.random() < (strength.FIRST_TRIAL_SECOND if table.candidates else strength.FIRST_TRIAL)

    @abstractmethod
    def vote(self, view: SeatView, dice: Dice, among: tuple[int, ...]) -> int: ...

    @abstractmethod
    def doom(self, view: SeatView, dice: Dice, seat: int) -> bool:
        """Whether to vote for lynching this seat."""

    @abstractmethod
    def lift(self, view: SeatView) -> bool: ...

    def best_move(self, view: SeatView, among: tuple[int, ...]) -> list[int]:
        return self.suspects(view, among)

    def appoint(self, view: SeatView, dice: Dice) -> tuple[int, ...]:
        others = [seat for seat in view.table.alive if seat not in view.me.mates]
        dice.shuffle(others)
        return tuple(others)

    # --- acting by night ----------------------------------------------------------------------------------------

    def see_day(self, view: SeatView) -> None:
        self._by_day = len(view.me.told)

    def at_night(self, view: SeatView, dice: Dice) -> Command | None:
        me, table = view.me, view.table
        self.opinion.sleep()
        done = [ability for ability, _ in me.acted] if (me.night, me.wave) == (table.night, table.wave) else []
        ability = next((ability for ability in asked(view) if ability.id not in done), None)
        if ability is None:
            return None
        offers = [offer for offer in legal(view) if offer.verb in ability.verbs]
        if ability is SUSPECT:
            ranking = self.suspects(view, offers[0].seats)
            return Command(self.me, Verb.SUSPECT, (ranking[0],)) if ranking else Command(self.me, Verb.SLEEP)
        verb, target = self._use(view, ability, offers, dice)
        return Command(self.me, verb, (target,) if target else ())

    def _use(self, view: SeatView, ability: Ability, offers: list[Offer], dice: Dice) -> tuple[Verb, int]:
        estimates = self.estimates(view)
        if ability.by_team:
            agreed = self._agreed(view)
            if agreed:
                return ability.verbs[0], agreed
            estimates = self.with_the_team(view, estimates)
        return best_use(self.me, ability, offers, estimates, view.table.rules.options, dice)

    def with_the_team(self, view: SeatView, estimates: Estimates) -> Estimates:  # noqa: ARG002
        """Returns the estimates to use for a shot with the team."""
        return estimates

    def _agreed(self, view: SeatView) -> int:
        """Returns the first target that a mate has chosen in this wave, else the first appointed; 0 for none."""
        me, alive = view.me, view.table.alive
        earlier = 1 if view.table.wave == EXTRA_WAVE else 0
        chosen: Counter[int] = Counter()
        for told in me.told[self._by_day :]:
            if told.topic is Topic.CHOICE:
                mate, target = told.about
                chosen[mate] += 1
                if chosen[mate] > earlier and target in alive and target not in me.mates:
                    return target
        return next((seat for seat in me.appointed if seat in alive and seat not in me.mates), 0)
