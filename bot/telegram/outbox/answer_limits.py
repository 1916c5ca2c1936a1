"""Limits answers to one person: the same answer is not given twice in a row, and the number per minute is
limited."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.core.pace import Pace
from bot.core.rate_limit import MOST_REMEMBERED, RateLimit
from bot.telegram.calls.update_context import current_update
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Kind, Rank, Row, dump_args

GAP_MS, IN_GROUP_GAP_MS = 3_000, 20_000
"""Milliseconds between two answers once the burst is used up: overall, and in a group."""


CHANNELS = 0


def _asker() -> int:
    """Returns who caused the answers that are being sent: a person, group or channel; 0: nobody."""
    update = current_update.get()
    return 0 if update is None else update.asker


def author_in(chat_id: int) -> int:
    """Returns whose limit counts in a group: a person's, or that of its anonymous admins. One person may write as
    any number of channels, so all channels share one limit."""
    asker = _asker()
    return asker if asker > 0 or asker == chat_id else CHANNELS


class _Given(NamedTuple):
    what: str
    at: int


class Allowed(NamedTuple):
    rows: list[Row]
    warned: int = 0
    """The person to be told in private that they ask too often; 0: nobody."""


class AnswerLimits:
    """Limits the answers to each person. Counts per process: each of several processes allows the full number."""

    def __init__(self, pace: Pace, limits: Limits) -> None:
        self._all = RateLimit(limits.answers_at_once, pace.scale(GAP_MS))
        self._in_groups = RateLimit(limits.answers_in_group_at_once, pace.scale(IN_GROUP_GAP_MS))
        self._again_ms = pace.scale(limits.answer_again_ms)
        self._last: dict[tuple[int, int], _Given] = {}
        """The last answer that was stored, by chat and topic."""
        self._warned: set[int] = set()

    def new_question(self, person: int, words: str) -> None:
        """Notes a command or tap of this person: if its words are new, the last private answer may be repeated."""
        last = self._last.get((person, 0))
        if last is not None and not last.what.endswith(f":{words}"):
            del self._last[person, 0]

    def allowed(self, rows: Iterable[Row], now: int) -> Allowed:
        """Returns the rows that may be sent. The caller passes them to `given` once they are stored."""
        asker = _asker()
        if not asker:
            return Allowed(list(rows))
        if self._all.is_calm(asker, now):
            self._warned.discard(asker)
        given, too_many = [], False
        for row in rows:
            if _counts(row):
                if self._stands_there(row, now):
                    continue
                if not self._has_room(asker, row, now):
                    too_many |= row.chat_id == asker > 0  # nobody is told so in front of a group
                    continue
            given.append(row)
        if not too_many or asker in self._warned:
            return Allowed(given)
        self._warned.add(asker)
        return Allowed(given, asker)

    def _stands_there(self, row: Row, now: int) -> bool:
        last = self._last.get((row.chat_id, row.thread_id))
        return last is not None and last.what == _what(row) and now - last.at < self._again_ms

    def _has_room(self, asker: int, row: Row, now: int) -> bool:
        if row.chat_id < 0 and not self._in_groups.allows((author_in(row.chat_id), row.chat_id), now):
            return False
        return self._all.allows(asker, now)

    def given(self, rows: Iterable[Row], now: int) -> None:
        if not _asker():
            return
        if len(self._last) >= MOST_REMEMBERED:
            self._last.clear()
        for row in filter(_counts, rows):
            self._last[row.chat_id, row.thread_id] = _Given(_what(row), now)


def _counts(row: Row) -> bool:
    return row.rank is Rank.ANSWER and row.kind in (Kind.SEND, Kind.FILE)


def _what(row: Row) -> str:
    """Returns what identifies an answer. In private that includes the question: another question gets its own
    answer. In a group everybody can read the last answer, so the question does not count."""
    update = current_update.get() if row.chat_id > 0 else None
    words = "" if update is None else update.words
    return f"{row.kind}:{row.page}:{row.slot}:{dump_args(row.args)}:{words}"
