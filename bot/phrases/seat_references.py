"""Which seats a verb names: figures, numerals and names beside it, one or several."""

from dataclasses import dataclass

from bot.phrases.labelled_words import LabelledSentence
from bot.phrases.tokenizer import DASHES, Kind
from bot.phrases.vocabulary import Item, Names, longest_name, vocabulary

LEADS_TO_TARGET = frozenset({"target.fillers", "target.numbering", "target.candidacy"})
CLOSES_LIST = frozenset({"around.on_the_ballot", "around.causes", "pass.words", "pass.thanks"})
ORDINALS = frozenset({"accusative", "feminine", "genitive", "suffixed"})
COUNTS = frozenset({"digit", "cardinal", "noun"})
SPOILS_NUMBER = frozenset("/%$€₽₴°=+")
PAUSE = "…"
MAY_PRECEDE_TARGET = frozenset({":", PAUSE, *DASHES})
FEW = 4
"""Up to so many, «игрока» after a figure counts players."""
LONGEST_FIGURE = 2


@dataclass(frozen=True, slots=True)
class Target:
    seat: int
    """0: nobody sits there."""
    form: str
    end: int


@dataclass(frozen=True, slots=True)
class Seats:
    """Who stands beside a verb."""

    seats: tuple[int, ...]
    form: str
    """Of the first."""
    begin: int
    end: int
    on_the_ballot: bool


