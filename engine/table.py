"""What everybody at the table knows: built from the public events, and from nothing else.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from engine.events import StepName, Way, Why, Winner
from engine.rules import Rules


class Departure(NamedTuple):
    """Who left, how and when."""

    seat: int
    way: Way
    day: int
    at_night: bool


class Ballot(NamedTuple):
    """A finished ballot, as the protocol keeps it."""

    day: int
    tally: tuple[tuple[int, int], ...]
    against: tuple[tuple[int, int], ...] = ()
    """Who voted against whom, where hands were hidden until the close (S2)."""


@dataclass(slots=True, repr=False, eq=False)
class Table:
    """The public part of a game: what everybody at the table knows. Lists are indexed by seat; index 0 is nobody.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).table
    <Table fiim, deal, 10 of 10 alive>
    """

    # who plays what, and with which cards
    rules: Rules
    """The rule set with the options of this table."""
    size: int
    """How many seats the table has."""
    cards: tuple[str, ...] = ()
    """The cards in the box, sorted; who holds which is not public."""
    guests: tuple[str, ...] = ()
    """Who sits where, from seat 1 on; empty for a game that was dealt by hand."""
    commitment: str = ""
    """The seal of the secret that the deal follows from."""
    secret: str = ""
    """Shown when the game is over."""

    # the step, and whose turn it is
    step: StepName = StepName.DEAL
    """Which step runs; `OVER` after the end."""
    number: int = 0
    """Counts the steps; a tap that names another number is stale."""
    seconds: int = 0
    """How long the current step lasts; `length` regards time-outs."""
    speaker: int = 0
    """Who has the floor; 0 for nobody."""
    silent: bool = False
    """The speaker may only nominate."""
    paused: bool = False
    """The judge has stopped the clock."""
    holding: bool = False
    """The judge leads: every step waits for `next`."""
    held: bool = False
    """The current step waits for the judge."""
    day: int = 0
    """Which day it is, from 1 on; 0 before the first."""
    night: int = 0
    """Which night it is or was last, from 1 on; 0 before the first."""
    wave: int = 0
    """Which part of the night this is, from 1 on."""
    opener: int = 0
    """Who speaks first today."""
    alive: tuple[int, ...] = field(init=False)
    """The seats that are in the game."""
    seen: tuple[int, ...] = ()
    """Who has looked at the own card."""

    # nominations and ballots of the day
    nominations: tuple[tuple[int, int], ...] = ()
    """Who has nominated whom today, in order."""
    candidates: tuple[int, ...] = ()
    """Who stands in the ballot, in the order of nomination."""
    votes: list[int] = field(init=False)
    """Against whom each seat has voted; 0 for nobody yet."""
    window: int = 0
    """Which candidate of a sequential ballot is called, from 0 on."""
    tally: tuple[tuple[int, int], ...] = ()
    """The latest closed ballot: candidate and votes."""
    lift_votes: dict[int, bool] = field(default_factory=dict)
    """Who has said yes or no to the question whether all the tied leave."""
    condemned: int = 0
    """Who has the most votes and is put to a yes or no; 0 for nobody."""
    settled: bool = False
    """The result of this day's ballot is known, or there is none."""
    cancelled_day: int = 0
    """The day whose ballot a removal has cancelled; 0 for none."""
    cancelled_by: tuple[int, ...] = ()
    """Whose removal it was."""
    words: tuple[int, ...] = ()
    """Who is still to have a last word."""

    # discussion, and what a night leaves for the day
    ready: tuple[int, ...] = ()
    """Who has no more to say in this discussion."""
    extend_asked: tuple[int, ...] = ()
    """Who wants the discussion to go on."""
    hands: tuple[int, ...] = ()
    """Who has voted where votes are hidden until the close."""
    received: int = 0
    """How many votes lie in the box where nobody ever sees whose they are."""
    voted_on: tuple[int, ...] = ()
    """Candidates of an earlier ballot of this day."""
    acquitted: bool = False
    """The judge of the boxed game has saved somebody today (S2)."""
    alibis: tuple[int, ...] = ()
    """Who cannot be nominated today."""
    no_vote: tuple[int, ...] = ()
    """Who may not vote today."""
    prisoners: tuple[int, ...] = ()
    """Who is in prison (S2)."""
    claimed: tuple[int, ...] = ()
    """Who has claimed the Commissar's card aloud (S1)."""

    # warnings, fouls, time-outs
    warnings: list[int] = field(init=False)
    """Warnings by seat; they cost nothing."""
    fouls: list[int] = field(init=False)
    """Fouls by seat."""
    silence_owed: tuple[int, ...] = ()
    """Who loses the next minute by a third foul."""
    disqualified: tuple[int, ...] = ()
    """Who was removed by the judge."""
    team_lost: int = 0
    """Whose act has lost the game for the team; 0 for nobody."""
    expelled: tuple[int, ...] = ()
    """From the tournament."""
    offended: dict[int, int] = field(default_factory=dict)
    """In which step a seat was last seen writing out of turn."""
    time_out_by: int = 0
    """Who has taken the time-out that runs; 0 for nobody."""
    time_outs_used: list[int] = field(init=False)
    """Time-outs by seat."""
    judge_votes: dict[int, bool] = field(default_factory=dict)
    """In a time-out: who wants another judge (S4)."""

    # what has happened so far
    departures: tuple[Departure, ...] = ()
    """Who left, in order."""
    roles_shown: dict[int, str] = field(default_factory=dict)
    """Cards that were turned over, by seat."""
    ballots: tuple[Ballot, ...] = ()
    """All finished ballots."""
    victims: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Who was shot, by night."""
    may_name: tuple[int, ...] = ()
    """The first night's victims who have a best move."""
    best_moves: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Whom each of them has named."""
    calm: bool = False
    """Nobody has left since the last nightfall."""
    quiet_nights: int = 0
    """Nights in a row without a departure."""
    quiet_cycles: int = 0
    """Nights with their days in a row without a departure."""

    # the end, and what the judge gives after it
    winner: Winner | None = None
    """Who has won; None while the game goes on."""
    why: Why | None = None
    """What has ended the game."""
    bonuses: dict[int, tuple[int, bool]] = field(default_factory=dict)
    """Bonus points in hundredths by seat, and whether the chief judge has agreed."""
    penalties: tuple[tuple[int, int, str], ...] = ()
    """Seat, points and clause of each penalty."""
    closed: bool = False
    """The protocol is complete: from now on it is only corrected, with a reason."""
    corrections: tuple[tuple[int, int, str], ...] = ()
    """Seat, points and reason of each correction after the protocol was closed."""

    def __post_init__(self) -> None:
        seats = self.size + 1
        self.alive = tuple(range(1, seats))
        self.votes = [0] * seats
        self.warnings = [0] * seats
        self.fouls = [0] * seats
        self.time_outs_used = [0] * seats

    def copy(self) -> "Table":
        """A table of its own, as it is now."""
        twin = Table.__new__(Table)
        twin.become(self)
        return twin

    def become(self, other: "Table") -> None:
        """Take over everything that another table holds."""
        for name, value in zip(Table.__slots__, _everything(other), strict=True):
            setattr(self, name, value.copy() if type(value) in CHANGING else value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(
            getattr(self, name) == getattr(other, name) for name in Table.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # changes as the game goes on

    def __repr__(self) -> str:
        return f"<Table {self.rules.ruleset.id}, {self.summary()}>"

    def summary(self) -> str:
        """The position in a few words, for a debugger: only what the whole table knows.

        >>> import engine
        >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
        >>> engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).table.summary()
        'deal, 10 of 10 alive'
        """
        parts = [f"{self.step} of seat {self.speaker}" if self.speaker else str(self.step)]
        if self.day and self.winner is None:
            parts.insert(0, f"night {self.night}" if self.step is StepName.NIGHT else f"day {self.day}")
        if self.winner is not None:
            parts = [f"over, {self.winner} won" if self.winner is not Winner.DRAW else "over, a draw"]
        return ", ".join([*parts, f"{len(self.alive)} of {self.size} alive"])

    @property
    def nobody_dies_tonight(self) -> bool:
        """Is it the first shooting night of a table that kills nobody then?"""
        return self.night == 1 and not self.rules.options.first_night_kill

    @property
    def no_ballot_today(self) -> bool:
        """Is it the first day of a table that holds no ballot then?"""
        return self.day == 1 and not self.rules.options.first_day_ballot

    @property
    def length(self) -> int:
        """Seconds on the clock now."""
        return self.rules.options.time_out if self.time_out_by else self.seconds

    @property
    def candidate(self) -> int:
        """The one being voted on in a sequential ballot."""
        return self.candidates[self.window]

    @property
    def shown_candidates(self) -> tuple[int, ...]:
        """What the pinned list may say: a player cannot ask the judge who stands (S3 4.4.12)."""
        speeches = self.step is StepName.SPEECH or (not self.settled and self.step is StepName.LAST_WORD)
        return () if speeches and not self.rules.options.show_candidates else self.candidates

    @property
    def stopped(self) -> bool:
        """The clock stands still: the judge has paused the game, or a step waits for the judge."""
        return self.paused or self.held

    def barred(self, seat: int) -> bool:
        """In prison, or without a vote today."""
        return seat in self.prisoners or seat in self.no_vote

    @property
    def losing_misses(self) -> tuple[int, ...]:
        """The nights whose misses have lost the game for the team (S1); until the end nobody is told of them."""
        needed = self.rules.ruleset.misses_that_lose if self.why is Why.MISSES else 0
        return tuple(range(self.night - needed + 1, self.night + 1))

    def left_on_day(self, day: int) -> int:
        """How many left on that day; a night's victims do not count."""
        return sum(1 for gone in self.departures if gone.day == day and not gone.at_night)

    def next_living(self, seat: int) -> int:
        """The living seat that follows clockwise."""
        for s in self.alive:
            if s > seat:
                return s
        return self.alive[0]

    def next_speaker(self) -> int:
        """Who speaks after the present speaker; 0 when the round is complete."""
        size, opener = self.size, self.opener
        following = self.next_living(self.speaker)
        return following if (following - opener) % size > (self.speaker - opener) % size else 0


CHANGING = frozenset({list, dict})
_everything = attrgetter(*Table.__slots__)
