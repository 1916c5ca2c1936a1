"""Is a regular expression read in linear time? Decided from its parse tree, without running it.

A backtracking engine is linear where it never has two ways to go on with the same sign from within a repetition
(Glushkov's automaton is deterministic there), and, when it searches, where a new attempt cannot begin within
a repetition that an earlier attempt has already run through in vain.
"""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

SIGNS = "".join(map(chr, range(128))) + "".join(map(chr, range(0x400, 0x460))) + "ґҐєіїßıſ№…«»–—−²½٣١🎩\xa0\u2028"
SIGNS += "\u0300\u0301\u1ab0\u1dc0\u20d0\u200b\u202e\ufeff\ud800"
"""One of every kind that the patterns tell apart."""

Node = tuple[Any, Any]
Ends = tuple[bool, list[int], list[int]]
"""May it be empty; positions that it can begin with and end with."""
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
LOOKS = (op.ASSERT, op.ASSERT_NOT)


class Automaton:
    """One position for each sign that the pattern names, and which position may follow which."""

    def __init__(self, pattern: str, flags: int = 0, nodes: Sequence[Node] | None = None) -> None:
        """Builds the automaton of a whole pattern, or of one alternative of it."""
        self._pattern = pattern
        self._tree = _parser.parse(pattern, flags)
        self.flags = self._tree.state.flags
        self._nodes = [*self._tree] if nodes is None else nodes
        self.positions: list[frozenset[str]] = []
        self.follow: list[list[int]] = []
        self.faults: list[str] = []
        self._guarded: set[int] = set()
        """Positions followed by an anchor or a look-around: not every match that could end there does."""
        self._known: dict[str, frozenset[str]] = {}
        _, self.first, self.last = self._sequence(self._nodes)
        self.loops = {place for place in range(len(self.positions)) if self._path(self.follow[place], place)}

    # --- the tree -----------------------------------------------------------------------------------------------

    def _sequence(self, nodes: Sequence[Node]) -> Ends:
        empty, first, last = True, list[int](), list[int]()
        for node in nodes:
            if node[0] is op.AT or node[0] in LOOKS:
                if node[0] in LOOKS and node[1][0] > 0 and node[1][1].getwidth()[1] > 1:
                    self.faults.append("looks further ahead than one sign")
                self._guarded.update(last)
                continue
            may_be_empty, begins, ends = self._node(node)
            self._join(last, begins)
            first = [*first, *begins] if empty else first
            last = [*last, *ends] if may_be_empty else ends
            empty = empty and may_be_empty
        return empty, first, last

    def _node(self, node: Node) -> Ends:
        kind, value = node
        if kind in REPEATS:
            return self._repeat(*value)
        if kind is op.SUBPATTERN:
            return self._sequence([*value[3]])
        if kind is op.ATOMIC_GROUP:
            return self._sequence([*value])
        if kind is op.BRANCH:
            ways = [self._sequence([*way]) for way in value[1]]
            if sum(way[0] for way in ways) > 1:
                self.faults.append("two ways to be empty")
            return any(way[0] for way in ways), [p for w in ways for p in w[1]], [p for w in ways for p in w[2]]
        if kind not in (op.LITERAL, op.NOT_LITERAL, op.IN, op.ANY):
            self.faults.append(f"not known to this check: {kind}")
        self.positions.append(self._signs(node))
        self.follow.append([])
        place = len(self.positions) - 1
        return False, [place], [place]

    def _repeat(self, least: int, most: int, body: Any) -> Ends:
        nodes = [*body]
        parts = [self._sequence(nodes) for _ in range(max(least, 1) if most is op.MAXREPEAT else most)]
        empty, first, last = True, list[int](), list[int]()
        for number, (may_be_empty, begins, ends) in enumerate(parts):
            optional = may_be_empty or number >= least
            self._join(last, begins)
            first = [*first, *begins] if empty else first
            last = [*last, *ends] if optional else ends
            empty = empty and optional
        if parts[-1][0] and most > 1:
            self.faults.append("repeats what may be empty")
        if most is op.MAXREPEAT:
            self._join(parts[-1][2], parts[-1][1])
        return empty, first, last

    def _join(self, before: Iterable[int], after: Iterable[int]) -> None:
        for one in before:
            for other in after:
                if other in self.follow[one]:
                    self.faults.append(f"two ways from {self._shown(one)} to {self._shown(other)}")
                self.follow[one].append(other)

    def _signs(self, node: Node) -> frozenset[str]:
        if repr(node) not in self._known:
            single = _compiler.compile(_parser.SubPattern(self._tree.state, [node]), self.flags)
            self._known[repr(node)] = frozenset(sign for sign in SIGNS if single.fullmatch(sign))
        return self._known[repr(node)]

    def _shown(self, place: int) -> str:
        return f"[{''.join(sorted(self.positions[place]))[:12]!r}]"

    # --- what is asked of it ------------------------------------------------------------------------------------

    def _path(self, begin: Iterable[int], goal: int) -> list[int]:
        """Returns the shortest way to a position, itself included; empty: there is none."""
        seen = {place: [place] for place in begin}
        waiting = deque(seen)
        while waiting:
            place = waiting.popleft()
            if place == goal:
                return seen[place]
            for after in self.follow[place]:
                if after not in seen:
                    seen[after] = [*seen[place], after]
                    waiting.append(after)
        return []

    def ambiguities(self) -> list[str]:
        """Returns why a match from one place may take more than linear time."""
        found = list(self.faults)
        for place in self.loops:
            after = self.follow[place]
            for number, one in enumerate(after):
                for other in after[number + 1 :]:
                    if self.positions[one] & self.positions[other]:
                        ways = f"{self._shown(one)} or {self._shown(other)}"
                        found.append(f"from the repeated {self._shown(place)} on to {ways}")
        return found

    def restarts(self) -> list[str]:
        """Returns why a search may run through the same signs again and again. Alternatives cost what each costs
        alone."""
        ways = _alternatives(self._nodes)
        if len(ways) > 1:
            return [why for way in ways for why in Automaton(self._pattern, self.flags, way).restarts()]
        kind, value = ways[0][0]
        lead = ways[0][0] if kind is op.AT or (kind in LOOKS and value[0] < 0) else None
        begins = frozenset[str]().union(*(self.positions[place] for place in self.first))
        accepting = set(self.last) - self._guarded
        return [
            f"a match may begin again within the repeated {self._shown(place)}"
            for place in self.loops - accepting
            for before in (one for one, after in enumerate(self.follow) if place in after)
            if any(
                not self._blocked(lead, sign, other)
                for other in self.positions[place] & begins
                for sign in self.positions[before]
            )
        ]

    def _blocked(self, lead: Node | None, before: str, sign: str) -> bool:
        if lead is None:
            return False
        kind, value = lead
        if kind is op.AT and value is op.AT_BOUNDARY:
            return _is_word(before) == _is_word(sign)
        if kind is op.AT:
            return not self.flags & re.MULTILINE
        return (before in self._signs(value[1][-1])) is (kind is op.ASSERT_NOT)

    def hard_texts(self) -> list[tuple[str, str, str]]:
        """Returns beginnings, what to repeat, and ends that spoil the match: one for every repetition."""
        texts = {("", self._spelt(self._path(self.first, place)), "\0") for place in self.last[:3]}
        for place in sorted(self.loops):
            begin = self._spelt(self._path(self.first, place))
            around = self._spelt(self._path(self.follow[place], place))
            texts |= {(begin, around, end) for end in ("\0", "!", "", " ")} | {("", begin + around, "\0")}
            texts |= {(begin, sign, "\0") for sign in (" ", "1", ".")}
        return sorted(texts)

    def _spelt(self, path: Iterable[int]) -> str:
        return "".join(min(self.positions[place] or {"x"}, key=_plain) for place in path)


def _alternatives(nodes: Sequence[Node]) -> list[Sequence[Node]]:
    (kind, value), rest = nodes[0], nodes[1:]
    if kind is op.SUBPATTERN:
        return _alternatives([*value[3], *rest])
    if kind is op.BRANCH:
        return [found for way in value[1] for found in _alternatives([*way, *rest])]
    return [nodes]


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _plain(sign: str) -> tuple[bool, str]:
    return not sign.isprintable(), sign