class Targets:
    """Of one sentence, at a table with these seats and names."""

    def __init__(self, line: LabelledSentence, seats: frozenset[int], names: Names) -> None:
        self._line = line
        self._seats = seats
        self._names = names
        self._longest_name = longest_name(names)

    def named_by(self, verb: int) -> Seats | None:
        labels = self._line.items[verb].labels
        own = "nominate.own" in labels
        weak = "nominate.weak" in labels
        named = self._targets(verb + 1, verb, own=own)
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
        return Seats(named.seats, named.form, named.begin, after, named.on_the_ballot)

    def _is_nomination_of(self, named: Seats, after: int) -> bool:
        """Of a verb that people also use for marks, money and bets."""
        ballot = named.on_the_ballot or self._line.has(after, "around.on_the_ballot")
        if named.form in {"cardinal", "noun"} and not ballot:
            return False
        if named.form == "digit" and self._line.has(after, "numbers.mark_for") and not ballot:
            return False
        if self._line.mark(after) == "," and self._line.has(after + 1, "around.subordinate"):
            return False
        return self._line.goes_on(after, "around.goes_on")

    def _targets(self, place: int, verb: int, *, own: bool = False) -> Seats | None:
        """Seats that stand at `place`, one after the other."""
        at, begin = place, place
        numbered = candidacy = False
        needs_candidacy = "nominate.openings" in self._line.items[verb].labels
        on_the_ballot = False
        paused = "nominate.weak" in self._line.items[verb].labels
        while at < len(self._line.items):
            item = self._line.items[at]
            target = self.target(at, verb, numbered=numbered, candidacy=candidacy, own=own)
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
        return Seats(tuple(filter(None, seats)), target.form, begin, end, on_the_ballot)

    def _list(self, first: Target, verb: int, stop: int, *, candidacy: bool, own: bool) -> tuple[list[int], int]:
        """More of them. After a comma they may be the object of another verb: the list has to close as one."""
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
            target = self.target(at, verb, numbered=numbered, candidacy=candidacy, own=own)
            if target is None or not (comma or joined or _alike(form, target.form)):
                break
            waiting.append(target.seat)
            reached, form = target.end, target.form
            last = joined and not comma
            if reached == stop or self._closes_list(reached) or (last and self._stands_alone(reached)):
                seats += waiting
                end, waiting = reached, []
            elif last:
                break
        return seats, end

    def _closes_list(self, at: int) -> bool:
        return at >= len(self._line.items) or bool(self._line.items[at].labels & CLOSES_LIST)

    def named_before(self, verb: int) -> Seats | None:
        at = verb
        while at and (self._may_lead(at - 1) or self._line.may_be_seat(at - 1)):
            at -= 1
        first = next((place for place in range(at, verb) if self._line.may_be_seat(place)), verb)
        while first > at and self._line.items[first - 1].labels & {"target.numbering", "target.candidacy"}:
            first -= 1
        if first == verb:
            return None
        named = self._targets(first, verb)
        if named is None or named.end > verb:
            return None
        rest = self._line.items[named.end : verb]
        return named if all(item.labels & {"around.neutral", "target.fillers"} for item in rest) else None

    def _may_lead(self, place: int) -> bool:
        return bool(self._line.items[place].labels & (LEADS_TO_TARGET | {"around.neutral", "target.list"}))

    def target(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> Target | None:
        if at >= len(self._line.items):
            return None
        if self._line.items[at].kind is Kind.NUMBER:
            found = self._figure(at, numbered=numbered)
        else:
            found = self._numeral(at, verb, numbered=numbered, candidacy=candidacy, own=own) or self._name(at)
        if found is None or self._counts(found) or self._shows(found.end):
            return None
        return found

    def _figure(self, at: int, *, numbered: bool) -> Target | None:
        item, form, end = self._line.items[at], "digit", at + 1
        before = self._line.items[at - 1] if at else None
        if item.glued and before and before.kind is Kind.WORD and "target.numbering" not in before.labels:
            return None
        after = self._line.at(end)
        if after and after.kind is Kind.WORD and after.glued:
            if "numbers.suffixes" not in after.labels:
                return None
            form, end = "suffixed", end + 1
        elif after and (after.text in SPOILS_NUMBER or self._is_part(end) or _is_large(after)):
            return None
        seat = int(item.text) if len(item.text) <= LONGEST_FIGURE else 0
        if form == "digit" and not numbered and seat <= FEW and self._line.has(end, "numbers.quantity"):
            return None
        return self._seated(seat, "number" if numbered and form == "digit" else form, end)

    def _is_part(self, at: int) -> bool:
        """A time (5:30), or a fraction of something that is counted (4,5 балла)."""
        mark, figure, unit = self._line.mark(at), self._line.at(at + 1), at + 2
        if not mark or figure is None or figure.kind is not Kind.NUMBER or not figure.glued:
            return False
        return mark == ":" or (mark == "," and self._is_counted(unit))

    def _numeral(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> Target | None:
        item = self._line.items[at]
        if "numbers.false_friends" in item.labels and not self._is_foreign(verb):
            return None
        next_is_number = self._line.has(at + 1, "target.numbering")
        allowed = {
            "accusative": True,
            "feminine": True,
            "genitive": candidacy,
            "nominative": own or numbered or next_is_number,
            "instrumental": next_is_number,
            "cardinal": numbered or own or self._stands_alone(at + 1),
            "noun": True,
        }
        for form, seat in item.numerals:
            if allowed[form]:
                if form == "cardinal" and (after := self._line.at(at + 1)) and after.numerals:
                    return None  # «двадцать один»
                return self._seated(seat, "number" if numbered and form == "cardinal" else form, at + 1)
        return None

    def _stands_alone(self, at: int) -> bool:
        return self._closes_list(at) or bool(self._line.mark(at)) or self._line.has(at, "target.list")

    def _is_foreign(self, verb: int) -> bool:
        """Is it said in the language in which the word is a seat's?"""
        labels = self._line.items[verb].labels
        if "ru.nominate.verbs" in labels:
            return False
        return "uk.nominate.verbs" in labels or any(set(item.text) & set("іїєґ") for item in self._line.items)

    def _name(self, at: int) -> Target | None:
        words = tuple(item.text for item in self._line.items[at : at + self._longest_name])
        for length in range(len(words), 0, -1):
            named = self._names.get(words[:length])
            if named and (named.declined or self._stands_alone(at + length)):
                return Target(named.seat, "name", at + length)
        return None

    def _seated(self, seat: int, form: str, end: int) -> Target:
        """With «номер» or «игрока» after it."""
        end += self._line.has(end, "target.trailing")
        return Target(seat if seat in self._seats else 0, form, end)

    def _counts(self, target: Target) -> bool:
        """Is it a number of what is named after it: minutes, marks, people?"""
        after = self._line.at(target.end)
        if after is None or after.kind is not Kind.WORD or target.form in {"name", "number"}:
            return False
        if "numbers.counted" in after.labels:
            return True
        if after.labels or after.numerals or len(after.text) == 1:
            return False
        if target.form in COUNTS:
            return not _ends(after, "predicates")
        return target.form in ORDINALS and _ends(after, "noun_endings") and not _ends(after, "not_noun_endings")

    def _is_counted(self, at: int) -> bool:
        item = self._line.at(at)
        if item is None or item.kind is not Kind.WORD:
            return False
        return "numbers.counted" in item.labels or (not item.labels and _ends(item, "counted_endings"))

    def _shows(self, at: int) -> bool:
        """«Выставляю пятого дураком», «… за дверь»: shown as something, or put somewhere."""
        item = self._line.at(at)
        if item is None or item.kind is not Kind.WORD:
            return False
        return "numbers.shown" in item.labels or (not item.labels and _ends(item, "shown_endings"))


def _ends(item: Item, endings: str) -> bool:
    return len(item.text) > FEW - 1 and item.text.endswith(vocabulary().endings[endings])


def _is_large(item: Item) -> bool:
    """The rest of a number that is written in groups: 5 000."""
    return item.kind is Kind.NUMBER and len(item.text) > LONGEST_FIGURE


def _alike(form: str, other: str) -> bool:
    """«5 6 7», «пятого шестого»: a list without a sign between."""
    return (form == other and form == "digit") or {form, other} <= ORDINALS
