"""Evidence from words, nominations and votes at a table where the cards of the dead are shown."""

from itertools import chain
from math import exp, log
from typing import NamedTuple

from engine.players import strength
from engine.players.statements import Check, Say, Statement
from engine.roles import Rank, Role, Side
from engine.state import SeatView
from engine.table import Table

INNOCENT = frozenset({Side.TOWN, Side.RED})
SURE, HARDLY = 0.98, 0.02
MOST = 4.0
"""Bound of the evidence about a seat in either direction, as a logarithm of odds."""


class Word(NamedTuple):
    """One seat has spoken for or against another, nominated it, or voted against it."""

    by: int
    target: int
    against: bool
    weight: float


class Opinion:
    """What a player concludes from its own view and from statements; equal for seats that have seen the same."""

    __slots__ = (
        "_ballots",
        "_left",
        "_nominations",
        "_shown",
        "bad",
        "claims",
        "evidence",
        "good",
        "guilty",
        "leaders",
        "roles",
        "today",
        "version",
        "votes",
        "words",
    )

    def __init__(self, view: SeatView) -> None:
        table = view.table
        self.roles = table.rules.ruleset.roles
        self.guilty = sum(1 for card in table.cards if self.roles[card].side not in INNOCENT)
        """Number of criminals in the deal. All players know which cards were dealt."""
        sides = [self.roles[card].side for card in table.cards]
        self.good = next((side for side in sides if side in INNOCENT), Side.TOWN)
        self.bad = next((side for side in sides if side not in INNOCENT), Side.MAFIA)
        """With `good`: the sides that a false leader names in invented checks."""
        self.leaders = tuple(dict.fromkeys(card for card in table.cards if _leads_town(self.roles[card])))
        self.words: list[Word] = []
        self.today: list[Word] = []
        self.votes: list[Word] = []
        """Votes of closed ballots: evidence once the target's card is shown, without influence on later votes."""
        self.claims: dict[int, tuple[Check, ...]] = {}
        """The latest list of checks of each seat that claims to be the leader, in the order of the claims."""
        self.evidence = [0.0] * (table.size + 1)
        """Evidence of guilt that the shown cards give about each seat, as a logarithm of odds."""
        self.version = 0
        """Increases with each new claim and shown card. Words alone change no estimate before a card is shown."""
        self._nominations: tuple[tuple[int, int], ...] = ()
        self._ballots = len(table.ballots)
        self._shown = 0
        self._left = self.guilty

    # --- taking in ----------------------------------------------------------------------------------------------

    def hear(self, seat: int, statement: Statement) -> None:
        if statement.say is Say.CLAIMS_LEADER or statement.say is Say.CLAIMS_SHERIFF:
            if self.claims.get(seat) != statement.checks:
                self.claims[seat] = statement.checks
                self.version += 1
        else:
            against = statement.say is Say.SUSPECTS
            self._take(Word(seat, statement.seats[0], against, strength.SPOKEN))

    def look(self, table: Table) -> None:
        """Adds new nominations and votes; cards shown since the last call turn them and words into evidence."""
        if table.nominations is not self._nominations:
            before, self._nominations = self._nominations, table.nominations
            for by, target in table.nominations:
                if (by, target) not in before:
                    self._take(Word(by, target, True, 1.0))
        if len(table.ballots) != self._ballots:
            for ballot in table.ballots[self._ballots :]:
                self.votes += [Word(by, target, True, strength.VOTED) for by, target in ballot.against]
            self._ballots = len(table.ballots)
        if len(table.roles_shown) != self._shown:
            for seat in list(table.roles_shown)[self._shown :]:
                self._weigh(seat, innocent=self.innocent(table, seat))
                self._left -= not self.innocent(table, seat)
            self._shown = len(table.roles_shown)
            self.version += 1

    def sleep(self) -> None:
        """Forgets the words of the day; called at night."""
        self.today.clear()

    def _take(self, word: Word) -> None:
        self.words.append(word)
        self.today.append(word)

    def _weigh(self, seat: int, *, innocent: bool) -> None:
        for by, target, against, weight in chain(self.words, self.votes):
            if target == seat and by != seat:
                if against:
                    factor = strength.ACCUSED_INNOCENT if innocent else strength.ACCUSED_GUILTY
                else:
                    factor = strength.DEFENDED_INNOCENT if innocent else strength.DEFENDED_GUILTY
                self.evidence[by] += factor * weight

    def innocent(self, table: Table, seat: int) -> bool:
        """Whether the card that this seat has shown is innocent."""
        return self.roles[table.roles_shown[seat]].side in INNOCENT

    def fallen_leader(self, table: Table) -> int:
        """Returns the seat that has shown the leader's card; 0 if none has."""
        return next((s for s, card in table.roles_shown.items() if _leads_town(self.roles[card])), 0)

    # --- judging ------------------------------------------------------------------------------------------------

    def living_guilty(self, table: Table) -> float:
        """Returns the number of living criminals: known where cards are shown, otherwise by proportion."""
        if table.rules.options.reveal_roles:
            return max(float(self._left), 0.5)
        return max(self.guilty * len(table.alive) / table.size, 1.0)

    def beliefs(self, table: Table, liars: tuple[int, ...] = ()) -> dict[int, float]:
        """Returns the probability of each claimant to be the leader; that of `liars` is 0."""
        if not self.claims:
            return {}
        fallen = self.fallen_leader(table)
        if fallen or not self.leaders:
            return {seat: float(seat == fallen) for seat in self.claims}
        weights: dict[int, float] = {}
        usual = strength.HONEST_CLAIM
        for seat, checks in self.claims.items():
            lies = seat in table.roles_shown or seat in liars
            weights[seat] = 0.0 if lies else usual * self._borne_out(table, checks)
            usual = strength.HONEST_COUNTER_CLAIM
        total = sum(weights.values()) + strength.NOBODY_HONEST
        return {seat: weight / total for seat, weight in weights.items()}

    def _borne_out(self, table: Table, checks: tuple[Check, ...]) -> float:
        weight = 1.0 if checks else strength.BARE_WORD
        for seat, side in checks:
            if seat in table.roles_shown:
                right = self.innocent(table, seat) is (side in INNOCENT)
                weight *= (
                    strength.CHECK_REFUTED if not right else 1.0 if side in INNOCENT else strength.CHECK_CONFIRMED
                )
        return weight

    def guilt(self, table: Table, known: dict[int, float], liars: tuple[int, ...] = ()) -> list[float]:
        """Returns the probability of guilt of each living seat, given the `known` ones; 0 for the dead."""
        guilt = [0.0] * (table.size + 1)
        if not table.alive:
            return guilt  # somebody gives a last word after everybody has died
        beliefs = self.beliefs(table, liars)
        fixed = self._told(table, beliefs)
        fixed.update(dict.fromkeys(table.prisoners, SURE))
        fixed.update(known)
        open_seats = [seat for seat in table.alive if seat not in fixed]
        taken = [fixed[seat] for seat in table.alive if seat in fixed]
        left = min(max(self.living_guilty(table) - sum(taken), 0.3), max(len(open_seats) - 0.3, 0.3))
        odds = [exp(self._leaning(table, seat)) for seat in open_seats]
        _share_out(guilt, open_seats, odds, left)
        for seat in table.alive:
            if seat in fixed:
                guilt[seat] = fixed[seat]
        return guilt

    def _leaning(self, table: Table, seat: int) -> float:
        lost = strength.LOST_VOTE if seat in table.no_vote else 0.0
        return max(min(self.evidence[seat] + lost, MOST), -MOST)

    def _told(self, table: Table, beliefs: dict[int, float]) -> dict[int, float]:
        """Returns the probability of guilt of the claimants and of those whom they say they have checked."""
        base = self.living_guilty(table) / len(table.alive)
        told: dict[int, float] = {}
        for seat, belief in beliefs.items():
            trust = belief * strength.BELIEVE
            for checked, side in self.claims[seat]:
                was = told.get(checked, base)
                told[checked] = was * (1 - trust) + (trust if side not in INNOCENT else 0.0)
        for seat, belief in beliefs.items():
            told[seat] = min(max(1.0 - belief, HARDLY), SURE)
        return told


def _leads_town(role: Role) -> bool:
    return role.rank is Rank.LEADER and role.side in INNOCENT


def _share_out(guilt: list[float], seats: list[int], odds: list[float], left: float) -> None:
    """Writes probabilities in the ratio of these odds into `guilt`; they add up to about `left` criminals."""
    if not seats:
        return
    scale = left / max(len(seats) - left, 0.3)
    for _ in range(2):
        total = sum([scale * odd / (1 + scale * odd) for odd in odds])
        mean, wanted = total / len(seats), left / len(seats)
        if 0 < mean < 1 and 0 < wanted < 1:
            scale *= wanted / (1 - wanted) / (mean / (1 - mean))
    for seat, odd in zip(seats, odds, strict=True):
        guilt[seat] = scale * odd / (1 + scale * odd)


def log_odds(chance: float) -> float:
    chance = min(max(chance, HARDLY / 4), 1 - HARDLY / 4)
    return log(chance / (1 - chance))
