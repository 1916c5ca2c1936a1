"""Finds the seats that a verb names: one or several, after it or before it."""

from dataclasses import dataclass

from bot.phrases.labelled_words import LabelledSentence
from bot.phrases.seat_reader import ORDINALS, SeatReader, SeatReference
from bot.phrases.tokenizer import DASHES, Kind

LEADS_TO_TARGET = frozenset({"target.fillers", "target.numbering", "target.candidacy"})
PAUSE = "…"
MAY_PRECEDE_TARGET = frozenset({":", PAUSE, *DASHES})


@dataclass(frozen=True, slots=True)
class NamedSeats:
    """The seats that a verb names, and where they stand in the sentence."""

    seats: tuple[int, ...]
    form: str
    """Grammatical form of the first reference."""
    begin: int
    end: int
    on_the_ballot: bool


class SeatReferences:
    """The seats that the verbs of one sentence name."""

    def __init__(self, line: LabelledSentence, reader: SeatReader) -> None:
        self._line = line
        self._reader = reader

    def named_by(self, verb: int) -> NamedSeats | None:
        labels = self._line.items[verb].labels
        own = "nominate.own" in labels
        weak = "nominate.weak" in labels
        named = self._seats_from(verb + 1, verb, own=own)
        if named is None and labels & {"nominate.verbs", "nominate.weak"}:
            named = self.named_before(verb)
            if named is None or not self._line.goes_on(verb + 1, "around.goes_on", "target.fillers"):
                return None
        if named is None:
            return None
        after = max(named.end, verb + 1)
        if (own or self._line.mark(verb + 1) == PAUSE) and not self._line.goes_on(after, "around.goes_on"):
            return None
        if weak and not self._is_nomination_of(named, after):
            return None
        return NamedSeats(named.seats, named.form, named.begin, after, named.on_the_ballot)

    def _is_nomination_of(self, named: NamedSeats, after: int) -> bool:
        """Returns whether a verb that is also used for marks, money and bets expresses a nomination here."""
        ballot = named.on_the_ballot or self._line.has(after, "around.on_the_ballot")
        if named.form in {"cardinal", "noun"} and not ballot:
            return False
        if named.form == "digit" and self._line.has(after, "numbers.mark_for") and not ballot:
            return False
        if self._line.mark(after) == "," and self._line.has(after + 1, "around.subordinate"):
            return False
        return self._line.goes_on(after, "around.goes_on")

    def _seats_from(self, place: int, verb: int, *, own: bool = False) -> NamedSeats | None:
        """Returns the list of seats that begins at `place`, after words that may lead to it."""
        at, begin = place, place
        numbered = candidacy = False
        needs_candidacy = "nominate.openings" in self._line.items[verb].labels
        on_the_ballot = False
        paused = "nominate.weak" in self._line.items[verb].labels
        while at < len(self._line.items):
            item = self._line.items[at]
            target = self._reader.seat_at(at, verb, numbered=numbered, candidacy=candidacy, own=own)
            if target and (candidacy or not needs_candidacy):
                break
            if item.kind is Kind.MARK and item.text in MAY_PRECEDE_TARGET and not paused:
                paused = True
            elif not item.labels & LEADS_TO_TARGET:
                return None
            numbered = "target.numbering" in item.labels or (numbered and item.kind is not Kind.MARK)
            candidacy = candidacy or "target.candidacy" in item.labels
            on_the_ballot = on_the_ballot or "around.on_the_ballot" in item.labels
            at += 1
        else:
            return None
        stop = verb if place < verb else len(self._line.items)
        seats, end = self._list(target, verb, stop, candidacy=candidacy, own=own)
        return NamedSeats(tuple(filter(None, seats)), target.form, begin, end, on_the_ballot)

    def _list(
        self, first: SeatReference, verb: int, stop: int, *, candidacy: bool, own: bool
    ) -> tuple[list[int], int]:
        """Returns the seats of a list and its end. Further seats count only if the list closes after them:
        after a comma they may be the object of another verb."""
        seats, end, form = [first.seat], first.end, first.form
        waiting: list[int] = []
        reached = first.end
        while True:
            at = reached
            comma = self._line.mark(at) == ","
            at += comma
            joined = self._line.has(at, "target.list")
            at += joined
            numbered = False
            while (comma or joined) and self._line.has(at, *LEADS_TO_TARGET):
                numbered = "target.numbering" in self._line.items[at].labels
                at += 1
            target = self._reader.seat_at(at, verb, numbered=numbered, candidacy=candidacy, own=own)
            if target is None or not (comma or joined or _alike(form, target.form)):
                break
            waiting.append(target.seat)
            reached, form = target.end, target.form
            last = joined and not comma
            if (
                reached == stop
                or self._reader.closes_list(reached)
                or (last and self._reader.stands_alone(reached))
            ):
                seats += waiting
                end, waiting = reached, []
            elif last:
                break
        return seats, end

    def named_before(self, verb: int) -> NamedSeats | None:
        at = verb
        while at and (self._may_lead(at - 1) or self._line.may_be_seat(at - 1)):
            at -= 1
        first = next((place for place in range(at, verb) if self._line.may_be_seat(place)), verb)
        while first > at and self._line.items[first - 1].labels & {"target.numbering", "target.candidacy"}:
            first -= 1
        if first == verb:
            return None
        named = self._seats_from(first, verb)
        if named is None or named.end > verb:
            return None
        rest = self._line.items[named.end : verb]
        return named if all(item.labels & {"around.neutral", "target.fillers"} for item in rest) else None

    def _may_lead(self, place: int) -> bool:
        return bool(self._line.items[place].labels & (LEADS_TO_TARGET | {"around.neutral", "target.list"}))


def _alike(form: str, other: str) -> bool:
    """Returns whether two references may form a list without a separator: «5 6 7», «пятого шестого»."""
    return (form == other and form == "digit") or {form, other} <= ORDINALS
