"""In which order readers see the steps of a game, in the group and in their private chats."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.events import StepName
from tests.kits.virtual_clock.chats import Shown
from tests.kits.virtual_clock.evenings import GROUP, Evening
from tests.kits.virtual_clock.wordings import WORDINGS

IN_GROUP: dict[str, StepName] = {
    "meeting": StepName.MEET,
    "speech": StepName.SPEECH,
    "tie speech": StepName.TIE_SPEECH,
    "last word": StepName.LAST_WORD,
    "discussion": StepName.DISCUSSION,
    "ballot": StepName.BALLOT,
    "tie ballot": StepName.TIE_BALLOT,
    "lift ballot": StepName.LIFT_BALLOT,
    "night asks": StepName.NIGHT,
    "night goes on": StepName.NIGHT,
    "best move asked": StepName.BEST_MOVE,
}
IN_PRIVATE: dict[str, tuple[StepName, ...]] = {
    "private meeting": (StepName.MEET,),
    "private night": (StepName.NIGHT,),
    "private best move": (StepName.BEST_MOVE, StepName.LAST_WORD),
}
NOT_TOLD = (StepName.DEAL, StepName.OVER)
"""Steps without words by which a reader would know them."""
WITH_A_SEAT = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.BEST_MOVE})


class Begun(NamedTuple):
    at: int
    step: StepName
    seat: int
    night: int
    living: frozenset[int]
    """The people who were in the game."""


class Seen(NamedTuple):
    """The first look at a message of a step."""

    at: int
    place: int
    """Which step of the journal it is of, from 0 on."""
    message: Shown


class Order:
    """The steps of one game, and what each reader has seen of them."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._wording = WORDINGS[evening.plan.language]
        self.steps: list[Begun] = []
        night, seats = 0, range(1, evening.plan.size + 1)
        living = frozenset(filter(None, map(evening.person_on, seats)))
        for at, event in evening.journal():
            if isinstance(event, ev.NightFell):
                night = event.night
            elif isinstance(event, ev.Left):
                living -= {evening.person_on(seat) for seat in event.seats}
            elif isinstance(event, ev.StepBegan):
                self.steps.append(Begun(at, event.step, event.seat, night, living))
        self.group = [seen for message in evening.telegram.of(GROUP) if (seen := self._in_group(message))]

    def _latest(
        self, message: Shown, steps: tuple[StepName, ...], seat: int = 0, night: int = 0, at: int = 0
    ) -> Seen | None:
        """Returns the last step of this kind that had begun when the message was sent, or at that moment."""
        at = at or message.called_at
        for place in range(len(self.steps) - 1, -1, -1):
            begun = self.steps[place]
            fits = begun.step in steps and seat in (0, begun.seat) and night in (0, begun.night)
            if fits and begun.at <= at:
                return Seen(at, place, message)
        return None

    def _in_group(self, message: Shown) -> Seen | None:
        found = None
        for line in message.looks[0].text.splitlines():
            for what, step in IN_GROUP.items():
                match = self._wording[what].search(line)
                if match is not None:
                    groups = [group for group in match.groups() if group]
                    seat = int(groups[0]) if step in WITH_A_SEAT else 0
                    found = self._latest(message, (step,), seat) or found
        return found

    def private(self, person: int) -> Iterator[Seen]:
        """Yields the questions to a person. One that tells that its reader has left comes before the group's news
        on purpose, and is left out."""
        for message in self._evening.telegram.of(person):
            if self._wording["farewell"].search(message.looks[0].text):
                continue
            for what, steps in IN_PRIVATE.items():
                found = self._first_look(message, what)
                if found is not None:
                    at, match = found
                    night = int(match[1]) if match.groups() else 0
                    seen = self._latest(message, steps, night=night, at=at)
                    if seen is not None:
                        yield self._first_of_night(seen)

    def _first_look(self, message: Shown, what: str) -> tuple[int, re.Match[str]] | None:
        """Returns since when a message asks this, and the words: a question may be added to a card."""
        for look in message.looks:
            for line in look.text.splitlines():
                if match := self._wording[what].search(line):
                    return message.called_at if look is message.looks[0] else look.at, match
        return None

    def _first_of_night(self, seen: Seen) -> Seen:
        """A night reads as one night whatever its parts: a question of any of them belongs to its first."""
        begun = self.steps[seen.place]
        if begun.step is not StepName.NIGHT:
            return seen
        return seen._replace(
            place=next(
                place
                for place, other in enumerate(self.steps)
                if other.step is StepName.NIGHT and other.night == begun.night
            )
        )

    def is_meeting_seen(self) -> bool:
        """Returns whether the question of the meeting was recognised in some private chat."""
        return StepName.MEET in {self.steps[place].step for place in self._asked_in_private()}

    def nights_seen(self) -> set[int]:
        """Returns the nights whose questions were recognised in some private chat."""
        return self._nights(self._asked_in_private())

    def nights_asked(self) -> set[int]:
        """Returns the nights of the journal, as long as a person was in the game."""
        return self._nights(place for place, begun in enumerate(self.steps) if begun.living)

    def _asked_in_private(self) -> set[int]:
        return {seen.place for person in self._evening.people for seen in self.private(person)}

    def _nights(self, places: Iterable[int]) -> set[int]:
        return {self.steps[place].night for place in places if self.steps[place].step is StepName.NIGHT}

    def name(self, place: int) -> str:
        begun = self.steps[place]
        return f"step {place} ({begun.step}{f' of № {begun.seat}' if begun.seat else ''})"


