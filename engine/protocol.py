"""The protocol of a game (S0 9): what a judge writes down, read from the journal. Values only; the form and its
words belong to the shell. What the judge has taken back does not count and stays written all the same.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.commands import Verb
from engine.events import Event, Skip, StepName, Topic, Verdict, Way, Why, Winner
from engine.events.opening import check_opening
from engine.house_rules import find_ruleset
from engine.options import Lynch
from engine.points import SeatPoints, game_points
from engine.results import is_official
from engine.roles import SUSPECT, Side
from engine.rules import rules_for
from engine.state import State, evolve
from engine.table import Departure
from engine.tournament.protests import Entry, Fate, counted
from engine.undo import CAN_BE_UNDONE, END_UNDO

__all__ = [
    "CandidateVotes",
    "Day",
    "Exit",
    "Night",
    "NightAction",
    "Nomination",
    "Protocol",
    "Remark",
    "SeatLine",
    "Vote",
    "as_ruled",
    "protocol_of",
]


class Nomination(NamedTuple):
    """Who has nominated whom."""

    by: int
    target: int


class CandidateVotes(NamedTuple):
    """A candidate of one ballot."""

    seat: int
    votes: int
    voters: tuple[int, ...]


class Vote(NamedTuple):
    """A ballot that was held; a lift-ballot has no counts but of those who said yes. Of an anonymous ballot there
    are numbers only: it names no voters."""

    step: StepName
    counts: tuple[CandidateVotes, ...]
    yes: tuple[int, ...] = ()
    passed: bool = False
    ayes: int = 0
    """How many said yes."""
    noes: int = 0
    about: int = 0
    """Whose departure was to be confirmed."""


class Exit(NamedTuple):
    """Who left together, and how."""

    seats: tuple[int, ...]
    way: Way


class Day(NamedTuple):
    """One day: nominations, ballots, departures."""

    number: int
    nominations: tuple[Nomination, ...]
    ballots: tuple[Vote, ...]
    skipped: Skip | None
    acquitted: tuple[int, ...]
    exits: tuple[Exit, ...]


class NightAction(NamedTuple):
    """What somebody with an ability answered at night; target 0: nobody."""

    seat: int
    ability: str
    verb: Verb
    target: int
    answer: str = ""
    """What a check was answered with."""


class Night(NamedTuple):
    """One night: what everybody with an ability did, and who died of it."""

    number: int
    actions: tuple[NightAction, ...]
    victims: tuple[int, ...]


class Remark(NamedTuple):
    """Something that the judge gave, or the bot in the judge's place."""

    kind: str
    """`warn`, `foul`, `pardon`, `disqualify`, `team-loss`, `expel`, `bonus`, `penalty`; `correction`, or a mere
    `remark`."""
    seat: int
    points: int
    note: str
    day: int
    by_bot: bool = False
    undone: bool = False


class SeatLine(NamedTuple):
    """One seat's line of the form."""

    seat: int
    role: str
    side: Side
    fouls: int
    disqualified: bool
    left: Departure | None
    points: SeatPoints


class Protocol(NamedTuple):
    """The form that a judge fills in about a game (S0 9), as values."""

    ruleset: str
    official: bool
    """The number of players and the cards are those of the document."""
    seats: tuple[SeatLine, ...]
    order: tuple[int, ...]
    """Whom the Don wanted shot, night by night."""
    days: tuple[Day, ...]
    nights: tuple[Night, ...]
    best_moves: tuple[tuple[int, tuple[int, ...]], ...]
    remarks: tuple[Remark, ...]
    winner: Winner | None
    why: Why | None

    @property
    def team(self) -> tuple[SeatLine, ...]:
        """Whose shots are written down one by one: those who shoot together."""
        shots = {action.seat for night in self.nights for action in night.actions if action.verb is Verb.SHOOT}
        return tuple(line for line in self.seats if line.side in GANGS or line.seat in shots)


GANGS = frozenset({Side.BLACK, Side.MAFIA, Side.YAKUZA})


