"""The public part of a journal as facts, and what of it a reader of the group's messages misses."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine import events as ev
from engine.events import Event, StepName, Way
from tests.kits.virtual_clock.public_protocol import Fact

SPEECHES = {
    StepName.SPEECH: "speech",
    StepName.TIE_SPEECH: "tie speech",
    StepName.LAST_WORD: "last word",
}
WAYS = {Way.VOTED: "left: voted", Way.LIFTED: "left: lifted out", Way.REMOVED: "left: removed"}
NOT_FACTS = frozenset({"says"})
"""What the parser notes and no journal has: the words of a computer player."""


class Compared(NamedTuple):
    missing: list[Fact]
    """Public facts that the group's messages do not tell."""
    untrue: list[Fact]
    """What the messages tell and the journal does not."""
    of: int
    """How many facts there are."""


class Book:
    """Writes the public facts of a journal down."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self._when, self._night = "before", 0
        self._votes: dict[int, int] = {}
        self._hands: dict[int, bool] = {}
        self._fouls: Counter[int] = Counter()
        self._undoable: list[Counter[int]] = []

    def write(self, event: Event) -> None:
        when, morning = self._when, f"morning {self._night}"
        match event:
            case ev.DayBroke():
                self._when = f"day {event.day}"
                self._add("day", self._when)
            case ev.NightFell():
                self._when, self._night = f"night {event.night}", event.night
                self._add("night", self._when)
            case ev.StepBegan(step=StepName.BALLOT | StepName.TIE_BALLOT):
                self._votes = {}
            case ev.StepBegan(step=StepName.LIFT_BALLOT):
                self._hands = {}
            case ev.StepBegan(step=StepName.DISCUSSION):
                self._add("discussion", when)
            case ev.StepBegan() if event.step in SPEECHES and not event.again:
                self._add(SPEECHES[event.step], when, (event.seat,))
            case ev.Nominated():
                self._add("nominates", when, (event.seat, event.target))
            case ev.Withdrew():
                self._add("withdraws", when, (event.seat, event.target))
            case ev.Voted():
                self._votes[event.seat] = event.target
            case ev.LiftVoted():
                self._hands[event.seat] = event.yes
            case ev.VoteDropped():
                self._votes.pop(event.seat, None)
                self._hands.pop(event.seat, None)
            case ev.BallotClosed():
                self._ballot(event)
            case ev.BallotSkipped():
                self._add(f"no ballot: {event.why}", when)
            case ev.TieFound():
                self._add("tie", when, event.seats)
            case ev.LiftClosed():
                self._add("lift", when, (), (event.yes, "passed" if event.passed else "failed"))
                yes = sum(self._hands.values())
                self._add("lift hands", when, (), (yes, len(self._hands) - yes))
            case ev.Left(way=Way.SHOT):
                for seat in event.seats:
                    self._add("left: shot", morning, (seat,))
            case ev.Left():
                for seat in event.seats:
                    self._add(WAYS[event.way], when, (seat,))
            case ev.NightClosed(victims=()):
                self._add("nobody shot", morning)
            case ev.Imprisoned():
                self._add("prison", morning, event.seats)
            case ev.Freed():
                self._add("freed", morning, event.seats)
            case ev.VoteTaken():
                self._add("no vote", morning, event.seats)
            case ev.AlibiGiven():
                self._add("alibi", morning, event.seats)
            case ev.Acquitted():
                self._add("acquitted", when, (event.seat,))
            case ev.RoleShown():
                self._add("card", "", (event.seat,))
            case ev.BestMoveMade(named=()):
                self._add("no best move", "", (event.seat,))
            case ev.BestMoveMade():
                self._add("best move", "", (event.seat,), event.named)
            case ev.FoulGiven():
                self._undoable.append(self._fouls.copy())
                self._fouls[event.seat] += 1
                self._add("foul", when, (event.seat,), (self._fouls[event.seat],))
            case ev.FoulPardoned():
                self._undoable.append(self._fouls.copy())
                self._fouls[event.seat] -= 1
                self._add("pardon", when, (event.seat,), (self._fouls[event.seat],))
            case ev.Undone():
                self._fouls = self._undoable.pop()
                self._add("undone", when)
            case ev.GameEnded():
                self._add("winner", "", (), (event.winner.value,))
            case _:
                return

    def _add(self, what: str, when: str, who: tuple[int, ...] = (), how: tuple[int | str, ...] = ()) -> None:
        self.facts.append(Fact(what, when, who, how))

    def _ballot(self, closed: ev.BallotClosed) -> None:
        """Notes each candidate with the voters; those who have not voted are counted for the last one."""
        cast = dict(closed.cast) or self._votes
        for candidate, count in closed.tally:
            voters = {voter for voter, target in cast.items() if target == candidate}
            if candidate == closed.tally[-1][0]:
                voters |= set(closed.by_default)
            self._add("votes", self._when, (candidate,), (count, *sorted(voters)))


def public_facts(journal: Sequence[Event]) -> list[Fact]:
    book = Book()
    for event in journal:
        book.write(event)
    return book.facts


def compare(expected: Sequence[Fact], read: Sequence[Fact]) -> Compared:
    """Compares what has happened with what was read. A fact may be told twice; nothing may be told that has not
    happened, and the speakers of a day stand in the order in which they spoke."""
    told = Counter(read)
    spoken = {(fact.when, fact.who) for fact in read if fact.what == "says"}
    missing: list[Fact] = []
    for fact, times in Counter(expected).items():
        lost = times - told[fact]
        if fact.what == "speech" and lost > 0 and (fact.when, fact.who) in spoken:
            lost -= 1  # the words of a computer player say who has the floor
        missing += [fact] * lost
    happened = {*expected}
    untrue = [fact for fact in told if fact not in happened and fact.what not in NOT_FACTS]
    return Compared(missing + _out_of_order(expected, read), untrue, len(expected))


def _out_of_order(expected: Sequence[Fact], read: Sequence[Fact]) -> list[Fact]:
    days = dict.fromkeys(fact.when for fact in expected if fact.what == "speech")
    found = []
    for day in days:
        spoke = [fact.who[0] for fact in expected if fact.what == "speech" and fact.when == day]
        told = [fact.who[0] for fact in read if fact.what in ("speech", "says") and fact.when == day]
        stand = dict.fromkeys(seat for seat in told if seat in spoke)
        if list(stand) != [seat for seat in spoke if seat in stand]:
            found.append(Fact("speakers out of order", day, tuple(stand)))
    return found
