"""Places that the bot cannot write into, and when each is tried again."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.core.pace import Pace
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.telegram_refusals import WhyClosed


class Place(NamedTuple):
    """Where a row is written: a chat, or one topic of it. Other topics do not wait for a closed one."""

    chat_id: int
    thread_id: int


SHORTEST_MS, LONGEST_MS = 10_000, 300_000
LONGEST_AWAY_MS = 3_600_000
"""Longest wait before a group that has removed the bot is tried again. Telegram sends an update when the bot is
added again; the retry is for an update that got lost."""
STALE_MS = 600_000
"""An answer to a command that is older than this is not sent."""


def place_of(row: Row) -> Place:
    return Place(row.chat_id, row.thread_id)


@dataclass(slots=True)
class _Closed:
    since: float
    gap_ms: int
    retry_at: float


class ClosedPlaces:
    """Each is tried again, with a row that waits for it, after gaps that grow.

    Not by a chat action: the real server grants it to any member who may write nothing (tdlib,
    DialogActionManager.cpp, send_dialog_action, asks for membership only).
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._closed: dict[int, dict[int, _Closed]] = {}
        """Closed places, by chat and topic."""
        self._reopened_by: set[int] = set()
        """Ids of rows that were the first to be accepted by a place that had been closed."""

    def __contains__(self, place: Place) -> bool:
        return place.thread_id in self._closed.get(place.chat_id, ())

    def refused(self, place: Place, why: WhyClosed, now: float) -> float:
        """Notes that a place has refused a row, and doubles the wait before the next try. Returns since when the
        place has been closed."""
        threads = self._closed.setdefault(place.chat_id, {})
        known = threads.get(place.thread_id)
        longest = LONGEST_AWAY_MS if why is WhyClosed.AWAY else LONGEST_MS
        gap = min(known.gap_ms * 2, longest) if known is not None and known.gap_ms else SHORTEST_MS
        since = now if known is None else known.since
        threads[place.thread_id] = _Closed(since, gap, now + self._pace.scale(gap))
        return since

    def suspect(self, place: Place, now: float) -> None:
        """Treats a place as closed because it was before this start: one row is sent to find out whether it still
        is."""
        self._closed.setdefault(place.chat_id, {}).setdefault(place.thread_id, _Closed(now, 0, now))

    def retry(self, chat_id: int, now: float) -> None:
        """Lets the waiting rows of a chat be tried now, because the bot's rights there have changed."""
        for closed in self._closed.get(chat_id, {}).values():
            closed.gap_ms, closed.retry_at = 0, now

    def of_chat(self, chat_id: int) -> dict[int, float]:
        """Returns the closed topics of a chat, and when each is tried again."""
        return {thread: closed.retry_at for thread, closed in self._closed.get(chat_id, {}).items()}

    def opened(self, place: Place) -> bool:
        """Marks a place as open. Returns False if it was not known to be closed."""
        threads = self._closed.get(place.chat_id, {})
        known = threads.pop(place.thread_id, None)
        if not threads:
            self._closed.pop(place.chat_id, None)
        return known is not None

    def accepted(self, row: Row) -> None:
        """Marks the place of a row as open, because Telegram has accepted a message of this row."""
        if self.opened(place_of(row)):
            self._reopened_by.add(row.id)

    def was_reopened_by(self, row: Row) -> bool:
        return row.id in self._reopened_by

    def forget_reopening(self, row: Row) -> None:
        self._reopened_by.discard(row.id)

    def move(self, old: int, new: int, now: float) -> None:
        """Moves the closed topics of a chat to its new id; one row of each finds out whether it is still
        closed."""
        for thread_id in self._closed.pop(old, {}):
            self.suspect(Place(new, thread_id), now)

    def clear(self) -> None:
        self._closed.clear()
        self._reopened_by.clear()

    def is_stale(self, row: Row, now: float) -> bool:
        """Tells whether a row belongs to no game and to no message that is edited later, and is too old to be of
        use."""
        return not (row.game_id or row.slot) and row.created_ms < now - self._pace.scale(STALE_MS)
