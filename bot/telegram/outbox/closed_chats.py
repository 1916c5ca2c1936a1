"""Places that the bot cannot write into: which refusals say so, and when a place is tried again."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.core.pace import Pace
from bot.telegram.outbox.rate_limits import PACED
from bot.telegram.outbox.rows import Row


class Place(NamedTuple):
    """Where a row is written: a chat, or one topic of it. Other topics do not wait for a closed one."""

    chat_id: int
    thread_id: int


class Why(StrEnum):
    """Why nothing can be written into a place. What admins can do is in the locales, `group-refuses-…`."""

    CLOSED = "closed"
    TOPIC_CLOSED = "topic-closed"
    TOPIC_GONE = "topic-gone"
    AWAY = "away"
    """Telegram answers 403: the bot is no member of the group, or the supergroup was deleted."""
    NOT_FOUND = "not-found"
    DELETED = "deleted"


SIGNS: Mapping[Why, tuple[str, ...]] = {
    # Codes in capitals come from Telegram's own servers; the Bot API server returns them as 400, also those that
    # were 403 (Client.cpp, fail_query_with_error). Sentences are tdlib's (can_send_message_content in
    # MessageContent.cpp, can_send_message_to_dialog in DialogManager.cpp) or an older server's.
    Why.CLOSED: (
        "chat_write_forbidden",
        "chat_restricted",
        "chat_send_plain_forbidden",
        "chat_guest_send_forbidden",
        "chat_admin_required",
        "user_banned_in_channel",
        "not enough rights to send text messages to the chat",
        "have no rights to send a message",
        "have no write access to the chat",
        "need administrator rights in the",
    ),
    Why.TOPIC_CLOSED: ("topic_closed",),
    # Client.cpp, TdOnCheckForumTopicCallback.
    Why.TOPIC_GONE: ("topic_deleted", "message thread not found"),
}

SHORTEST_MS, LONGEST_MS = 10_000, 300_000
LONGEST_AWAY_MS = 3_600_000
"""Longest wait before a group that has removed the bot is tried again. Telegram sends an update when the bot is
added again; the retry is for an update that got lost."""
STALE_MS = 600_000
"""An answer to a command that is older than this is not sent."""


def place_of(row: Row) -> Place:
    return Place(row.chat_id, row.thread_id)


GROUP_DELETED = "the group chat was deleted"
"""Text of the refusal for a deleted group (Bot API server, Client.cpp, check_chat_access)."""


def why_forbidden(text: str) -> Why:
    """Returns what a 403 from a group means."""
    return Why.DELETED if GROUP_DELETED in text.lower() else Why.AWAY


def why_refused(row: Row, text: str) -> Why | None:
    """Returns why nothing can be written in the place of a row, or None if the refusal does not say so. Private
    chats have no such rights, and pinning and deleting need others."""
    if row.chat_id > 0 or row.kind not in PACED:
        return None
    said = text.lower()
    return next((why for why, signs in SIGNS.items() if any(sign in said for sign in signs)), None)


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

    def refused(self, place: Place, why: Why, now: float) -> float:
        """Notes that a place has refused a row, and doubles the wait before the next try. Returns since when the
        place has been closed."""
        threads = self._closed.setdefault(place.chat_id, {})
        known = threads.get(place.thread_id)
        longest = LONGEST_AWAY_MS if why is Why.AWAY else LONGEST_MS
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
