"""Reads one seat at one place of a sentence: a figure, numeral or name that is not a quantity of something."""

from dataclasses import dataclass

from bot.phrases.labelled_words import LabelledSentence
from bot.phrases.spoken_names import Names, longest_name
from bot.phrases.tokenizer import Kind
from bot.phrases.vocabulary import Item, vocabulary

CLOSES_LIST = frozenset({"around.on_the_ballot", "around.causes", "pass.words", "pass.thanks"})
ORDINALS = frozenset({"accusative", "feminine", "genitive", "suffixed"})
COUNTS = frozenset({"digit", "cardinal", "noun"})
SPOILS_NUMBER = frozenset("/%$€₽₴°=+")
FEW = 4
"""After a figure up to this one, «игрока» counts players: «3 игрока»."""
LONGEST_FIGURE = 2


@dataclass(frozen=True, slots=True)
class SeatReference:
    seat: int
    """Number of the seat; 0 if it is none of the known seats."""
    form: str
    end: int


class SeatReader:
    """Reads the seats of one table in one sentence."""

    def __init__(self, line: LabelledSentence, seats: frozenset[int], names: Names) -> None:
        self._line = line
        self._seats = seats
        self._names = names
        self._longest_name = longest_name(names)

    def closes_list(self, at: int) -> bool:
        return at >= len(self._line.items) or bool(self._line.items[at].labels & CLOSES_LIST)

    def seat_at(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> SeatReference | None:
        if at >= len(self._line.items):
            return None
        if self._line.items[at].kind is Kind.NUMBER:
            found = self._figure(at, numbered=numbered)
        else:
            found = self._numeral(at, verb, numbered=numbered, candidacy=candidacy, own=own) or self._name(at)
        if found is None or self._counts(found) or self._shows(found.end):
            return None
        return found

    def _figure(self, at: int, *, numbered: bool) -> SeatReference | None:
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
        """Returns whether the mark belongs to a time (5:30) or to a decimal number of something (4,5 балла)."""
        mark, figure, unit = self._line.mark(at), self._line.at(at + 1), at + 2
        if not mark or figure is None or figure.kind is not Kind.NUMBER or not figure.glued:
            return False
        return mark == ":" or (mark == "," and self._is_counted(unit))

    def _numeral(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> SeatReference | None:
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
            "cardinal": numbered or own or self.stands_alone(at + 1),
            "noun": True,
        }
        for form, seat in item.numerals:
            if allowed[form]:
                if form == "cardinal" and (after := self._line.at(at + 1)) and after.numerals:
                    return None  # «двадцать один»
                return self._seated(seat, "number" if numbered and form == "cardinal" else form, at + 1)
        return None

    def stands_alone(self, at: int) -> bool:
        return self.closes_list(at) or bool(self._line.mark(at)) or self._line.has(at, "target.list")

    def _is_foreign(self, verb: int) -> bool:
        """Returns whether the sentence is Ukrainian; false friends are read as seats only there."""
        labels = self._line.items[verb].labels
        if "ru.nominate.verbs" in labels:
            return False
        return "uk.nominate.verbs" in labels or any(set(item.text) & set("іїєґ") for item in self._line.items)

    def _name(self, at: int) -> SeatReference | None:
        words = tuple(item.text for item in self._line.items[at : at + self._longest_name])
        for length in range(len(words), 0, -1):
            named = self._names.get(words[:length])
            if named and (named.declined or self.stands_alone(at + length)):
                return SeatReference(named.seat, "name", at + length)
        return None

    def _seated(self, seat: int, form: str, end: int) -> SeatReference:
        """Returns the reference; a following «номер» or «игрока» belongs to it."""
        end += self._line.has(end, "target.trailing")
        return SeatReference(seat if seat in self._seats else 0, form, end)

    def _counts(self, target: SeatReference) -> bool:
        """Returns whether the number counts what is named after it: minutes, marks, people."""
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
        """Returns whether the verb has another sense: «Выставляю пятого дураком», «… за дверь»."""
        item = self._line.at(at)
        if item is None or item.kind is not Kind.WORD:
            return False
        return "numbers.shown" in item.labels or (not item.labels and _ends(item, "shown_endings"))


def _ends(item: Item, endings: str) -> bool:
    return len(item.text) > FEW - 1 and item.text.endswith(vocabulary().endings[endings])


def _is_large(item: Item) -> bool:
    """Returns whether the item is the second group of a number written in groups: 5 000."""
    return item.kind is Kind.NUMBER and len(item.text) > LONGEST_FIGURE
