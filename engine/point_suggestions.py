"""What the record supports for the judge's list: penalties (S3 7.4) and candidates for a bonus, with the evidence.

Only what the journal shows: who did not check, who missed an appointed shot, who voted how. Whether an act has
hurt the team (7.4.1) is for the judge to say.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine import events as ev
from engine.events import Event, StepName, Winner
from engine.protocol import standing
from engine.role_catalogue.sport import FIND_BLACK, FIND_SHERIFF, SHOT
from engine.roles import Side
from engine.state import State

__all__ = [
    "Evidence",
    "Ground",
    "Suggestion",
    "suggest",
]

SMALL, LARGE = -20, -40


class Ground(StrEnum):
    """Why, by clause; the words are in the locales under `suggest-…`."""

    SHERIFF_SLEPT = "sheriff-slept"
    DON_SLEPT = "don-slept"
    NOT_APPOINTED = "not-appointed"
    MISSED_APPOINTED = "missed-appointed"
    DIVIDED_AT_THREE = "divided-at-three"
    SHERIFF_SLEPT_TWICE = "sheriff-slept-twice"
    NO_ORDER_AT_ALL = "no-order-at-all"
    SPARED_A_RED = "spared-a-red"
    VOTED_ONESELF_OUT = "voted-oneself-out"
    # candidates for a bonus
    FOUND_BLACKS = "found-blacks"
    VOTED_FOR_BLACKS = "voted-for-blacks"
    NOMINATED_BLACKS = "nominated-blacks"
    FOUND_THE_SHERIFF = "found-the-sheriff"
    LIVED = "lived"


CLAUSES = {
    Ground.SHERIFF_SLEPT: ("7.4.2.1", SMALL),
    Ground.DON_SLEPT: ("7.4.2.2", SMALL),
    Ground.NOT_APPOINTED: ("7.4.2.3", SMALL),
    Ground.MISSED_APPOINTED: ("7.4.2.3", SMALL),
    Ground.DIVIDED_AT_THREE: ("7.4.3.2", LARGE),
    Ground.SHERIFF_SLEPT_TWICE: ("7.4.3.6", LARGE),
    Ground.NO_ORDER_AT_ALL: ("7.4.3.8", LARGE),
    Ground.SPARED_A_RED: ("7.4.3.11", LARGE),
    Ground.VOTED_ONESELF_OUT: ("7.4.3.12", LARGE),
}
"""Each ground for a penalty with the code of its clause (`engine.penalty_clauses`) and what it costs."""


class Evidence(NamedTuple):
    """Where in the game: a night or a day, and the seats it is about."""

    night: int = 0
    day: int = 0
    seats: tuple[int, ...] = ()


class Suggestion(NamedTuple):
    """A penalty or a candidate for a bonus that the journal supports."""

    seat: int
    ground: Ground
    points: int
    """Of a penalty; 0 for a bonus, whose size is the judge's."""
    clause: str
    evidence: tuple[Evidence, ...]


class Poll(NamedTuple):
    """A finished ballot with everybody's vote."""

    day: int
    votes: tuple[tuple[int, int], ...]
    """Who against whom, the votes that fell to the last candidate among them."""
    by_default: tuple[int, ...]
    condemned: int
    """Who left by it; 0 if nobody."""
    living: int


def suggest(journal: Sequence[Event], state: State) -> tuple[Suggestion, ...]:
    """What the journal supports for the judge's list of points: `state` is the position it has led to.

    Penalties by clause (S3 7.4), then candidates for a bonus, each with where in the game it happened.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> suggest(game.journal, game.state)
    ()
    """
    if not state.table.rules.ruleset.scoring.penalties or state.table.step is not StepName.OVER:
        return ()
    kept, _ = standing(journal)
    story = _Story(kept, state)
    found = [suggestion for clause in PENALTIES for suggestion in clause(story)]
    return tuple(found) + tuple(_bonus_candidates(story))


