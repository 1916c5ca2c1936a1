"""How much of what one person sends is handled: the rest is finished at once, so that nobody waits behind it.

Telegram brings a hundred updates at a time, from the first unfinished one on, or makes as many webhook calls at
once: what waits here takes the place of what others send.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from aiogram.enums import ContentType
from aiogram.types import Message, Update

from bot.clockwork.clock import Clock
from bot.clockwork.pace import Pace
from bot.intake import LeftOut, lane_of
from bot.outbox.pacing import Limits
from bot.rate_limit import MOST_REMEMBERED, RateLimit

GAP_MS = 200
"""When as many came at once as may come: a judge in a hurry taps three times a second, and nobody types five
messages in one."""
HELD_UP_MS = 3_000
"""A message that comes so late was held up by an outage: it is measured by its date, for that is no flood."""
MOST_WAITING, MOST_TAPS_WAITING = 50, 8
"""Updates of one person in hand: half of what Telegram brings in one go; of taps so few that those behind them are
brought within a moment. Whoever taps waits for the answer before the next tap, or taps in vain."""
MOST_ALIKE = 2
"""Of the same tap or command: some buttons count only when they are tapped twice."""
PEOPLES = frozenset(
    {
        *(ContentType.TEXT, ContentType.STICKER, ContentType.VOICE, ContentType.PHOTO, ContentType.VIDEO),
        *(ContentType.ANIMATION, ContentType.AUDIO, ContentType.DOCUMENT, ContentType.VIDEO_NOTE),
        *(ContentType.DICE, ContentType.POLL, ContentType.CONTACT, ContentType.LOCATION, ContentType.VENUE),
        *(ContentType.STORY, ContentType.GAME, ContentType.PAID_MEDIA),
    }
)
"""What people write. Everything else tells what has become of a chat, and is never left out."""

OnRefused = Callable[[Update, LeftOut], None]
"""Told of what is left out, and why."""


class Admission:
    """In one process: of several each allows as much."""

    def __init__(self, clock: Clock, pace: Pace, limits: Limits, on_refused: OnRefused) -> None:
        self._clock = clock
        self._on_refused = on_refused
        self._taps = RateLimit(limits.updates_at_once, pace.scale(GAP_MS))
        self._messages = RateLimit(limits.updates_at_once, pace.scale(GAP_MS))
        self._written = 0
        """When the newest message was written."""
        self._in_hand: Counter[int] = Counter()
        self._alike: Counter[tuple[int, Hashable]] = Counter()
        self._told: set[int] = set()

    def enters(self, update: Update) -> bool:
        """False: it is finished."""
        lane = lane_of(update)
        if self._is_measured(update) and not self._has_room(lane, update):
            return False
        self._in_hand[lane] += 1
        if (what := _what(update)) is not None:
            self._alike[lane, what] += 1
        return True

    def leaves(self, update: Update) -> None:
        lane = lane_of(update)
        _less(self._in_hand, lane)
        if (what := _what(update)) is not None:
            _less(self._alike, (lane, what))

    def comes_again(self, update: Update) -> None:
        """It could not be stored: Telegram brings it once more, and it has been counted."""
        if self._is_measured(update):
            self._limit(update).give_back(lane_of(update))

    def _is_measured(self, update: Update) -> bool:
        message = _message(update)
        return update.callback_query is not None or (message is not None and message.content_type in PEOPLES)

    def _has_room(self, lane: int, update: Update) -> bool:
        what, limit, now = _what(update), self._limit(update), self._moment(update)
        if what is not None and self._alike[lane, what] >= MOST_ALIKE:
            self._on_refused(update, LeftOut.REPEATED if limit.allows(lane, now) else LeftOut.MORE)
            return False
        calm = limit.is_calm(lane, now)
        most = MOST_TAPS_WAITING if update.callback_query is not None else MOST_WAITING
        if self._in_hand[lane] < most and limit.allows(lane, now):
            if calm:
                self._told.discard(lane)
            return True
        self._on_refused(update, LeftOut.MORE if lane in self._told else LeftOut.TOO_FAST)
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
    """Which tap or command it is; None: neither."""
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