def group_out_of_order(order: Order) -> list[str]:
    """Returns the messages in the group whose step came before that of a message above them."""
    found, latest = [], -1
    for seen in order.group:
        if seen.place < latest:
            found.append(f"{order.name(seen.place)} stands below {order.name(latest)}")
        latest = max(latest, seen.place)
    return found


def told_late(order: Order, within_ms: float) -> list[str]:
    """Returns the steps that the group was not told within this time; a step that was over sooner may be told by
    its result."""
    first: dict[int, int] = {}
    for seen in order.group:
        first.setdefault(seen.place, seen.at)
    found = []
    for place, begun in enumerate(order.steps):
        later_part = begun.step is StepName.NIGHT and place and order.steps[place - 1].step is StepName.NIGHT
        if begun.step in NOT_TOLD or later_part:  # a night of two parts is told as one
            continue
        after = [step.at for step in order.steps[place + 1 :]]
        if place not in first:
            if after and after[0] - begun.at > within_ms:
                found.append(f"{order.name(place)} is not told while it runs")
        elif first[place] - begun.at > within_ms:
            found.append(f"{order.name(place)} is told {(first[place] - begun.at) / 1000:.1f} s late")
    return found


def private_before_group(order: Order, people: Sequence[int]) -> list[str]:
    """Returns the private questions that were sent before the group had been sent their step."""
    found = []
    for person in people:
        for seen in order.private(person):
            begun = order.steps[seen.place]
            same_night = [
                place
                for place, other in enumerate(order.steps)
                if place == seen.place
                or (begun.step is StepName.NIGHT and other.step is StepName.NIGHT and other.night == begun.night)
            ]
            sent = [each for each in order.group if each.place in same_night]
            # Messages of the same moment are compared by their ids, which grow with the order of the calls.
            if not any((each.at, each.message.id) < (seen.at, seen.message.id) for each in sent):
                late = f"{(sent[0].at - seen.at) / 1000:.1f} s later" if sent else "never"
                found.append(f"{person} is asked {order.name(seen.place)}, the group is told {late}")
    return found


def group_after_private(order: Order, people: Sequence[int]) -> list[str]:
    """Returns the messages in the group that were sent after a private question of a later step."""
    found = []
    for person in people:
        for asked in order.private(person):
            for seen in order.group:
                if seen.place < asked.place and (seen.at, seen.message.id) > (asked.at, asked.message.id):
                    told = f"{order.name(seen.place)} after {person} was asked {order.name(asked.place)}"
                    found.append(f"the group is told {told}")
    return found


def victims_told_late(evening: Evening) -> list[str]:
    """Returns the victims of nights who were sent nothing between the end of the night and the group's morning."""
    found = []
    shot = WORDINGS[evening.plan.language]["shot"]
    for at, event in evening.journal():
        if not isinstance(event, ev.NightClosed):
            continue
        for victim in event.victims:
            person = evening.person_on(victim)
            if not person:
                continue
            morning = [
                message
                for message in evening.telegram.of(GROUP)
                if message.called_at >= at
                and (told := shot.search(message.looks[0].text)) is not None
                and f"№ {victim} " in f"{told[1]} "
            ]
            own = [
                message
                for message in evening.telegram.of(person)
                if message.called_at >= at
                and all((message.called_at, message.id) < (each.called_at, each.id) for each in morning[:1])
            ]
            if not own:
                found.append(f"№ {victim} in night {event.night}")
    return found
