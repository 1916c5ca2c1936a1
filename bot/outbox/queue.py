"""The rows that wait, by chat: sends in their order, of each message the newest edit only.

A chat has two lines that do not wait for each other: what its games owe it, and what people have asked for, have
brought about or say to each other. Room for the first is kept by the pacing. Within the first a game whose clock
waits goes before the other games of the chat, within the second what a table has to know before answers.
"""

import heapq
from collections import deque
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.outbox.pacing import PACED
from bot.outbox.rows import Kind, Rank, Row

MOST_WAITING = 200
"""Sends of one line. A group gets a dozen in a minute, so it is caught up with in less than twenty."""


class Line(NamedTuple):
    chat_id: int
    aside: bool


def line_of(row: Row) -> Line:
    return Line(row.chat_id, row.aside)


class ChatQueue:
    """What one line is owed. The sends of a game keep their order; edits come when no send waits, prompts before
    all but a send that a clock waits for."""

    __slots__ = ("edits", "in_flight", "sends")

    def __init__(self) -> None:
        self.sends: deque[Row] = deque()
        self.edits: dict[str, Row] = {}
        self.in_flight: Row | None = None
        """On its way to Telegram: what it shows was put into words before."""

    def add(self, row: Row) -> Row | None:
        """Returns the row that the new one makes needless."""
        if row.kind is not Kind.EDIT:
            if not row.step and any(self._says_the_same(waiting, row) for waiting in self._stays(row)):
                return row
            outdated = self._outdated_by(row)
            if outdated is not None:
                self.sends[self.sends.index(outdated)] = row
                return outdated
            self.sends.append(row)
            return self._surplus() if len(self.sends) > MOST_WAITING else None
        old = self.edits.get(row.slot)
        if old is None:
            self.edits[row.slot] = row
            return None
        if old is self.in_flight:
            self.edits[row.slot] = row
            return None
        # The newest view is rendered anyway; what counts is how urgent either of them is.
        if old.step or (old.rank < row.rank and not row.step):
            return row
        self.edits[row.slot] = row
        return old

    def _stays(self, row: Row) -> Iterator[Row]:
        """What waits and will still be there: not what is to be deleted before this comes."""
        for waiting in reversed(self.sends):
            if waiting.kind is Kind.DELETE and waiting.slot == row.slot:
                return
            yield waiting

    def _says_the_same(self, waiting: Row, row: Row) -> bool:
        """Whoever asks again while the answer waits gets it once, and so does a message that has a name. Talk may
        repeat itself."""
        if waiting.slot != row.slot or waiting.page != row.page or waiting is self.in_flight:
            return False
        once = row.kind in (Kind.SEND, Kind.FILE) and (row.rank is Rank.ANSWER or bool(row.slot))
        return once and _content(waiting) == _content(row)

    def _surplus(self) -> Row | None:
        """What is given up when more waits than anybody will read: the oldest answer, then the oldest of what is
        only news; nothing that a clock waits for, no prompt and no result."""
        news = [row for row in self.sends if row.rank >= Rank.NEWS and not row.step and row is not self.in_flight]
        found = min(news, key=lambda row: (row.kind not in PACED, bool(row.game_id)), default=None)
        if found is not None:
            self.sends.remove(found)
        return found

    def _outdated_by(self, row: Row) -> Row | None:
        """What a table has to know is what has become of it in the end, however often it has changed."""
        if row.kind is not Kind.SEND or not row.about_table or not row.slot:
            return None
        return next(
            (
                waiting
                for waiting in self._stays(row)
                if waiting.kind is Kind.SEND and waiting.slot == row.slot and waiting is not self.in_flight
            ),
            None,
        )

    def in_place(self, row: Row) -> Row:
        """An edit that is kept nowhere, under the number of the stored one whose place it takes: until the newer
        is delivered the older stays owed."""
        old = self.edits.get(row.slot) if row.kind is Kind.EDIT else None
        if old is None or old is self.in_flight or old.step or old.rank < row.rank:
            return row
        return replace(row, id=old.id)

    def heads(self, closed: Container[int] = ()) -> Iterator[Row]:
        """What could go next, the more urgent first; nothing into topics that are closed."""
        edits = [row for row in self.edits.values() if row.thread_id not in closed]
        sends = [*self._first_sends(closed)]
        prompts = sorted((row for row in edits if row.rank is Rank.PROMPT), key=lambda row: (not row.step, row.id))
        if sends:
            # Keypads open and close as often as somebody taps: no clock waits for those that came later.
            waited_for = next((row.id for row in self.sends if row.step), None)
            yield from (row for row in prompts if row.step or waited_for is None or row.id < waited_for)
            yield from sends
            if sends[-1].kind in PACED:
                return
        yield from prompts
        yield from sorted((row for row in edits if row.rank is not Rank.PROMPT), key=_urgency)

    def _first_sends(self, closed: Container[int]) -> Iterator[Row]:
        """The next message, and before it what is pinned or deleted: should Telegram want a wait for that, only
        what is about the same message waits with it."""
        waiting = [row for row in self.sends if row.thread_id not in closed]
        clocks = {row.game_id for row in waiting if row.step}
        slots: set[str] = set()
        for row in sorted(waiting, key=lambda row: (row.game_id not in clocks, row.aside and not row.game_id)):
            if row.slot in slots:
                continue
            yield row
            if row.kind in PACED:
                return
            slots.add(row.slot)

    def of_topic(self, thread_id: int) -> Iterator[Row]:
        """What waits for one topic, in the order in which it would go out: sends before edits."""
        yield from (row for row in self.sends if row.thread_id == thread_id)
        yield from sorted((row for row in self.edits.values() if row.thread_id == thread_id), key=_urgency)

    def again(self, row: Row) -> Row | None:
        """It did not arrive. Returns the row that is needless now: another edit of the message may have come."""
        return None if row.kind is not Kind.EDIT or self.edits.get(row.slot) is row else self.add(row)

    def drop(self, row: Row) -> None:
        if row.kind is not Kind.EDIT:
            if row in self.sends:
                self.sends.remove(row)
        elif self.edits.get(row.slot) is row:
            del self.edits[row.slot]

    def all(self) -> list[Row]:
        """Also the one on its way, which a newer edit may have taken the place of."""
        waiting = [*self.sends, *self.edits.values()]
        flying = [self.in_flight] if self.in_flight is not None and self.in_flight not in waiting else []
        return waiting + flying

    def __len__(self) -> int:
        return len(self.sends) + len(self.edits)


def _urgency(row: Row) -> tuple[int, int]:
    return (row.rank, row.id)


def _content(row: Row) -> tuple[object, ...]:
    return (row.kind, row.page, row.thread_id, row.slot, row.game_id, row.args)


class Agenda:
    """Which line is to be looked at when; the more urgent first among those that are due."""

    __slots__ = ("_due", "_later")

    def __init__(self) -> None:
        self._due: list[tuple[int, int, Line]] = []
        self._later: list[tuple[float, Line]] = []

    def now(self, line: Line, rank: int, number: int) -> None:
        heapq.heappush(self._due, (rank, number, line))

    def at(self, moment: float, line: Line) -> None:
        heapq.heappush(self._later, (moment, line))

    def woken(self, now: float) -> Iterator[Line]:
        while self._later and self._later[0][0] <= now:
            yield heapq.heappop(self._later)[1]

    def pop(self) -> Line | None:
        return heapq.heappop(self._due)[2] if self._due else None

    def next_moment(self) -> float | None:
        return self._later[0][0] if self._later else None