class _Story:
    """The journal, read once: nights, polls, nominations."""

    def __init__(self, journal: Sequence[Event], state: State) -> None:
        self.state = state
        self.nights: list[int] = []
        self.alive_at: dict[int, tuple[int, ...]] = {}
        self.acts: dict[tuple[int, int, str], int] = {}
        """(night, seat, ability) → target, 0 for declined."""
        self.appointed: tuple[int, ...] = ()
        self.polls: list[Poll] = []
        self.nominated: list[tuple[int, int, int]] = []
        """Day, who, whom."""
        self._read(journal)

    def _read(self, journal: Sequence[Event]) -> None:
        alive = list(range(1, self.state.table.size + 1))
        day, votes = 0, dict[int, int]()
        for event in journal:
            match event:
                case ev.PositionSet():
                    alive = [seat for seat in alive if seat not in event.out]
                case ev.DayBroke():
                    day = event.day
                case ev.NightFell():
                    self.nights.append(event.night)
                    self.alive_at[event.night] = tuple(alive)
                case ev.ShotsAppointed():
                    self.appointed = event.targets
                case ev.Acted():
                    self.acts[event.night, event.seat, event.ability] = event.target
                case ev.Nominated():
                    self.nominated.append((day, event.seat, event.target))
                case ev.StepBegan(step=StepName.BALLOT | StepName.TIE_BALLOT):
                    votes = {}
                case ev.Voted():
                    votes[event.seat] = event.target
                case ev.BallotClosed():
                    last = event.tally[-1][0]
                    cast = {**votes, **dict(event.cast), **dict.fromkeys(event.by_default, last)}
                    self.polls.append(Poll(day, tuple(sorted(cast.items())), event.by_default, 0, len(alive)))
                    votes = {}
                case ev.Left():
                    if event.way is ev.Way.VOTED and self.polls:
                        self.polls[-1] = self.polls[-1]._replace(condemned=event.seats[0])
                    alive = [seat for seat in alive if seat not in event.seats]

    def seat_of(self, role: str) -> int:
        views = self.state.views
        return next((seat for seat in range(1, len(views)) if views[seat].me.role.id == role), 0)

    def blacks(self, among: Iterable[int]) -> tuple[int, ...]:
        return tuple(seat for seat in among if self.state.side(seat) is Side.BLACK)

    def nights_without(self, seat: int, ability: str) -> list[int]:
        """Nights in which a living player let the check go by."""
        return [
            night
            for night in self.nights
            if seat in self.alive_at[night] and not self.acts.get((night, seat, ability), 0)
        ]

    def checked(self, seat: int, ability: str, before: int) -> set[int]:
        return {
            target
            for (night, who, what), target in self.acts.items()
            if who == seat and what == ability and night < before and target
        }


# --- penalties (S3 7.4) -------------------------------------------------------------------------------------


def _penalty(seat: int, ground: Ground, evidence: Iterable[Evidence]) -> Suggestion:
    clause, points = CLAUSES[ground]
    return Suggestion(seat, ground, points, clause, tuple(evidence))


def _sheriff_slept(story: _Story) -> Iterator[Suggestion]:
    """7.4.2.1 while not all blacks were found; 7.4.3.6 in two nights or more."""
    sheriff = story.seat_of("sheriff")
    blacks = set(story.blacks(range(1, story.state.table.size + 1)))
    missed = [
        night
        for night in story.nights_without(sheriff, FIND_BLACK.id)
        if not blacks <= story.checked(sheriff, FIND_BLACK.id, night)
    ]
    if len(missed) >= 2:
        yield _penalty(sheriff, Ground.SHERIFF_SLEPT_TWICE, [Evidence(night=night) for night in missed])
    elif missed:
        yield _penalty(sheriff, Ground.SHERIFF_SLEPT, [Evidence(night=missed[0])])


def _don_slept(story: _Story) -> Iterator[Suggestion]:
    """7.4.2.2 while the Sheriff was not found."""
    don, sheriff = story.seat_of("don"), story.seat_of("sheriff")
    for night in story.nights_without(don, FIND_SHERIFF.id):
        if sheriff not in story.checked(don, FIND_SHERIFF.id, night):
            yield _penalty(don, Ground.DON_SLEPT, [Evidence(night=night)])


def _not_appointed(story: _Story) -> Iterator[Suggestion]:
    """7.4.3.8 no order of shots at all; 7.4.2.3 none for a night in which the team missed."""
    don = story.seat_of("don")
    if not story.appointed and story.nights:
        yield _penalty(don, Ground.NO_ORDER_AT_ALL, [])
        return
    for night in story.nights:
        beyond = night > len(story.appointed)
        if beyond and don in story.alive_at[night] and not story.state.table.victims.get(night):
            yield _penalty(don, Ground.NOT_APPOINTED, [Evidence(night=night)])


def _missed_appointed(story: _Story) -> Iterator[Suggestion]:
    """7.4.2.3: the target lived, the team missed, and this one did not shoot there."""
    for night, target in zip(story.nights, story.appointed, strict=False):
        living = story.alive_at[night]
        if target not in living or story.state.table.victims.get(night):
            continue
        for seat in story.blacks(living):
            if story.acts.get((night, seat, SHOT.id), 0) != target:
                yield _penalty(seat, Ground.MISSED_APPOINTED, [Evidence(night=night, seats=(target,))])


