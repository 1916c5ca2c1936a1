"""What a player of a red-and-black table has seen and heard, as evidence about who is black."""

from functools import lru_cache
from typing import NamedTuple

from engine.ability_effects import Kill
from engine.events import StepName, Way
from engine.options import BallotSecrecy, Unvoted
from engine.players import strength
from engine.players.sport_and_city.team_probabilities import Bonds, Case, Verdict, judge
from engine.players.statements import Check, Say, Statement
from engine.roles import Side
from engine.state import SeatView
from engine.table import Table

NOBODY: frozenset[int] = frozenset()


@lru_cache(maxsize=8)
def _judge_once(
    together: tuple[tuple[float, ...], ...],
    cases: tuple[Case, ...],
    living: tuple[int, ...],
    out: tuple[int, ...],
    blacks: int,
) -> Verdict:
    """Caches `judge` for all blacks of a table: they judge without any card, so their arguments are equal."""
    bonds = Bonds(len(together) - 1)
    bonds.together = [list(row) for row in together]
    return judge(bonds, cases, living, out, blacks)


class Vote(NamedTuple):
    """A closed ballot with at least two candidates."""

    stood: tuple[int, ...]
    votes: tuple[int, ...]
    """Against whom each seat voted, indexed by seat; 0 for no vote."""


