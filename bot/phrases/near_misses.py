"""Recognises what is clearly meant as a move but is not heard as one: a wrong tense, a seat that is not there,
words that end no minute. Its author is told how to say it.

Only short sentences count in which every word is known: an answer to mere talk would be a nuisance.
"""

from collections.abc import Iterator

from bot.phrases.labelled_words import VERBS, LabelledSentence
from bot.phrases.tokenizer import DASHES, Kind
from bot.phrases.vocabulary import Item

NEARLY_NOMINATES = "nearly.nominates"
NEARLY_PASSES = "nearly.passes"
ENDS_MINUTE = frozenset({"pass.words", "pass.thanks"})
INTRODUCES = frozenset({":", *DASHES})
"""Marks after which others are quoted."""
UNITS = frozenset("%$€₽₴°=+")
LONGEST = 7
"""In words."""
ELSEWHERE = frozenset(
    f"around.{label}"
    for label in ("condition", "speech", "utterance", "quoting", "habit", "time", "joke", "denial", "when")
)
"""Labels with which the whole sentence is about something else than a move of the speaker now."""
BESIDE = frozenset(f"around.{label}" for label in ("negation", "others", "subordinate", "doubt", "opinion"))
"""Labels with which a clause is about something else."""
MEANT = frozenset({NEARLY_NOMINATES, "target.alternative"})
"""Labels that tell a wish to nominate («хочу выставить»), or two seats of which none is chosen («5 чи 6»)."""
KNOWN = frozenset(
    {
        *("target.fillers", "target.numbering", "target.candidacy", "target.trailing", "target.list"),
        *("target.alternative", "numbers.suffixes", "numbers.quantity", "numbers.false_friends"),
        *("around.neutral", "around.parenthetical", "around.connectors", "around.announce", NEARLY_NOMINATES),
    }
)


def almost_nominates(line: LabelledSentence) -> bool:
    """Returns whether a sentence that nominates nobody was meant to."""
    if line.asks or any(item.labels & ELSEWHERE and "around.honest" not in item.labels for item in line.items):
        return False
    return any(_almost_nominates(line, clause) for clause in _clauses(line))


def almost_passes(line: LabelledSentence, *, nominated: bool) -> bool:
    """Returns whether a sentence that ends no minute was meant to; it is the last of its message. `nominated`: the
    message has a nomination, after which thanks are hardly meant for somebody."""
    if line.asks or not line.words:
        return False
    beside = {NEARLY_PASSES, "pass.beside"}
    if all(item.labels & (beside | ENDS_MINUTE) for item in line.words):
        return any(NEARLY_PASSES in item.labels for item in line.words)
    words = {"pass.words"} | ({"pass.thanks"} if nominated else set())
    *_, before, last = (None, None, *line.items)
    return bool(last and last.labels & words and before and (before.kind is Kind.MARK or _joins(before)))


def _almost_nominates(line: LabelledSentence, places: range) -> bool:
    clause = [line.items[place] for place in places]
    if (
        not 0 < len(clause) <= LONGEST
        or line.mark(places.start - 1) in INTRODUCES
        or line.mark(places.stop) in UNITS
    ):
        return False
    seats = {place for place in places if line.may_be_seat(place)}
    verbs = {place for place in places if line.has(place, *VERBS)}
    rest = [line.items[place] for place in places if place not in seats | verbs]
    if any((item.labels & BESIDE and not item.labels & MEANT) or not item.labels & KNOWN for item in rest):
        return False
    if any("target.alternative" in item.labels for item in rest) and len(seats) < 2:
        return False
    if any(not line.has(place, "nominate.weak") for place in verbs):
        return True
    return bool(seats) and any(item.labels & {NEARLY_NOMINATES, "target.candidacy"} for item in rest)


def _clauses(line: LabelledSentence) -> Iterator[range]:
    begin = 0
    for place, item in enumerate(line.items):
        if item.kind is Kind.MARK:
            yield range(begin, place)
            begin = place + 1
    yield range(begin, len(line.items))


def _joins(item: Item) -> bool:
    return "target.list" in item.labels
