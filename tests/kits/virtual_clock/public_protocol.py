"""The public protocol of a game, read from the messages of its group from top to bottom, as a latecomer does.

It shares no code with the program. Where in the chat a fact stands does not matter, as long as it stands in its
day or night.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.kits.virtual_clock.wordings import WINNERS, WORDINGS, Wording

SEAT = re.compile(r"№ (\d+) ")
NUMBER = re.compile(r"\d+")
TITLE = "🎩"
"""The pinned message begins with it. It shows how things stand now, not what has happened when."""


class Fact(NamedTuple):
    """Something public that has happened."""

    what: str
    when: str = ""
    """«day 2», «night 2», «morning 2» after night 2; empty where any place in the chat will do."""
    who: tuple[int, ...] = ()
    how: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        parts = (self.when, self.what, ", ".join(map(str, self.who)), *map(str, self.how))
        return " · ".join(part for part in parts if part)


class Reader:
    """Reads messages one after the other and notes which part of the game they belong to."""

    def __init__(self, language: str) -> None:
        self._wording: Wording = WORDINGS[language]
        self._when = "before"
        self._night = 0

    def read(self, texts: Iterable[str]) -> Iterator[Fact]:
        for text in texts:
            if not text.startswith(TITLE):
                for line in text.splitlines():
                    yield from self._line(line.strip())

    def _line(self, line: str) -> Iterator[Fact]:
        for what, pattern in self._wording.items():
            found = pattern.search(line)
            if found is None:
                continue
            groups = [group for group in found.groups() if group is not None]
            yield from self._fact(what, groups)

    def _fact(self, what: str, groups: Sequence[str]) -> Iterator[Fact]:
        morning = f"morning {self._night}"
        match what:
            case "day":
                self._when = f"day {groups[0]}"
                yield Fact("day", self._when)
            case "night":
                self._night = int(groups[0])
                self._when = f"night {groups[0]}"
                yield Fact("night", self._when)
            case "speech" | "tie speech" | "last word" | "says" | "still called":
                yield Fact(what, self._when, (int(groups[0]),))
            case "discussion":
                yield Fact(what, self._when)
            case "nominates" | "withdraws":
                yield Fact(what, self._when, (int(groups[0]), int(groups[1])))
            case "votes":
                count = NUMBER.search(groups[1])
                voters = _seats(groups[2]) if len(groups) > 2 else ()
                yield Fact(what, self._when, (int(groups[0]),), (int(count[0]) if count else 0, *voters))
            case "tie":
                yield Fact(what, self._when, _seats(groups[0]))
            case "lift":
                passed = self._wording["lifted"].search(groups[1]) is not None
                yield Fact(what, self._when, (), (int(groups[0]), "passed" if passed else "failed"))
            case "lift hands":
                yield Fact("lift hands", self._when, (), (len(_seats(groups[0])), len(_seats(groups[1]))))
            case "voted" | "lifted out" | "removed":
                yield from (Fact(f"left: {what}", self._when, (seat,)) for seat in _seats(groups[0]))
            case "shot":
                yield from (Fact("left: shot", morning, (seat,)) for seat in _seats(groups[0]))
            case "nobody shot":
                yield Fact(what, morning)
            case "prison" | "freed" | "no vote" | "alibi":
                yield Fact(what, morning, _seats(groups[0]))
            case "acquitted":
                yield Fact(what, self._when, (int(groups[0]),))
            case "card" | "no best move":
                yield Fact(what, "", (int(groups[0]),))
            case "foul" | "pardon":
                yield Fact(what, self._when, (int(groups[0]),), (int(groups[1]),))
            case "undone":
                yield Fact(what, self._when)
            case "best move":
                yield Fact(what, "", (int(groups[0]),), _seats(groups[1]))
            case "winner":
                yield Fact(what, "", (), (WINNERS.get(groups[0].lower(), groups[0]),))
            case _ if what.startswith("no ballot: "):
                yield Fact(what, self._when)
            case _:
                return


def read_protocol(texts: Iterable[str], language: str) -> list[Fact]:
    """Returns the facts that the final texts of a group's messages tell, in the order in which they stand."""
    return list(Reader(language).read(texts))


def _seats(words: str) -> tuple[int, ...]:
    """Returns the seats of a list, with names or bare numbers."""
    named = SEAT.findall(f"{words} ")
    return tuple(map(int, named or NUMBER.findall(words)))