def protocol_of(journal: Sequence[Event]) -> Protocol:
    """The protocol of a game, read from its journal; `BadJournal` if it is none.

    It tells every card: not for a table that still plays.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> protocol_of(game.journal).seats[0].role
    'don'
    """
    counted, taken_back = standing(journal)
    book = _Book(counted)
    state, table = book.state, book.state.table
    gone = {departure.seat: departure for departure in table.departures}
    points = game_points(state)
    seats = tuple(
        SeatLine(
            seat,
            state.views[seat].me.role.id,
            state.side(seat),
            table.fouls[seat],
            seat in table.disqualified or seat == table.team_lost,
            gone.get(seat),
            points[seat - 1],
        )
        for seat in range(1, table.size + 1)
    )
    return Protocol(
        ruleset=table.rules.ruleset.id,
        official=is_official(table.rules, table.cards),
        seats=seats,
        order=book.order,
        days=tuple(page.day() for page in book.days),
        nights=tuple(page.night() for page in book.nights),
        best_moves=tuple(table.best_moves.items()),
        remarks=(*book.remarks, *(remark._replace(undone=True) for remark in taken_back)),
        winner=table.winner,
        why=book.why,
    )


def standing(journal: Sequence[Event]) -> tuple[list[Event], list[Remark]]:
    """The journal without what the judge has taken back (as `State.before_judge` does it), and what that was."""
    counted: list[Event] = []
    can_be_undone: list[int] = []
    taken_back: list[Remark] = []
    day = 0
    for event in journal:
        if isinstance(event, ev.DayBroke):
            day = event.day
        if isinstance(event, ev.Undone):
            since = can_be_undone.pop()
            taken_back += [remark for undone in counted[since:] for remark in _remarks(undone, day)]
            del counted[since:]
            continue
        if type(event) in CAN_BE_UNDONE:
            can_be_undone.append(len(counted))
        elif type(event) in END_UNDO:
            can_be_undone.clear()
        counted.append(event)
    return counted, taken_back


def _remarks(event: Event, day: int) -> Iterator[Remark]:
    match event:
        case ev.Warned(seat, note):
            yield Remark("warn", seat, 0, note, day)
        case ev.FoulGiven(seat, note, by_bot):
            yield Remark("foul", seat, 0, note, day, by_bot)
        case ev.Disqualified(seat, note):
            yield Remark("disqualify", seat, 0, note, day)
        case ev.TeamLost(seat, note):
            yield Remark("team-loss", seat, 0, note, day)
        case ev.Expelled(seat, note):
            yield Remark("expel", seat, 0, note, day)
        case ev.FoulPardoned(seat, note):
            yield Remark("pardon", seat, 0, note, day)
        case ev.Corrected(seat, points, note):
            yield Remark("correction" if points else "remark", seat, points, note, day)
        case ev.BonusGiven():
            yield Remark("bonus", event.seat, event.points, "", day)
        case ev.PenaltyGiven(seat, points, note, _):
            yield Remark("penalty", seat, points, note, day)
        case _:
            return


class _DayPage:
    def __init__(self, number: int) -> None:
        self.number = number
        self.nominated: dict[tuple[int, int], int] = {}
        """By round and seat: an acquittal opens a second round (S2)."""
        self.round = 0
        self.ballots: list[Vote] = []
        self.skipped: Skip | None = None
        self.acquitted: list[int] = []
        self.exits: list[Exit] = []

    def nominate(self, seat: int, target: int) -> None:
        """The latest counts, and stands where it was named."""
        self.nominated.pop((self.round, seat), None)
        self.nominated[self.round, seat] = target

    def day(self) -> Day:
        named = tuple(Nomination(seat, target) for (_, seat), target in self.nominated.items())
        return Day(self.number, named, tuple(self.ballots), self.skipped, tuple(self.acquitted), tuple(self.exits))


class _NightPage:
    def __init__(self, number: int) -> None:
        self.number = number
        self.actions: list[NightAction] = []
        self.victims: tuple[int, ...] = ()

    def answer(self, seat: int, target: int, answer: str) -> None:
        for place, action in enumerate(self.actions):
            if (action.seat, action.verb, action.target) == (seat, Verb.CHECK, target):
                self.actions[place] = action._replace(answer=answer)

    def night(self) -> Night:
        return Night(self.number, tuple(self.actions), self.victims)


