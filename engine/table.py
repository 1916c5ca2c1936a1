"""What everybody at the table knows: built from the public events, and from nothing else.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

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


class Table:
    """The public part of a game: what everybody at the table knows. Lists are indexed by seat; index 0 is nobody.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).table
    <Table fiim, deal, 10 of 10 alive>
    """

    __slots__ = (
        "acquitted",
        "alibis",
        "alive",
        "ballots",
        "best_moves",
        "bonuses",
        "calm",
        "cancelled_by",
        "cancelled_day",
        "candidates",
        "cards",
        "claimed",
        "closed",
        "commitment",
        "corrections",
        "day",
        "departures",
        "disqualified",
        "expelled",
        "extend_asked",
        "fouls",
        "guests",
        "hands",
        "held",
        "holding",
        "judge_votes",
        "lift_votes",
        "may_name",
        "night",
        "no_vote",
        "nominations",
        "number",
        "offended",
        "opener",
        "paused",
        "penalties",
        "prisoners",
        "quiet_cycles",
        "quiet_nights",
        "ready",
        "roles_shown",
        "rules",
        "seconds",
        "secret",
        "seen",
        "settled",
        "silence_owed",
        "silent",
        "size",
        "speaker",
        "step",
        "tally",
        "team_lost",
        "time_out_by",
        "time_outs_used",
        "victims",
        "voted_on",
        "votes",
        "warnings",
        "wave",
        "why",
        "window",
        "winner",
        "words",
    )

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules = rules
        self.size = size
        self.cards: tuple[str, ...] = ()
        """The cards in the box, sorted; who holds which is not public."""
        self.guests: tuple[str, ...] = ()
        """Who sits where, from seat 1 on; empty for a game that was dealt by hand."""
        self.commitment = ""
        """The seal of the secret that the deal follows from."""
        self.secret = ""
        """Shown when the game is over."""

        self.step = StepName.DEAL
        self.number = 0
        """Counts the steps; a tap that names another number is stale."""
        self.seconds = 0
        """How long the current step lasts; `length` regards time-outs."""
        self.speaker = 0
        """Who has the floor; 0 for nobody."""
        self.silent = False
        """The speaker may only nominate."""
        self.paused = False
        """The judge has stopped the clock."""
        self.holding = False
        """The judge leads: every step waits for `next`."""
        self.held = False
        """The current step waits for the judge."""
        self.day = 0
        self.night = 0
        self.wave = 0
        """Which part of the night this is, from 1 on."""
        self.opener = 0
        """Who speaks first today."""
        self.alive: tuple[int, ...] = tuple(range(1, size + 1))
        """The seats that are in the game."""
        self.seen: tuple[int, ...] = ()
        """Who has looked at the own card."""

        self.nominations: tuple[tuple[int, int], ...] = ()
        """Who has nominated whom today, in order."""
        self.candidates: tuple[int, ...] = ()
        """Who stands in the ballot, in the order of nomination."""
        self.votes = [0] * (size + 1)
        """Against whom each seat has voted; 0 for nobody yet."""
        self.window = 0
        """Which candidate of a sequential ballot is called, from 0 on."""
        self.tally: tuple[tuple[int, int], ...] = ()
        """The latest closed ballot: candidate and votes."""
        self.lift_votes: dict[int, bool] = {}
        """Who has said yes or no to the question whether all the tied leave."""
        self.settled = False
        """The result of this day's ballot is known, or there is none."""
        self.cancelled_day = 0
        """The day whose ballot a removal has cancelled; 0 for none."""
        self.cancelled_by: tuple[int, ...] = ()
        """Whose removal it was."""
        self.words: tuple[int, ...] = ()
        """Who is still to have a last word."""

        self.ready: tuple[int, ...] = ()
        """Who has no more to say in this discussion."""
        self.extend_asked: tuple[int, ...] = ()
        """Who wants the discussion to go on."""
        self.hands: tuple[int, ...] = ()
        """Who has voted where votes are hidden until the close."""
        self.voted_on: tuple[int, ...] = ()
        """Candidates of an earlier ballot of this day."""
        self.acquitted = False
        """The judge of the boxed game has saved somebody today (S2)."""
        self.alibis: tuple[int, ...] = ()
        """Who cannot be nominated today."""
        self.no_vote: tuple[int, ...] = ()
        """Who may not vote today."""
        self.prisoners: tuple[int, ...] = ()
        """Who is in prison (S2)."""
        self.claimed: tuple[int, ...] = ()
        """Who has claimed the Commissar's card aloud (S1)."""

        self.warnings = [0] * (size + 1)
        """Warnings by seat; they cost nothing."""
        self.fouls = [0] * (size + 1)
        """Fouls by seat."""
        self.silence_owed: tuple[int, ...] = ()
        """Who loses the next minute by a third foul."""
        self.disqualified: tuple[int, ...] = ()
        """Who was removed by the judge."""
        self.team_lost = 0
        """Whose act has lost the game for the team; 0 for nobody."""
        self.expelled: tuple[int, ...] = ()
        """From the tournament."""
        self.offended: dict[int, int] = {}
        """In which step a seat was last seen writing out of turn."""
        self.time_out_by = 0
        """Who has taken the time-out that runs; 0 for nobody."""
        self.time_outs_used = [0] * (size + 1)
        """Time-outs by seat."""
        self.judge_votes: dict[int, bool] = {}
        """In a time-out: who wants another judge (S4)."""

        self.departures: tuple[Departure, ...] = ()
        """Who left, in order."""
        self.roles_shown: dict[int, str] = {}
        """Cards that were turned over, by seat."""
        self.ballots: tuple[Ballot, ...] = ()
        """All finished ballots."""
        self.victims: dict[int, tuple[int, ...]] = {}
        """Who was shot, by night."""
        self.may_name: tuple[int, ...] = ()
        """The first night's victims who have a best move."""
        self.best_moves: dict[int, tuple[int, ...]] = {}
        """Whom each of them has named."""
        self.calm = False
        """Nobody has left since the last nightfall."""
        self.quiet_nights = 0
        """Nights in a row without a departure."""
        self.quiet_cycles = 0
        """Nights with their days in a row without a departure."""
        self.winner: Winner | None = None
        self.why: Why | None = None
        """What has ended the game."""
        self.bonuses: dict[int, tuple[int, bool]] = {}
        """Bonus points in hundredths by seat, and whether the chief judge has agreed."""
        self.penalties: tuple[tuple[int, int, str], ...] = ()
        """Seat, points and clause of each penalty."""
        self.closed = False
        """The protocol is complete: from now on it is only corrected, with a reason."""
        self.corrections: tuple[tuple[int, int, str], ...] = ()
        """Seat, points and reason of each correction after the protocol was closed."""

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
