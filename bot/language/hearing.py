"""What a player says in a message: nominations, withdrawal, the end of the minute, surrender, a claim.

Small grammars over the words of `locales/*/phrases.toml`. A false nomination costs a life, so whatever may be
a question, a wish, a joke, the past, the future or somebody else's words is not heard: there are buttons.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from bot.language.phrase_words import Item, Names, longest_name, names_heard, vocabulary
from bot.language.sentences import DASHES, QUOTATION, Kind, Sentence, Token, sentences, words_of

LARGEST_TABLE = range(1, 21)
PASS_ANYWHERE = frozenset({"phystech"})
"""Rule sets in which the word ends the minute whatever the context (S4 3.3.9)."""
CLAIMED = {"box": ("sheriff", "commissar", "detective")}
USUALLY_CLAIMED = ("commissar", "sheriff")
"""Cards that a player may claim to hold; people call the same card by either word."""

VERBS = frozenset({"nominate.verbs", "nominate.weak", "nominate.openings", "nominate.own"})
WITHDRAWS = frozenset({"withdraw.verbs", "withdraw.weak"})
ENDS_MINUTE = frozenset({"pass.words", "pass.thanks"})
LEADS_TO_TARGET = frozenset({"target.fillers", "target.numbering", "target.candidacy"})
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
CLOSES_LIST = frozenset({"around.on_the_ballot", "around.causes", *ENDS_MINUTE})
ORDINALS = frozenset({"accusative", "feminine", "genitive", "suffixed"})
COUNTS = frozenset({"digit", "cardinal", "noun"})
SPOILS_NUMBER = frozenset("/%$€₽₴°=+")
PAUSE = "…"
MAY_PRECEDE_TARGET = frozenset({":", PAUSE, *DASHES})
FEW = 4
"""Up to so many, «игрока» after a figure counts players."""
NEAR = 4
"""Words after a dash among which «сказал он» makes what stands before it a quotation."""
LONGEST_FIGURE = 2


@dataclass(frozen=True, slots=True)
class Heard:
    nominate: tuple[int, ...] = ()
    """Seats in the order in which they were named, each once."""
    withdraw: bool = False
    passed: bool = False
    surrender: bool = False
    claim: bool = False


class Listener:
    """Hears for one table."""

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
        self._names = names_heard(names or {})
        self._claimed = claimed
        self._pass_anywhere = pass_anywhere

    def hear(self, text: str) -> Heard:
        said = [_Reading(each, self._seats, self._names, self._claimed) for each in _joined(sentences(text))]
        joking = {place for place, each in enumerate(said) if each.jokes}
        meant = [each for place, each in enumerate(said) if not {place, place + 1} & joking]
        nominated = dict.fromkeys(seat for each in meant for seat in each.nominated())
        return Heard(
            tuple(nominated),
            withdraw=any(each.withdraws() for each in meant),
            passed=self._passes(text, said),
            surrender=any(each.surrenders() for each in meant),
            claim=any(each.claims() for each in meant),
        )

    def _passes(self, text: str, said: "list[_Reading]") -> bool:
        if self._pass_anywhere and any("pass.words" in _labels(word) for word in words_of(text)):
            return True
        last = next((each for each in reversed(said) if each.speaks), None)
        return last is not None and last.consists_of(ENDS_MINUTE, "pass.beside")


def listener_for(ruleset: str, seats: Collection[int], names: Mapping[int, str] | None = None) -> Listener:
    """As that rule set hears; house rules hear like what they are made of."""
    base = ruleset.partition("+")[0]
    claimed = CLAIMED.get(base, USUALLY_CLAIMED)
    return Listener(seats, names, claimed=claimed, pass_anywhere=base in PASS_ANYWHERE)


def _labels(word: str) -> frozenset[str]:
    return frozenset(
        label for phrase, labels in vocabulary().phrases.get(word, ()) if phrase == (word,) for label in labels
    )


def _joined(said: list[Sentence]) -> list[Sentence]:
    """«Выставляю… пятого»: a pause after the verb is none of the ends of a sentence."""
    joined: list[Sentence] = []
    for each in said:
        last = joined[-1] if joined else None
        if last and last.trails and not last.asks and not VERBS.isdisjoint(_labels(last.tokens[-1].text)):
            last.tokens += [Token(Kind.MARK, PAUSE, glued=False), *each.tokens]
            last.asks, last.trails = each.asks, each.trails
        else:
            joined.append(each)
    return joined


@dataclass(frozen=True, slots=True)
class _Target:
    seat: int
    """0: nobody sits there."""
    form: str
    end: int


@dataclass(frozen=True, slots=True)
class _Named:
    """Who stands beside a verb."""

    seats: tuple[int, ...]
    form: str
    """Of the first."""
    begin: int
    end: int
    on_the_ballot: bool


class _Reading:
    """One sentence. Every walk over its words ends at the next verb at the latest: all together are linear."""

    def __init__(self, sentence: Sentence, seats: frozenset[int], names: Names, claimed: tuple[str, ...]) -> None:
        self._items = _without_commas_around_asides(vocabulary().items(sentence.tokens))
        self._asks = sentence.asks
        self._seats = seats
        self._names = names
        self._longest_name = longest_name(names)
        self._name_words = frozenset(word for name in names for word in name)
        self._roles = frozenset(f"claim.{role}" for role in claimed)
        self._cards = frozenset(f"claim.{role}_named" for role in claimed)
        self._begins, self._warned = self._clauses()
        self._conditions = self._places("around.condition")
        self._causes = self._places("around.causes")
        self._verbs = [place for place, item in enumerate(self._items) if item.labels & VERBS]

    @property
    def speaks(self) -> bool:
        return any(item.kind is not Kind.MARK or item.text == QUOTATION for item in self._items)

    @property
    def jokes(self) -> bool:
        return any("around.joke" in item.labels for item in self._items)

    def consists_of(self, said: Collection[str], beside: str) -> bool:
        """At least one of `said`, and nothing else but what may stand beside it."""
        words = [item for item in self._items if item.kind is not Kind.MARK or item.text == QUOTATION]
        known = all(not item.labels.isdisjoint(said) or beside in item.labels for item in words)
        return known and not self._asks and any(not item.labels.isdisjoint(said) for item in words)

    # --- what is said -------------------------------------------------------------------------------------------

    def nominated(self) -> Iterator[int]:
        for place in self._verbs:
            named = self._named_by(place)
            if named and self._is_meant(min(named.begin, place), named.end):
                yield from named.seats

    def withdraws(self) -> bool:
        places = (place for place, item in enumerate(self._items) if item.labels & WITHDRAWS)
        return any(self._withdraws_at(place) for place in places)

    def surrenders(self) -> bool:
        return self.consists_of({"surrender.verbs"}, "surrender.beside")

    def claims(self) -> bool:
        return any(self._claims_at(place) for place in range(len(self._items)))

    # --- nominations --------------------------------------------------------------------------------------------

    def _named_by(self, verb: int) -> _Named | None:
        labels = self._items[verb].labels
        own = "nominate.own" in labels
        weak = "nominate.weak" in labels
        named = self._targets(verb + 1, verb, own=own)
        if named is None and labels & {"nominate.verbs", "nominate.weak"}:
            named = self._targets_before(verb)
            if named is None or not self._goes_on(verb + 1, "around.goes_on", "target.fillers"):
                return None
        if named is None:
            return None
        after = max(named.end, verb + 1)
        if (own or self._mark(verb + 1) == PAUSE) and not self._goes_on(after, "around.goes_on"):
            return None
        if weak and not self._is_nomination_of(named, after):
            return None
        return _Named(named.seats, named.form, named.begin, after, named.on_the_ballot)

    def _is_nomination_of(self, named: _Named, after: int) -> bool:
        """Of a verb that people also use for marks, money and bets."""
        ballot = named.on_the_ballot or self._has(after, "around.on_the_ballot")
        if named.form in {"cardinal", "noun"} and not ballot:
            return False
        if named.form == "digit" and self._text(after) in {"за", "и за"} and not ballot:
            return False
        if self._mark(after) == "," and self._has(after + 1, "around.subordinate"):
            return False
        return self._goes_on(after, "around.goes_on")

    def _targets(self, place: int, verb: int, *, own: bool = False) -> _Named | None:
        """Seats that stand at `place`, one after the other."""
        at, begin = place, place
        numbered = candidacy = False
        needs_candidacy = "nominate.openings" in self._items[verb].labels
        on_the_ballot = False
        paused = "nominate.weak" in self._items[verb].labels
        while at < len(self._items):
            item = self._items[at]
            target = self._target(at, verb, numbered=numbered, candidacy=candidacy, own=own)
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
        stop = verb if place < verb else len(self._items)
        seats, end = self._list(target, verb, stop, candidacy=candidacy, own=own)
        return _Named(tuple(filter(None, seats)), target.form, begin, end, on_the_ballot)

    def _list(self, first: _Target, verb: int, stop: int, *, candidacy: bool, own: bool) -> tuple[list[int], int]:
        """More of them. After a comma they may be the object of another verb: the list has to close as one."""
        seats, end, form = [first.seat], first.end, first.form
        waiting: list[int] = []
        reached = first.end
        while True:
            at = reached
            comma = self._mark(at) == ","
            at += comma
            joined = self._has(at, "target.list")
            at += joined
            numbered = False
            while self._has(at, "target.fillers", "target.numbering", "target.candidacy") and (comma or joined):
                numbered = "target.numbering" in self._items[at].labels
                at += 1
            target = self._target(at, verb, numbered=numbered, candidacy=candidacy, own=own)
            if target is None or not (comma or joined or _alike(form, target.form)):
                break
            waiting.append(target.seat)
            reached, form = target.end, target.form
            closed = reached == stop or self._closes_list(reached)
            if closed or (joined and not comma and self._mark(reached)) or self._has(reached, "target.list"):
                if not self._has(reached, "target.list"):
                    seats, end, waiting = [*seats, *waiting], reached, []
            elif joined and not comma:
                break
        return seats, end

    def _closes_list(self, at: int) -> bool:
        return at >= len(self._items) or bool(self._items[at].labels & CLOSES_LIST)

    def _targets_before(self, verb: int) -> _Named | None:
        at = verb
        while at and (self._may_lead(at - 1) or self._may_be_target(at - 1)):
            at -= 1
        first = next((place for place in range(at, verb) if self._may_be_target(place)), verb)
        while first > at and self._items[first - 1].labels & {"target.numbering", "target.candidacy"}:
            first -= 1
        if first == verb:
            return None
        named = self._targets(first, verb)
        if named is None or named.end > verb:
            return None
        rest = self._items[named.end : verb]
        return named if all(item.labels & {"around.neutral", "target.fillers"} for item in rest) else None

    def _may_lead(self, place: int) -> bool:
        return bool(self._items[place].labels & (LEADS_TO_TARGET | {"around.neutral", "target.list"}))

    def _may_be_target(self, place: int) -> bool:
        item = self._items[place]
        if item.kind is Kind.NUMBER or item.numerals or item.text in self._name_words:
            return True
        return item.glued and "numbers.suffixes" in item.labels

    def _target(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> _Target | None:
        if at >= len(self._items):
            return None
        if self._items[at].kind is Kind.NUMBER:
            found = self._figure(at, numbered=numbered)
        else:
            found = self._numeral(at, verb, numbered=numbered, candidacy=candidacy, own=own) or self._name(at)
        if found is None or self._counts(found) or self._shows(found.end):
            return None
        return found

    def _figure(self, at: int, *, numbered: bool) -> _Target | None:
        item, form, end = self._items[at], "digit", at + 1
        before = self._items[at - 1] if at else None
        if item.glued and before and before.kind is Kind.WORD and "target.numbering" not in before.labels:
            return None
        after = self._at(end)
        if after and after.kind is Kind.WORD and after.glued:
            if "numbers.suffixes" not in after.labels:
                return None
            form, end = "suffixed", end + 1
        elif after and (after.text in SPOILS_NUMBER or self._is_part(end) or _is_large(after)):
            return None
        if form == "digit" and not numbered and int(item.text[:9]) <= FEW and self._has(end, "numbers.quantity"):
            return None
        seat = int(item.text) if len(item.text) <= LONGEST_FIGURE else 0
        return self._seated(seat, "number" if numbered and form == "digit" else form, end)

    def _is_part(self, at: int) -> bool:
        """A time (5:30), or a fraction of something that is counted (4,5 балла)."""
        mark, figure, unit = self._mark(at), self._at(at + 1), at + 2
        if not mark or figure is None or figure.kind is not Kind.NUMBER or not figure.glued:
            return False
        return mark == ":" or (mark == "," and self._is_counted(unit))

    def _numeral(self, at: int, verb: int, *, numbered: bool, candidacy: bool, own: bool) -> _Target | None:
        item = self._items[at]
        if "numbers.false_friends" in item.labels and not self._is_foreign(verb):
            return None
        next_is_number = self._has(at + 1, "target.numbering")
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
                if form == "cardinal" and (after := self._at(at + 1)) and after.numerals:
                    return None  # «двадцать один»
                return self._seated(seat, "number" if numbered and form == "cardinal" else form, at + 1)
        return None

    def _stands_alone(self, at: int) -> bool:
        return self._closes_list(at) or bool(self._mark(at)) or self._has(at, "target.list")

    def _is_foreign(self, verb: int) -> bool:
        """Is it said in the language in which the word is a seat's?"""
        labels = self._items[verb].labels
        if "ru.nominate.verbs" in labels:
            return False
        return "uk.nominate.verbs" in labels or any(set(item.text) & set("іїєґ") for item in self._items)

    def _name(self, at: int) -> _Target | None:
        words = tuple(item.text for item in self._items[at : at + self._longest_name])
        for length in range(len(words), 0, -1):
            named = self._names.get(words[:length])
            if named and (named.declined or self._stands_alone(at + length)):
                return _Target(named.seat, "name", at + length)
        return None

    def _seated(self, seat: int, form: str, end: int) -> _Target:
        """With «номер» or «игрока» after it."""
        end += self._has(end, "target.trailing")
        return _Target(seat if seat in self._seats else 0, form, end)

    def _counts(self, target: _Target) -> bool:
        """Is it a number of what is named after it: minutes, marks, people?"""
        after = self._at(target.end)
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
        item = self._at(at)
        if item is None or item.kind is not Kind.WORD:
            return False
        return "numbers.counted" in item.labels or (not item.labels and _ends(item, "counted_endings"))

    def _shows(self, at: int) -> bool:
        """«Выставляю пятого дураком», «… за дверь»: shown as something, or put somewhere."""
        item = self._at(at)
        if item is None or item.kind is not Kind.WORD:
            return False
        return "numbers.shown" in item.labels or (not item.labels and _ends(item, "shown_endings"))

    # --- withdrawal, claims -------------------------------------------------------------------------------------

    def _withdraws_at(self, verb: int) -> bool:
        at, objects = verb + 1, False
        while self._has(at, "withdraw.fillers", "withdraw.objects", "target.numbering", "target.candidacy"):
            objects = objects or self._has(at, "withdraw.objects")
            at += 1
        target = self._target(at, verb, numbered=self._has(at - 1, "target.numbering"), candidacy=True, own=False)
        if target:
            at = target.end
            while self._has(at, "withdraw.objects"):
                at += 1
        before = self._targets_before(verb)
        begin = before.begin if before else verb
        if not objects and self._has(begin - 1, "withdraw.objects"):
            objects, begin = True, begin - 1
        if "withdraw.weak" in self._items[verb].labels and not objects:
            return False
        named = objects or target or before
        ends = self._goes_on(at, "around.goes_on") if named else self._ends_before_nomination(at)
        return ends and self._is_meant(begin, at)

    def _ends_before_nomination(self, at: int) -> bool:
        if at >= len(self._items):
            return True
        follows = bool(self._mark(at)) or self._has(at, "target.list", "around.connectors")
        return follows and bisect_left(self._verbs, at) < len(self._verbs)

    def _claims_at(self, place: int) -> bool:
        item = self._items[place]
        if item.labels & self._cards:
            me = place + 1
            while self._has(me, "claim.beside"):
                me += 1
            me += self._mark(me) in DASHES
            end = me + 1
            found = self._has(me, "claim.is_me") and (end >= len(self._items) or bool(self._mark(end)))
        else:
            me, opens = "claim.me" in item.labels, "claim.openings" in item.labels
            at = place + 1
            at += self._mark(at) in DASHES or (opens and self._mark(at) == ":")
            while (me or opens) and self._has(at, "claim.beside"):
                at += 1
            found = self._has(at, *(self._roles if opens else self._cards)) and (me or opens)
            end = at + 1
        return found and not self._has(end, "claim.spoilt") and self._is_meant(place, end)

    # --- is it meant --------------------------------------------------------------------------------------------

    def _is_meant(self, begin: int, end: int) -> bool:
        """Neither asked, wished, denied nor said by somebody else: what stands before it and after it."""
        return not self._asks and self._begins_freely(begin) and self._ends_freely(end)

    def _begins_freely(self, place: int) -> bool:
        if self._warned[place] or (self._conditions and self._conditions[0] < place):
            return False
        first, at, joined = self._begins[place], place - 1, False
        while at >= first and self._has(at, "around.neutral"):
            joined = joined or self._has(at, "target.list")
            at -= 1
        if at < first:
            return self._clause_is_own(first)
        governs = self._items[at]
        if "around.connectors" in governs.labels:
            return True
        if "around.subordinate" in governs.labels and at:
            before = at - 1 - (self._mark(at - 1) == ",")
            announced = self._has(before, "around.announce") and not self._has(before - 1, "around.negation")
            return governs.text in {"что", "що"} and announced
        return not governs.labels & (BESIDE_VERB - UNDONE_BY_AND if joined else BESIDE_VERB)

    def _clause_is_own(self, first: int) -> bool:
        """Does what stands before the clause leave it to the speaker? «Он сказал: …», «Седьмой — …» do not."""
        mark = self._mark(first - 1)
        if not mark:
            return True
        begin, at = self._begins[first - 1], first - 2
        before = self._items[begin : first - 1]
        if mark == ":":
            if any("around.announce" in item.labels for item in before[-NEAR:]):
                return True
            return self._has(begin, "claim.me") and not any(item.labels & IN_CLAUSE for item in before)
        while at >= begin and self._has(at, "around.neutral"):
            at -= 1
        if at < begin:
            return True
        if (
            mark in DASHES
            and len(before) <= NEAR
            and all(self._is_seat(place) for place in range(begin, first - 1))
        ):
            return False
        return not (self._has(at, "around.speech", "around.quoting") or self._has(begin, "around.when"))

    def _is_seat(self, place: int) -> bool:
        return self._may_be_target(place) or self._has(place, *LEADS_TO_TARGET)

    def _ends_freely(self, end: int) -> bool:
        after = bisect_left(self._conditions, end)
        if after < len(self._conditions):
            cause = bisect_left(self._causes, end)
            if cause >= len(self._causes) or self._causes[cause] > self._conditions[after]:
                return False
        if self._has(end, "around.speech"):
            return False
        at = end
        while (item := self._at(at)) and item.kind is not Kind.MARK and not item.labels & VERBS:
            if item.labels & IN_TAIL:
                return False
            if "around.reasons" in item.labels:
                return True
            at += 1
        if not self._mark(at):
            return True
        if self._has(at + 1, "around.speech", "around.denial", "around.when", "target.alternative"):
            return False
        near = range(at + 1, at + 1 + NEAR) if self._mark(at) in DASHES else ()
        return not any(self._has(place, "around.speech") for place in near)

    def _clauses(self) -> tuple[list[int], list[bool]]:
        """For every place: where its clause begins, and whether it is spoilt by what stands before it there."""
        begins, warned = [], []
        begin, spoilt = 0, False
        for place, item in enumerate(self._items):
            if "around.connectors" in item.labels:
                begin, spoilt = place, False
            begins.append(begin)
            warned.append(spoilt)
            spoilt = spoilt or bool(item.labels & IN_CLAUSE)
            if item.kind is Kind.MARK:
                begin, spoilt = place + 1, False
        return begins, warned

    # --- looking at places --------------------------------------------------------------------------------------

    def _places(self, label: str) -> list[int]:
        return [
            place
            for place, item in enumerate(self._items)
            if label in item.labels and "around.honest" not in item.labels
        ]

    def _at(self, place: int) -> Item | None:
        return self._items[place] if 0 <= place < len(self._items) else None

    def _has(self, place: int, *labels: str) -> bool:
        item = self._at(place)
        return item is not None and not item.labels.isdisjoint(labels)

    def _mark(self, place: int) -> str:
        item = self._at(place)
        return item.text if item is not None and item.kind is Kind.MARK else ""

    def _text(self, place: int) -> str:
        item = self._at(place)
        return item.text if item is not None else ""

    def _goes_on(self, place: int, *labels: str) -> bool:
        return place >= len(self._items) or bool(self._mark(place)) or self._has(place, *labels)


def _ends(item: Item, endings: str) -> bool:
    return len(item.text) > FEW - 1 and item.text.endswith(vocabulary().endings[endings])


def _is_large(item: Item) -> bool:
    """The rest of a number that is written in groups: 5 000."""
    return item.kind is Kind.NUMBER and len(item.text) > LONGEST_FIGURE


def _alike(form: str, other: str) -> bool:
    """«5 6 7», «пятого шестого»: a list without a sign between."""
    return (form == other and form == "digit") or {form, other} <= ORDINALS


def _without_commas_around_asides(items: list[Item]) -> list[Item]:
    """«Выставляю, конечно, пятого»: what is said by the way belongs to the clause. Of «, —» the dash remains."""
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