def _divided_at_three(story: _Story) -> Iterator[Suggestion]:
    """7.4.3.2: with three at the table a red has voted so that it was a tie, twice."""
    ties: dict[int, list[Evidence]] = {}
    for poll in story.polls:
        if poll.living != 3 or poll.condemned:
            continue
        for seat, target in poll.votes:
            if story.state.side(seat) is Side.RED:
                ties.setdefault(seat, []).append(Evidence(day=poll.day, seats=(target,)))
    for seat, evidence in sorted(ties.items()):
        if len(evidence) >= 2:
            yield _penalty(seat, Ground.DIVIDED_AT_THREE, evidence)


def _spared_a_red(story: _Story) -> Iterator[Suggestion]:
    """7.4.3.11: the last ballot condemned a black, a red stood too, and a black's vote was not against the red."""
    if story.state.table.winner is not Winner.RED or not story.polls:
        return
    poll = story.polls[-1]
    if not poll.condemned or story.state.side(poll.condemned) is not Side.BLACK:
        return
    reds = {target for _, target in poll.votes if story.state.side(target) is Side.RED}
    for seat, target in poll.votes:
        if reds and seat != poll.condemned and story.state.side(seat) is Side.BLACK and target not in reds:
            yield _penalty(seat, Ground.SPARED_A_RED, [Evidence(day=poll.day, seats=(target,))])


def _voted_oneself_out(story: _Story) -> Iterator[Suggestion]:
    """7.4.3.12: the same hand against the next would have been enough; what falls to one by default is no act."""
    for poll in story.polls:
        votes = dict(poll.votes)
        if not poll.condemned or poll.condemned in poll.by_default or votes.get(poll.condemned) != poll.condemned:
            continue
        counts = [sum(1 for target in votes.values() if target == each) for each in set(votes.values())]
        counts.sort(reverse=True)
        if len(counts) > 1 and counts[0] - counts[1] <= 2:
            yield _penalty(poll.condemned, Ground.VOTED_ONESELF_OUT, [Evidence(day=poll.day)])


PENALTIES: tuple[Callable[[_Story], Iterator[Suggestion]], ...] = (
    _sheriff_slept,
    _don_slept,
    _not_appointed,
    _missed_appointed,
    _divided_at_three,
    _spared_a_red,
    _voted_oneself_out,
)


# --- candidates for a bonus (S3 7.3) ------------------------------------------------------------------------


def _bonus_candidates(story: _Story) -> Iterator[Suggestion]:
    """Nobody in a draw (S3 7.3.8)."""
    if story.state.table.winner is Winner.DRAW:
        return
    for seat in range(1, story.state.table.size + 1):
        for ground, evidence in _merits(story, seat):
            yield Suggestion(seat, ground, 0, "7.3.1", evidence)


def _merits(story: _Story, seat: int) -> Iterator[tuple[Ground, tuple[Evidence, ...]]]:
    state = story.state
    if state.side(seat) is Side.RED:
        votes = [
            Evidence(day=poll.day, seats=(target,))
            for poll in story.polls
            for voter, target in poll.votes
            if voter == seat and state.side(target) is Side.BLACK and voter not in poll.by_default
        ]
        if len(votes) >= 2:
            yield Ground.VOTED_FOR_BLACKS, tuple(votes)
        named = [
            Evidence(day=day, seats=(target,))
            for day, who, target in story.nominated
            if who == seat and state.side(target) is Side.BLACK
        ]
        if len(named) >= 2:
            yield Ground.NOMINATED_BLACKS, tuple(named)
        checks = _checks(story, seat, FIND_BLACK.id, lambda target: state.side(target) is Side.BLACK)
        if len(checks) >= 2:
            yield Ground.FOUND_BLACKS, checks
    else:
        checks = _checks(story, seat, FIND_SHERIFF.id, lambda target: target == story.seat_of("sheriff"))
        if checks:
            yield Ground.FOUND_THE_SHERIFF, checks
        if state.table.winner is Winner.BLACK and seat in state.table.alive:
            yield Ground.LIVED, ()


def _checks(story: _Story, seat: int, ability: str, counts: Callable[[int], bool]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(night=night, seats=(target,))
        for (night, who, what), target in sorted(story.acts.items())
        if who == seat and what == ability and target and counts(target)
    )
