"""What one seat knows beyond the table: built from the events that were sent to it, and to no other seat alone."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import events as ev
from engine.commands import Verb
from engine.events import StepName, Topic
from engine.options import Lynch
from engine.roles import Role
from engine.table import Table
from engine.table_updates import BALLOTS

# Bound once: Python 3.11 takes ten times as long to look an enum member up.
ONE_BY_ONE = Lynch.ONE_BY_ONE
VOTES = (StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT, StepName.CONFIRMATION)
"""Steps in which everybody votes."""

LEARNT = frozenset({Topic.CHECK, Topic.PRIEST})
"""What is told once, in answer to a night, and is worth knowing ever after."""


class Learnt(NamedTuple):
    """What a seat was told, and in answer to which question: the night and its wave."""

    night: int
    wave: int
    told: ev.Told


class Knowledge:
    """What one seat knows beyond the table: its card, its mates, its own choices at night, and what it was told.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10)).state.view(1).me.role.id
    'don'
    """

    __slots__ = (
        "acted",
        "appointed",
        "earlier_vote",
        "history",
        "leader",
        "learnt",
        "mates",
        "night",
        "role",
        "said",
        "seat",
        "signs",
        "told",
        "vote",
        "wave",
    )

    def __init__(self, seat: int, role: Role) -> None:
        self.seat = seat
        self.role = role
        self.mates: tuple[int, ...] = ()
        self.leader = 0
        self.appointed: tuple[int, ...] = ()
        """The order of shots that the head of the team named."""
        self.night = 0
        self.wave = 0
        self.acted: tuple[tuple[str, int], ...] = ()
        """Answers in the latest wave in which this seat answered: ability and target, 0 for none."""
        self.said: tuple[tuple[Verb, int], ...] = ()
        """The same answers by the words they were given in."""
        self.signs: tuple[tuple[int, int], ...] = ()
        """What the mates have chosen in this wave, where the team agrees by signs: seat and target, 0 for none."""
        self.history: tuple[tuple[int, str, int], ...] = ()
        """All answers: night, ability, target."""
        self.vote: int | None = None
        """The own hidden vote, until the next ballot."""
        self.earlier_vote = 0
        """While a ballot runs: against whom this seat voted in the one just before it; 0 for nobody."""
        self.told: tuple[ev.Told, ...] = ()
        self.learnt: tuple[Learnt, ...] = ()
        """Of what was told, the answers of the nights."""

    def __repr__(self) -> str:
        # No card and no answer: what a seat knows must not reach a log or a traceback.
        return f"<Knowledge of seat {self.seat}>"

    def copy(self) -> "Knowledge":
        """The same knowledge, apart from the game."""
        twin = Knowledge.__new__(Knowledge)
        twin.become(self)
        return twin

    def become(self, other: "Knowledge") -> None:
        """Take over everything that another seat's knowledge holds."""
        # Written out: every command copies what each seat knows, and a loop over names takes four times as long.
        self.acted = other.acted
        self.appointed = other.appointed
        self.earlier_vote = other.earlier_vote
        self.history = other.history
        self.leader = other.leader
        self.learnt = other.learnt
        self.mates = other.mates
        self.night = other.night
        self.role = other.role
        self.said = other.said
        self.seat = other.seat
        self.signs = other.signs
        self.told = other.told
        self.vote = other.vote
        self.wave = other.wave

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and all(
            getattr(self, name) == getattr(other, name) for name in Knowledge.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # changes as the game goes on


def _acted(mine: Knowledge, event: ev.Acted) -> None:
    _, night, wave, ability, verb, target = event
    if mine.night != night or mine.wave != wave:
        mine.night = night
        mine.wave = wave
        mine.acted = ()
        mine.said = ()
    mine.said += ((verb, target),)
    mine.acted += ((ability, target),)
    mine.history += ((night, ability, target),)


def _told(mine: Knowledge, event: ev.Told) -> None:
    mine.told += (event,)
    if event.topic is Topic.MATES:
        mine.mates = event.about
    elif event.topic is Topic.LEADER:
        mine.leader = event.about[0]
    elif event.topic is Topic.CHOICE:
        seat, target = event.about
        mine.signs = (*(sign for sign in mine.signs if sign[0] != seat), (seat, target))


def _shots_appointed(mine: Knowledge, event: ev.ShotsAppointed) -> None:
    mine.appointed = event.targets


def _vote_cast(mine: Knowledge, event: ev.VoteCast) -> None:
    mine.vote = event.target


def _doom_voted(mine: Knowledge, event: ev.DoomVoted) -> None:
    mine.vote = int(event.yes)


KNOWLEDGE_FOLD: dict[type, Callable[[Knowledge, Any], None]] = {
    ev.Acted: _acted,
    ev.VoteCast: _vote_cast,
    ev.DoomVoted: _doom_voted,
    ev.Told: _told,
    ev.ShotsAppointed: _shots_appointed,
}


def _step_began(mine: Knowledge, table: Table, event: ev.StepBegan) -> None:
    if event.step in VOTES:
        follows = table.step in BALLOTS and table.rules.options.lynch is not ONE_BY_ONE
        mine.earlier_vote = (mine.vote or table.votes[mine.seat]) if follows else 0
        mine.vote = None
    mine.signs = ()


def _window_opened(mine: Knowledge, table: Table, _: ev.WindowOpened) -> None:
    if table.rules.options.lynch is ONE_BY_ONE:  # another question, and not another candidate of the same
        mine.vote = None


def _vote_dropped(mine: Knowledge, _: Table, event: ev.VoteDropped) -> None:
    if event.seat == mine.seat:
        mine.vote = None


KNOWLEDGE_AT_TABLE_FOLD: dict[type, Callable[[Knowledge, Table, Any], None]] = {
    ev.StepBegan: _step_began,
    ev.WindowOpened: _window_opened,
    ev.VoteDropped: _vote_dropped,
}
"""What becomes of a seat's knowledge at events that all hear; the table follows them afterwards."""