class Memory:
    """What a player remembers of its own view and of statements, and how it judges by them."""

    __slots__ = (
        "_ballots",
        "_day",
        "ballots",
        "blacks",
        "bonds",
        "claims",
        "nominations",
        "said",
        "shots_tell",
        "trusted",
        "version",
    )

    def __init__(self, view: SeatView) -> None:
        table = view.table
        roles = table.rules.ruleset.roles
        self.blacks = sum(1 for card in table.cards if roles[card].side is Side.BLACK)
        """Number of blacks in the deal. All players know which cards were dealt."""
        self.shots_tell = not any(roles[card].does(Kill) for card in table.cards)
        """Whether only the black team shoots, so that every victim of a shot is red."""
        self.bonds = Bonds(table.size)
        self.claims: dict[int, tuple[Check, ...]] = {}
        """The latest list of checks of each seat that claims to be the Sheriff, in the order of the claims."""
        self.trusted: dict[int, int] = {}
        """The seat that each seat last said it trusts."""
        self.ballots: list[Vote] = []
        self.nominations: list[tuple[int, int]] = []
        self.said: list[tuple[int, int, Say]] = []
        """Speaker, seat spoken of, and kind of each statement that has not become evidence yet."""
        self.version = 0
        """Increases with new evidence; a verdict of an older version is out of date."""
        self._ballots = len(table.ballots)
        self._day = 0

    def hear(self, seat: int, statement: Statement) -> None:
        if statement.say is Say.CLAIMS_SHERIFF:
            if self.claims.get(seat) != statement.checks:
                self.claims[seat] = statement.checks
                self.version += 1
        else:
            self.said.append((seat, statement.seats[0], statement.say))
            if statement.say is Say.TRUSTS:
                self.trusted[seat] = statement.seats[0]

    def look(self, table: Table) -> None:
        """Adds the votes of a ballot that has closed; once a day, then or at night, also words and nominations."""
        closed = len(table.ballots)
        if closed > self._ballots:
            self._ballots = closed
            self._take_votes(table)
        elif table.step is not StepName.NIGHT:
            return
        if table.day != self._day:
            self._day = table.day
            self._take_speeches(table)

    def _take_votes(self, table: Table) -> None:
        stood = tuple([seat for seat, _ in table.tally])
        secrecy = table.rules.options.ballot_secrecy
        if len(stood) < 2 or secrecy is BallotSecrecy.ANONYMOUS:
            return  # nobody had a choice, or nobody knows who has voted against whom
        self.version += 1
        together = self.bonds.together
        votes = list(table.votes)
        if secrecy is BallotSecrecy.HIDDEN:
            for seat, target in table.ballots[-1].against:
                votes[seat] = target
        if table.rules.options.unvoted is Unvoted.LAST_CANDIDATE:
            for seat in table.alive:  # of those whom this ballot has removed only cast votes count
                votes[seat] = votes[seat] or stood[-1]
        self.ballots.append(Vote(stood, tuple(votes)))
        against, spared = strength.VOTED_AGAINST_MATE, strength.SPARED_MATE
        for other in stood:
            row = together[other]
            for seat, target in enumerate(votes):
                if target:
                    factor = against if other == target else spared
                    row[seat] *= factor
                    together[seat][other] *= factor

    def _take_speeches(self, table: Table) -> None:
        bind = self.bonds.bind
        self.nominations += table.nominations
        for seat, target in table.nominations:
            bind(seat, target, strength.NOMINATED_MATE)
        for seat, target, say in self.said:
            if say is Say.SUSPECTS:
                bind(seat, target, strength.SUSPECTED_MATE)
        self.said.clear()
        self.version += 1

    # --- judging ------------------------------------------------------------------------------------------------

    def verdict(self, table: Table, me: int = 0) -> Verdict:
        """Returns the verdict of a red on seat `me`; with `me` 0, of one who knows no card."""
        if not self.version and not table.departures:
            return self._no_evidence(table, me)
        return self._judge(table, self.readings(table, me), shared=not me)

    def sheriff_verdict(self, table: Table, me: int, checks: tuple[Check, ...]) -> Verdict:
        """Returns the verdict of the Sheriff, who knows that everybody else who claims the card lies."""
        red, black = self.known(table)
        red |= {me} | {check.seat for check in checks if check.side is Side.RED}
        black |= {check.seat for check in checks if check.side is Side.BLACK}
        liars = black | {seat for seat in self.claims if seat != me and seat not in red}
        return self._judge(table, [Case(1.0, red, liars)])

    def readings(self, table: Table, me: int) -> list[Case]:
        """Returns one case for each claimant, in which it is the true Sheriff, and one in which none is."""
        red, black = self.known(table)
        if me:
            red |= {me}
        claims = self.claims
        if not claims:
            return [Case(1.0, red, black)]
        lie, lies = strength.FIRST_LIE, 1.0
        liar: dict[int, float] = {}
        for seat in claims:
            liar[seat] = lie
            lies *= lie
            lie = strength.COUNTER_LIE
        everybody = frozenset(claims)
        cases = [Case(lies * strength.SILENT_SHERIFF, red, black | everybody)]
        for seat, checks in claims.items():
            cleared = {check.seat for check in checks if check.side is Side.RED}
            found = {check.seat for check in checks if check.side is Side.BLACK}
            cases.append(Case(lies / liar[seat], red | cleared | {seat}, black | found | (everybody - {seat})))
        return cases

    def _judge(self, table: Table, cases: list[Case], *, shared: bool = False) -> Verdict:
        out = [gone.seat for gone in table.departures]
        if shared:
            together = tuple(map(tuple, self.bonds.together))
            verdict = _judge_once(together, tuple(cases), table.alive, tuple(out), self.blacks)
        else:
            verdict = judge(self.bonds, cases, table.alive, out, self.blacks)
        if any(verdict.cases):
            return verdict
        # No team fits the claims, or the game is decided: use only what the rules prove.
        red, black = self.known(table)
        verdict = judge(self.bonds, [Case(1.0, red, black)], table.alive, out, self.blacks)
        if any(verdict.cases):
            return verdict
        return self._no_evidence(table, 0)

    def _no_evidence(self, table: Table, me: int) -> Verdict:
        even = self.blacks / (table.size - (me > 0))
        return Verdict([0.0 if seat == me else even for seat in range(table.size + 1)], [1.0])

    def known(self, table: Table) -> tuple[frozenset[int], frozenset[int]]:
        """Returns the seats known to everybody as red and as black, by shots and by shown cards."""
        red = NOBODY
        if self.shots_tell:
            red = frozenset([gone.seat for gone in table.departures if gone.way is Way.SHOT])
        if not table.roles_shown:
            return red, NOBODY
        roles = table.rules.ruleset.roles
        black = frozenset([seat for seat, role in table.roles_shown.items() if roles[role].side is Side.BLACK])
        return (red | frozenset(table.roles_shown)) - black, black
