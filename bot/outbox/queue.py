"""The rows that wait, by chat: sends in their order, of each message the newest edit only."""

import heapq
from collections import deque
from collections.abc import Container, Iterator

from bot.outbox.rows import Kind, Rank, Row


class ChatQueue:
    """What one chat is owed. Sends keep their order; edits come when no send waits, prompts before all."""

    __slots__ = ("edits", "in_flight", "sends")

    def __init__(self) -> None:
        self.sends: deque[Row] = deque()
        self.edits: dict[str, Row] = {}
        self.in_flight: Row | None = None
        """On its way to Telegram: what it shows was put into words before."""

    def add(self, row: Row) -> Row | None:
        """Returns the row that the new one makes needless."""
        if row.kind is not Kind.EDIT:
            self.sends.append(row)
            return None
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

    def heads(self, closed: Container[int] = ()) -> Iterator[Row]:
        """What could go next, the more urgent first; nothing into topics that are closed."""
        edits = [row for row in self.edits.values() if row.thread_id not in closed]
        yield from sorted((row for row in edits if row.rank is Rank.PROMPT), key=lambda row: row.id)
        send = next((row for row in self.sends if row.thread_id not in closed), None)
        if send is not None:
            yield send
            return
        yield from sorted((row for row in edits if row.rank is not Rank.PROMPT), key=_urgency)

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


class Agenda:
    """Which chat is to be looked at when; the more urgent first among those that are due."""

    __slots__ = ("_due", "_later")

    def __init__(self) -> None:
        self._due: list[tuple[int, int, int]] = []
        self._later: list[tuple[float, int]] = []

    def now(self, chat_id: int, rank: int, number: int) -> None:
        heapq.heappush(self._due, (rank, number, chat_id))

    def at(self, moment: float, chat_id: int) -> None:
        heapq.heappush(self._later, (moment, chat_id))

    def woken(self, now: float) -> Iterator[int]:
        while self._later and self._later[0][0] <= now:
            yield heapq.heappop(self._later)[1]

    def pop(self) -> int | None:
        return heapq.heappop(self._due)[2] if self._due else None

    def next_moment(self) -> float | None:
        return self._later[0][0] if self._later else None
