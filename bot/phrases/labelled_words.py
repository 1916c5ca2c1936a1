"""One sentence as labelled words, with lookups by place."""

from itertools import pairwise

from bot.phrases.spoken_names import Names
from bot.phrases.tokenizer import DASHES, QUOTATION, Kind, Sentence
from bot.phrases.vocabulary import Item, vocabulary

VERBS = frozenset({"nominate.verbs", "nominate.weak", "nominate.openings", "nominate.own"})


class LabelledSentence:
    """A sentence as vocabulary items. `at`, `has` and `mark` find nothing at places outside the sentence."""

    def __init__(self, sentence: Sentence, names: Names) -> None:
        self.items = _without_commas_around_asides(vocabulary().items(sentence.tokens))
        self.asks = sentence.asks
        self.verbs = [place for place, item in enumerate(self.items) if item.labels & VERBS]
        """Places of the words that may express a nomination."""
        self._name_words = frozenset(word for name in names for word in name)

    @property
    def words(self) -> list[Item]:
        """The items without punctuation marks; a quotation counts as one word."""
        return [item for item in self.items if item.kind is not Kind.MARK or item.text == QUOTATION]

    def places(self, label: str) -> list[int]:
        return [
            place
            for place, item in enumerate(self.items)
            if label in item.labels and "around.honest" not in item.labels
        ]

    def at(self, place: int) -> Item | None:
        return self.items[place] if 0 <= place < len(self.items) else None

    def has(self, place: int, *labels: str) -> bool:
        item = self.at(place)
        return item is not None and not item.labels.isdisjoint(labels)

    def mark(self, place: int) -> str:
        item = self.at(place)
        return item.text if item is not None and item.kind is Kind.MARK else ""

    def goes_on(self, place: int, *labels: str) -> bool:
        return place >= len(self.items) or bool(self.mark(place)) or self.has(place, *labels)

    def may_be_seat(self, place: int) -> bool:
        item = self.items[place]
        if item.kind is Kind.NUMBER or item.numerals or item.text in self._name_words:
            return True
        return item.glued and "numbers.suffixes" in item.labels


def _without_commas_around_asides(items: list[Item]) -> list[Item]:
    """Drops the commas around asides («Выставляю, конечно, пятого») and the comma of «, —»."""
    commas = [place for place, item in enumerate(items) if item.kind is Kind.MARK]
    edges = [-1, *commas, len(items)]
    dropped: set[int] = set()
    for left, right in pairwise(edges):
        within = items[left + 1 : right]
        if within and all("around.parenthetical" in item.labels for item in within):
            dropped |= {edge for edge in (left, right) if 0 <= edge < len(items) and items[edge].text == ","}
        elif not within and left >= 0 and right < len(items) and items[right].text in DASHES:
            dropped.add(left)
    return [item for place, item in enumerate(items) if place not in dropped]
