"""What everybody at the table knows: the fold of all public events, and of nothing else."""

from operator import attrgetter
from typing import NamedTuple

from engine.events import StepName, Way, Why, Winner
from engine.rules import Rules


class Departure(NamedTuple):
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
    """The public part of a game. Lists are indexed by seat; index 0 is nobody."""

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
        self.guests: tuple[str, ...] = ()
        self.commitment = ""
        self.secret = ""
        """Shown when the game is over."""

        self.step = StepName.DEAL
        self.number = 0
        """Counts the steps; a tap that names another number is stale."""
        self.seconds = 0
        self.speaker = 0
        self.silent = False
        self.paused = False
        self.holding = False
        self.held = False
        self.day = 0
        self.night = 0
        self.wave = 0
        self.opener = 0
        self.alive: tuple[int, ...] = tuple(range(1, size + 1))
        self.seen: tuple[int, ...] = ()

        self.nominations: tuple[tuple[int, int], ...] = ()
        self.candidates: tuple[int, ...] = ()
        self.votes = [0] * (size + 1)
        self.window = 0
        self.tally: tuple[tuple[int, int], ...] = ()
        self.lift_votes: dict[int, bool] = {}
        self.settled = False
        """The result of this day's ballot is known, or there is none."""
        self.cancelled_day = 0
        self.cancelled_by: tuple[int, ...] = ()
        self.words: tuple[int, ...] = ()
        """Who is still to have a last word."""

        self.ready: tuple[int, ...] = ()
        self.extend_asked: tuple[int, ...] = ()
        self.hands: tuple[int, ...] = ()
        """Who has voted where votes are hidden until the close."""
        self.voted_on: tuple[int, ...] = ()
        """Candidates of an earlier ballot of this day."""
        self.acquitted = False
        self.alibis: tuple[int, ...] = ()
        self.no_vote: tuple[int, ...] = ()
        self.prisoners: tuple[int, ...] = ()
        self.claimed: tuple[int, ...] = ()

        self.warnings = [0] * (size + 1)
        self.fouls = [0] * (size + 1)
        self.silence_owed: tuple[int, ...] = ()
        self.disqualified: tuple[int, ...] = ()
        self.team_lost = 0
        self.expelled: tuple[int, ...] = ()
        """From the tournament."""
        self.offended: dict[int, int] = {}
        self.time_out_by = 0
        self.time_outs_used = [0] * (size + 1)
        self.judge_votes: dict[int, bool] = {}

        self.departures: tuple[Departure, ...] = ()
        self.roles_shown: dict[int, str] = {}
        self.ballots: tuple[Ballot, ...] = ()
        self.victims: dict[int, tuple[int, ...]] = {}
        self.may_name: tuple[int, ...] = ()
        """The first night's victims who have a best move."""
        self.best_moves: dict[int, tuple[int, ...]] = {}
        """Whom each of them has named."""
        self.calm = False
        """Nobody has left since the last nightfall."""
        self.quiet_nights = 0
        self.quiet_cycles = 0
        self.winner: Winner | None = None
        self.why: Why | None = None
        """What has ended the game."""
        self.bonuses: dict[int, tuple[int, bool]] = {}
        self.penalties: tuple[tuple[int, int, str], ...] = ()
        self.closed = False
        """The protocol is complete: from now on it is only corrected, with a reason."""
        self.corrections: tuple[tuple[int, int, str], ...] = ()

    def copy(self) -> "Table":
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