class _Book:
    """The judge's book, written event by event beside the position."""

    def __init__(self, journal: Sequence[Event]) -> None:
        opened = check_opening(next(iter(journal), None))
        self.state = State(rules_for(find_ruleset(opened.ruleset), dict(opened.options)), len(opened.cards))
        self.days: list[_DayPage] = []
        self.nights: list[_NightPage] = []
        self.order: tuple[int, ...] = ()
        self.remarks: list[Remark] = []
        self.why: Why | None = None
        for event in journal:
            self._write(event)
            evolve(self.state, event)

    def _write(self, event: Event) -> None:
        """Called before the event has its effect: the votes still lie on the table."""
        table = self.state.table
        self.remarks += _remarks(event, table.day)
        match event:
            case ev.ShotsAppointed():
                self.order = event.targets
            case ev.DayBroke():
                self.days.append(_DayPage(event.day))
            case ev.NightFell():
                self.nights.append(_NightPage(event.night))
            case ev.Acted() if event.ability != SUSPECT.id and self.nights:
                self.nights[-1].actions.append(NightAction(event.seat, event.ability, event.verb, event.target))
            case ev.Told(topic=Topic.CHECK) if self.nights:
                self.nights[-1].answer(event.seat, event.about[0], event.answer)
            case ev.NightClosed() if self.nights:
                self.nights[-1].victims = event.victims
            case ev.GameEnded():
                self.why = event.why
        if self.days:
            self._write_day(self.days[-1], event)

    def _write_day(self, page: _DayPage, event: Event) -> None:
        table = self.state.table
        match event:
            case ev.Nominated(seat, target):
                page.nominate(seat, target)
            case ev.Withdrew(seat):
                page.nominated.pop((page.round, seat), None)
            case ev.BallotSkipped(why):
                page.skipped = why
            case ev.BallotClosed():
                page.ballots.append(Vote(table.step, tuple(self._counts(event))))
            case ev.LiftClosed():
                answers = dict(event.cast) or table.lift_votes
                yes = tuple(seat for seat, said in sorted(answers.items()) if said)
                page.ballots.append(Vote(StepName.LIFT_BALLOT, (), yes, event.passed, event.yes))
            case ev.ConfirmationClosed(seat, verdict, ayes, noes, cast):
                answers = dict(cast) or table.lift_votes
                yes = tuple(voter for voter, said in sorted(answers.items()) if said)
                passed = verdict is Verdict.CONFIRMED
                page.ballots.append(Vote(StepName.CONFIRMATION, (), yes, passed, ayes, noes, seat))
            case ev.Acquitted(seat):
                page.acquitted.append(seat)
                page.round += 1
            case ev.Left(seats, way) if way is not Way.SHOT:
                page.exits.append(Exit(seats, way))

    def _counts(self, closed: ev.BallotClosed) -> Iterator[CandidateVotes]:
        """Each candidate with its voters; those who did not vote voted against the last (S0 4.4.9, S3 4.4.6)."""
        table = self.state.table
        one_by_one = table.rules.options.lynch is Lynch.ONE_BY_ONE and bool(closed.cast)
        cast = dict(closed.cast) or dict(enumerate(table.votes))
        for candidate, votes in closed.tally:
            against = 1 if one_by_one else candidate
            voters = {voter for voter, target in cast.items() if voter and target == against}
            if candidate == closed.tally[-1][0]:
                voters.update(closed.by_default)
            yield CandidateVotes(candidate, votes, tuple(sorted(voters)))


def as_ruled(protocol: Protocol, entry: Entry) -> Protocol:
    """The protocol with the result that the chief judge has put in the place of the table's (S3 9.6).

    It is returned as it is where `entry` changes no result.

    >>> from random import Random
    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> commands = engine.play_to_the_end(game, [engine.RandomPlayer()] * 10, Random(1))
    >>> result = engine.game_result("g1", game.state, tuple("ABCDEFGHIJ"), ended_ms=0)
    >>> protocol = protocol_of(game.journal)
    >>> as_ruled(protocol, engine.tournament.protests.Entry(result)) is protocol
    True
    """
    if entry.ruling.fate is not Fate.CHANGED:
        return protocol
    (game,), _ = counted([entry])
    lines = zip(protocol.seats, game.seats, strict=True)
    seats = tuple(line._replace(points=seat.points) for line, seat in lines)
    return protocol._replace(winner=game.winner, seats=seats)
