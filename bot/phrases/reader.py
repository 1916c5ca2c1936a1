"""Reads a player's message: nominations, withdrawal, the end of the minute, surrender, a claim.

Small grammars over the words of `locales/*/phrases.toml`. A false nomination can put a player out of the game, so
anything that may be a question, a wish, a joke, the past, the future or a quotation is ignored: there are buttons.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.phrases.intent import Intent
from bot.phrases.labelled_words import VERBS, LabelledSentence
from bot.phrases.near_misses import ENDS_MINUTE, almost_nominates, almost_passes
from bot.phrases.seat_reader import SeatReader
from bot.phrases.seat_references import PAUSE, SeatReferences
from bot.phrases.spoken_names import Names, spoken_names
from bot.phrases.tokenizer import DASHES, Kind, Sentence, Token, sentences, words_of
from bot.phrases.vocabulary import vocabulary

LARGEST_TABLE = range(1, 21)
PASS_ANYWHERE = frozenset({"phystech"})
"""Rule sets in which a pass word ends the minute whatever the context (S4 3.3.9)."""
CLAIMED = dict.fromkeys(("box", "party"), ("sheriff", "commissar", "detective"))
USUALLY_CLAIMED = ("commissar", "sheriff")
"""Cards that a player may claim to hold; people call the same card by either word."""

WITHDRAWS = frozenset({"withdraw.verbs", "withdraw.weak"})


@dataclass(frozen=True, slots=True)
class Heard:
    nominate: tuple[int, ...] = ()
    """Seats in the order in which they were named, each once."""
    withdraw: bool = False
    passed: bool = False
    surrender: bool = False
    claim: bool = False
    withdrawn: int = 0
    """The seat named by the last withdrawal; 0: none."""
    taken_back: tuple[int, ...] = ()
    """Seats nominated before the last withdrawal."""
    kept: tuple[int, ...] = ()
    """Seats nominated after the last withdrawal, or all of them if there was none."""
    says_pass: bool = False
    """Whether it was passed with that very word: thanks may be meant for somebody."""
    almost_nominates: bool = False
    almost_passes: bool = False
    """What was clearly meant, but not said as the rules want it."""


class PhraseReader:
    """Reads the messages of one table."""

    def __init__(
        self,
        seats: Collection[int],
        names: Mapping[int, str] | None = None,
        *,
        claimed: tuple[str, ...] = USUALLY_CLAIMED,
        pass_anywhere: bool = False,
    ) -> None:
        """`names`: seats with the names that people see; `claimed`: roles, as in `[claim]` of the vocabulary."""
        self._seats = frozenset(seats)
        self._names = spoken_names(names or {})
        self._claimed = claimed
        self._pass_anywhere = pass_anywhere

    def hear(self, text: str) -> Heard:
        said = [_Reading(each, self._seats, self._names, self._claimed) for each in _joined(sentences(text))]
        joking = {place for place, each in enumerate(said) if each.jokes}
        meant = [each for place, each in enumerate(said) if not {place, place + 1} & joking]
        acts = [act for each in meant for act in each.acts()]
        last = max((place for place, act in enumerate(acts) if act.withdraws), default=-1)
        nominated, passed = _seats(acts), self._passes(text, said)
        end = next((each for each in reversed(meant) if each.speaks), None)
        return Heard(
            nominated,
            withdraw=last >= 0,
            passed=passed,
            surrender=any(each.surrenders() for each in meant),
            claim=any(each.claims() for each in meant),
            withdrawn=next(iter(acts[last].seats), 0) if last >= 0 else 0,
            taken_back=_seats(acts[: max(last, 0)]),
            kept=_seats(acts[last + 1 :]),
            says_pass=passed and end is not None and end.has("pass.words"),
            almost_nominates=not nominated and last < 0 and any(almost_nominates(each.line) for each in meant),
            almost_passes=not passed and end is not None and almost_passes(end.line, nominated=bool(nominated)),
        )

    def _passes(self, text: str, said: "list[_Reading]") -> bool:
        if self._pass_anywhere and any("pass.words" in _labels(word) for word in words_of(text)):
            return True
        last = next((each for each in reversed(said) if each.speaks), None)
        return last is not None and last.consists_of(ENDS_MINUTE, "pass.beside")


def phrase_reader_for(
    ruleset: str, seats: Collection[int], names: Mapping[int, str] | None = None
) -> PhraseReader:
    """Returns the reader for a rule set; house rules use the reader of their base."""
    base = ruleset.partition("+")[0]
    claimed = CLAIMED.get(base, USUALLY_CLAIMED)
    return PhraseReader(seats, names, claimed=claimed, pass_anywhere=base in PASS_ANYWHERE)


class _Act(NamedTuple):
    """A nomination, or the withdrawal of one."""

    place: int
    seats: tuple[int, ...]
    withdraws: bool = False


def _seats(acts: Iterable[_Act]) -> tuple[int, ...]:
    """Returns the nominated seats in order, each once."""
    return tuple(dict.fromkeys(seat for act in acts if not act.withdraws for seat in act.seats))


def _labels(word: str) -> frozenset[str]:
    return frozenset(
        label for phrase, labels in vocabulary().phrases.get(word, ()) if phrase == (word,) for label in labels
    )


def _joined(said: list[Sentence]) -> list[Sentence]:
    """Joins a sentence that trails off after a nomination verb with the next one: «Выставляю… пятого»."""
    joined: list[Sentence] = []
    for each in said:
        last = joined[-1] if joined else None
        if last and last.trails and not last.asks and not VERBS.isdisjoint(_labels(last.tokens[-1].text)):
            last.tokens += [Token(Kind.MARK, PAUSE, glued=False), *each.tokens]
            last.asks, last.trails = each.asks, each.trails
        else:
            joined.append(each)
    return joined


class _Reading:
    """Reads one sentence."""

    def __init__(self, sentence: Sentence, seats: frozenset[int], names: Names, claimed: tuple[str, ...]) -> None:
        self.line = LabelledSentence(sentence, names)
        self._intent = Intent(self.line)
        self._seat_reader = SeatReader(self.line, seats, names)
        self._references = SeatReferences(self.line, self._seat_reader)
        self._roles = frozenset(f"claim.{role}" for role in claimed)
        self._cards = frozenset(f"claim.{role}_named" for role in claimed)

    @property
    def speaks(self) -> bool:
        return bool(self.line.words)

    def has(self, label: str) -> bool:
        return any(label in item.labels for item in self.line.items)

    @property
    def jokes(self) -> bool:
        return any("around.joke" in item.labels for item in self.line.items)

    def consists_of(self, said: Collection[str], beside: str) -> bool:
        """Returns whether the sentence has at least one of `said` and otherwise only words labelled `beside`."""
        words = self.line.words
        known = all(not item.labels.isdisjoint(said) or beside in item.labels for item in words)
        return known and not self.line.asks and any(not item.labels.isdisjoint(said) for item in words)

    # --- what is said -------------------------------------------------------------------------------------------

    def acts(self) -> list[_Act]:
        """Returns the nominations and withdrawals in the order of their verbs."""
        return sorted((*self._nominations(), *self._withdrawals()))

    def _nominations(self) -> Iterator[_Act]:
        for place in self.line.verbs:
            named = self._references.named_by(place)
            if named and self._intent.is_meant(min(named.begin, place), named.end):
                yield _Act(place, named.seats)

    def _withdrawals(self) -> Iterator[_Act]:
        for place, item in enumerate(self.line.items):
            named = self._withdrawn_at(place) if item.labels & WITHDRAWS else None
            if named is not None:
                yield _Act(place, named, withdraws=True)

    def surrenders(self) -> bool:
        return self.consists_of({"surrender.verbs"}, "surrender.beside")

    def claims(self) -> bool:
        return any(self._claims_at(place) for place in range(len(self.line.items)))

    def _withdrawn_at(self, verb: int) -> tuple[int, ...] | None:
        """Returns the seats that the withdrawal names, possibly none; None if nothing is withdrawn."""
        at, objects = verb + 1, False
        while self.line.has(at, "withdraw.fillers", "withdraw.objects", "target.numbering", "target.candidacy"):
            objects = objects or self.line.has(at, "withdraw.objects")
            at += 1
        numbered = self.line.has(at - 1, "target.numbering")
        target = self._seat_reader.seat_at(at, verb, numbered=numbered, candidacy=True, own=False)
        if target:
            at = target.end
            while self.line.has(at, "withdraw.objects"):
                at += 1
        before = self._references.named_before(verb)
        begin = before.begin if before else verb
        if not objects and self.line.has(begin - 1, "withdraw.objects"):
            objects, begin = True, begin - 1
        if "withdraw.weak" in self.line.items[verb].labels and not objects:
            return None
        named = objects or target or before
        ends = self.line.goes_on(at, "around.goes_on") if named else self._ends_before_nomination(at)
        if not ends or not self._intent.is_meant(begin, at):
            return None
        return (target.seat,) if target else before.seats if before else ()

    def _ends_before_nomination(self, at: int) -> bool:
        if at >= len(self.line.items):
            return True
        follows = bool(self.line.mark(at)) or self.line.has(at, "target.list", "around.connectors")
        return follows and bisect_left(self.line.verbs, at) < len(self.line.verbs)

    def _claims_at(self, place: int) -> bool:
        item = self.line.items[place]
        if item.labels & self._cards:
            me = place + 1
            while self.line.has(me, "claim.beside"):
                me += 1
            me += self.line.mark(me) in DASHES
            end = me + 1
            found = self.line.has(me, "claim.is_me") and self.line.goes_on(end)
        else:
            me, opens = "claim.me" in item.labels, "claim.openings" in item.labels
            at = place + 1
            at += self.line.mark(at) in DASHES or (opens and self.line.mark(at) == ":")
            while (me or opens) and self.line.has(at, "claim.beside"):
                at += 1
            found = self.line.has(at, *(self._roles if opens else self._cards)) and (me or opens)
            end = at + 1
        return found and not self.line.has(end, "claim.spoilt") and self._intent.is_meant(place, end)
