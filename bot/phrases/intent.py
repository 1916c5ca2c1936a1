"""Is it meant? What stands around a phrase may make it a question, a wish, a joke or somebody else's words."""

from bisect import bisect_left

from bot.phrases.labelled_words import VERBS, LabelledSentence
from bot.phrases.tokenizer import DASHES, Kind

IN_CLAUSE = frozenset(f"around.{label}" for label in ("time", "habit", "doubt", "speech"))
"""Not heard when it stands anywhere before the verb in its clause."""
THOUGHT = ("opinion", "utterance")
"""Governs a verb that stands beside it, and none after an «и»: «думал и выставляю»."""
BESIDE_VERB = frozenset(
    f"around.{label}"
    for label in ("negation", "subordinate", "others", "quoting", "prepositions", "speech", "doubt", *THOUGHT)
)
"""Not heard when it governs the verb: nothing but neutral words stand between."""
UNDONE_BY_AND = frozenset(f"around.{label}" for label in THOUGHT)
IN_TAIL = frozenset(
    {*(f"around.{label}" for label in ("time", "doubt", "joke", "denial", "habit")), "target.alternative"}
)
SEAT_FILLERS = ("target.fillers", "target.numbering", "target.candidacy")
NEAR = 4
"""Words after a dash among which «сказал он» makes what stands before it a quotation."""


class Intent:
    """Of one sentence. Every walk over its words ends at the next verb at the latest: all together are linear."""

    def __init__(self, line: LabelledSentence) -> None:
        self._line = line
        self._begins, self._warned = self._clauses()
        self._conditions = line.places("around.condition")
        self._causes = line.places("around.causes")

    def is_meant(self, begin: int, end: int) -> bool:
        """Neither asked, wished, denied nor said by somebody else: what stands before it and after it."""
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
        """Does what stands before the clause leave it to the speaker? «Он сказал: …», «Седьмой — …» do not."""
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
        """For every place: where its clause begins, and whether it is spoilt by what stands before it there."""
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
