"""Decides whether a phrase is meant: its context may make it a question, a wish, a joke or a quotation."""

from bisect import bisect_left

from bot.phrases.labelled_words import VERBS, LabelledSentence
from bot.phrases.tokenizer import DASHES, Kind

IN_CLAUSE = frozenset(f"around.{label}" for label in ("time", "habit", "doubt", "speech"))
"""Labels that cancel a verb when they stand anywhere before it in its clause."""
THOUGHT = ("opinion", "utterance")
"""Labels that cancel the verb beside them, but not a verb after «и»: «думал и выставляю»."""
BESIDE_VERB = frozenset(
    f"around.{label}"
    for label in ("negation", "subordinate", "others", "quoting", "prepositions", "speech", "doubt", *THOUGHT)
)
"""Labels that cancel a verb when only neutral words stand between them and the verb."""
UNDONE_BY_AND = frozenset(f"around.{label}" for label in THOUGHT)
IN_TAIL = frozenset(
    {*(f"around.{label}" for label in ("time", "doubt", "joke", "denial", "habit")), "target.alternative"}
)
SEAT_FILLERS = ("target.fillers", "target.numbering", "target.candidacy")
NEAR = 4
"""How many words beside a colon or dash are examined: «сказал он» soon after a dash makes a quotation."""


class Intent:
    """Decides what is meant in one sentence. Every scan ends at the next verb at the latest: linear time."""

    def __init__(self, line: LabelledSentence) -> None:
        self._line = line
        self._begins, self._warned = self._clauses()
        self._conditions = line.places("around.condition")
        self._causes = line.places("around.causes")

    def is_meant(self, begin: int, end: int) -> bool:
        """Returns whether the phrase is neither asked, wished, denied nor quoted, judged by its context."""
        return not self._line.asks and self._begins_freely(begin) and self._ends_freely(end)

    def _begins_freely(self, place: int) -> bool:
        if self._warned[place] or (self._conditions and self._conditions[0] < place):
            return False
        first, at, joined = self._begins[place], place - 1, False
        while at >= first and self._line.has(at, "around.neutral"):
            joined = joined or self._line.has(at, "target.list")
            at -= 1
        if at < first:
            return self._clause_is_own(first)
        governs = self._line.items[at]
        if "around.connectors" in governs.labels:
            return True
        if "around.subordinate" in governs.labels and at:
            before = at - 1 - (self._line.mark(at - 1) == ",")
            denied = self._line.has(before - 1, "around.negation")
            return "around.that" in governs.labels and self._line.has(before, "around.announce") and not denied
        if "around.announce" in governs.labels and self._line.has(at - 1, "around.negation"):
            return False
        return not governs.labels & (BESIDE_VERB - UNDONE_BY_AND if joined else BESIDE_VERB)

    def _clause_is_own(self, first: int) -> bool:
        """Returns whether the clause is the speaker's own; after «Он сказал: …» or «Седьмой — …» it is not."""
        mark = self._line.mark(first - 1)
        if not mark:
            return True
        begin, at = self._begins[first - 1], first - 2
        before = self._line.items[begin : first - 1]
        if mark == ":":
            if any("around.announce" in item.labels for item in before[-NEAR:]):
                return True
            return self._line.has(begin, "claim.me") and not any(item.labels & IN_CLAUSE for item in before)
        while at >= begin and self._line.has(at, "around.neutral"):
            at -= 1
        if at < begin:
            return True
        if (
            mark in DASHES
            and len(before) <= NEAR
            and all(self._is_seat(place) for place in range(begin, first - 1))
        ):
            return False
        return not (self._line.has(at, "around.speech", "around.quoting") or self._line.has(begin, "around.when"))

    def _is_seat(self, place: int) -> bool:
        return self._line.may_be_seat(place) or self._line.has(place, *SEAT_FILLERS)

    def _ends_freely(self, end: int) -> bool:
        after = bisect_left(self._conditions, end)
        if after < len(self._conditions):
            cause = bisect_left(self._causes, end)
            if cause >= len(self._causes) or self._causes[cause] > self._conditions[after]:
                return False
        if self._line.has(end, "around.speech"):
            return False
        at = end
        while (item := self._line.at(at)) and item.kind is not Kind.MARK and not item.labels & VERBS:
            if item.labels & IN_TAIL:
                return False
            if "around.reasons" in item.labels:
                return True
            at += 1
        if not self._line.mark(at):
            return True
        if self._line.has(at + 1, "around.speech", "around.denial", "around.when", "target.alternative"):
            return False
        near = range(at + 1, at + 1 + NEAR) if self._line.mark(at) in DASHES else ()
        return not any(self._line.has(place, "around.speech") for place in near)

    def _clauses(self) -> tuple[list[int], list[bool]]:
        """Returns for every place where its clause begins and whether an earlier word of the clause cancels it."""
        begins, warned = [], []
        begin, spoilt = 0, False
        for place, item in enumerate(self._line.items):
            if "around.connectors" in item.labels:
                begin, spoilt = place, False
            begins.append(begin)
            warned.append(spoilt)
            spoilt = spoilt or bool(item.labels & IN_CLAUSE)
            if item.kind is Kind.MARK:
                begin, spoilt = place + 1, False
        return begins, warned
