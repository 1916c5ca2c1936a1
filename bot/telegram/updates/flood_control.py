"""Limits how many updates of one person are handled: the rest is skipped, so that nobody waits behind it.

Telegram delivers at most a hundred updates at a time, from the first unfinished one on, or as many webhook calls
at once: updates that wait here take the place of other people's.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from aiogram.enums import ContentType
from aiogram.types import Message, Update

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.rate_limit import MOST_REMEMBERED, RateLimit
from bot.telegram.updates.intake import SkipReason, lane_of

UPDATES_AT_ONCE = 25
"""Taps, and messages, that one person may send at once before they are limited."""
GAP_MS = 200
"""Milliseconds between updates after the burst: a judge in a hurry taps three times a second, and nobody types
five messages in one."""
HELD_UP_MS = 3_000
"""A message that is older than this was delayed by an outage: its date counts, because that is no flood."""
MOST_WAITING, MOST_TAPS_WAITING = 50, 8
"""Most updates of one person in progress, and most taps. The first is half of what Telegram delivers at a time.
Few taps, so that those behind them are handled soon: people wait for the answer to a tap before the next one."""
MOST_ALIKE = 2
"""Most updates in progress with the same tap or command: some buttons work only when they are tapped twice."""
PEOPLES = frozenset(
    {
        *(ContentType.TEXT, ContentType.STICKER, ContentType.VOICE, ContentType.PHOTO, ContentType.VIDEO),
        *(ContentType.ANIMATION, ContentType.AUDIO, ContentType.DOCUMENT, ContentType.VIDEO_NOTE),
        *(ContentType.DICE, ContentType.POLL, ContentType.CONTACT, ContentType.LOCATION, ContentType.VENUE),
        *(ContentType.STORY, ContentType.GAME, ContentType.PAID_MEDIA),
    }
)
"""Kinds of messages that people write. Every other kind reports a change of a chat, and is never skipped."""

OnRefused = Callable[[Update, SkipReason], None]
"""Called with each skipped update and the reason."""


class FloodControl:
    """Counts the updates of each person. Counts per process: each of several processes allows the full number."""

    def __init__(
        self, clock: Clock, pace: Pace, on_refused: OnRefused, updates_at_once: int = UPDATES_AT_ONCE
    ) -> None:
        self._clock = clock
        self._on_refused = on_refused
        self._taps = RateLimit(updates_at_once, pace.scale(GAP_MS))
        self._messages = RateLimit(updates_at_once, pace.scale(GAP_MS))
        self._written = 0
        """When the newest message was written."""
        self._in_progress: Counter[int] = Counter()
        self._alike: Counter[tuple[int, Hashable]] = Counter()
        self._told: set[int] = set()

    def enters(self, update: Update) -> bool:
        """Counts an update. Returns False if it is to be skipped."""
        lane = lane_of(update)
        if self._is_measured(update) and not self._has_room(lane, update):
            return False
        self._in_progress[lane] += 1
        if (what := _what(update)) is not None:
            self._alike[lane, what] += 1
        return True

    def leaves(self, update: Update) -> None:
        lane = lane_of(update)
        _less(self._in_progress, lane)
        if (what := _what(update)) is not None:
            _less(self._alike, (lane, what))

    def comes_again(self, update: Update) -> None:
        """Takes back the count of an update that could not be stored: Telegram delivers it again."""
        if self._is_measured(update):
            self._limit(update).give_back(lane_of(update))

    def _is_measured(self, update: Update) -> bool:
        message = _message(update)
        return update.callback_query is not None or (message is not None and message.content_type in PEOPLES)

    def _has_room(self, lane: int, update: Update) -> bool:
        what, limit, now = _what(update), self._limit(update), self._moment(update)
        if what is not None and self._alike[lane, what] >= MOST_ALIKE:
            self._on_refused(update, SkipReason.REPEATED if limit.allows(lane, now) else SkipReason.MORE)
            return False
        calm = limit.is_calm(lane, now)
        most = MOST_TAPS_WAITING if update.callback_query is not None else MOST_WAITING
        if self._in_progress[lane] < most and limit.allows(lane, now):
            if calm:
                self._told.discard(lane)
            return True
        self._on_refused(update, SkipReason.MORE if lane in self._told else SkipReason.TOO_FAST)
        if len(self._told) >= MOST_REMEMBERED:
            self._told.clear()
        self._told.add(lane)
        return False

    def _limit(self, update: Update) -> RateLimit:
        return self._taps if update.callback_query is not None else self._messages

    def _moment(self, update: Update) -> int:
        message = _message(update)
        if message is None:
            return self._clock.now()
        now, written = self._clock.now(), int(message.edit_date or message.date.timestamp()) * 1000
        self._written = max(self._written, written if now - written > HELD_UP_MS else now)
        return self._written


def _message(update: Update) -> Message | None:
    return update.message or update.edited_message


def _what(update: Update) -> Hashable:
    """Returns what identifies a tap or command; None for any other update."""
    query = update.callback_query
    if query is not None:
        place = None if query.message is None else (query.message.chat.id, query.message.message_id)
        return ("tap", place, query.data)
    message = update.message
    if message is None or not (message.text or "").startswith("/"):
        return None
    return ("command", message.chat.id, message.message_thread_id, message.text)


def _less(counted: Counter[Any], key: Hashable) -> None:
    counted[key] -= 1
    if counted[key] <= 0:
        del counted[key]
