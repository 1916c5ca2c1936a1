"""Limits of answers to one person: the same answer not twice in a row, and only so many in a minute."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.core.pace import Pace
from bot.core.rate_limit import MOST_REMEMBERED, RateLimit
from bot.telegram.calls.update_context import current_update
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Kind, Rank, Row, dump_args

GAP_MS, IN_GROUP_GAP_MS = 3_000, 20_000
"""From one answer to the next, when the burst is used up."""


CHANNELS = 0


def _asker() -> int:
    """Who has asked for the answers that are sent now: a person, or a group; 0: nobody."""
    update = current_update.get()
    return 0 if update is None else update.asker


def author_in(chat_id: int) -> int:
    """Whose limit counts in a group: a person's, or that of its anonymous admins. One person may write as any
    number of channels, so all channels share one limit."""
    asker = _asker()
    return asker if asker > 0 or asker == chat_id else CHANNELS


class _Given(NamedTuple):
    what: str
    at: int


class Allowed(NamedTuple):
    rows: list[Row]
    warned: int = 0
    """Who is to be told in private that they ask too often; 0: no one."""


class AnswerLimits:
    """Counted per process: each of several processes allows this much."""

    def __init__(self, pace: Pace, limits: Limits) -> None:
        self._all = RateLimit(limits.answers_at_once, pace.scale(GAP_MS))
        self._in_groups = RateLimit(limits.answers_in_group_at_once, pace.scale(IN_GROUP_GAP_MS))
        self._again_ms = pace.scale(limits.answer_again_ms)
        self._last: dict[tuple[int, int], _Given] = {}
        """The last answer, by chat and topic."""
        self._warned: set[int] = set()

    def new_question(self, person: int, words: str) -> None:
        """After another command or tap the same answer in private is no repetition any more."""
        last = self._last.get((person, 0))
        if last is not None and not last.what.endswith(f":{words}"):
            del self._last[person, 0]

    def allowed(self, rows: Iterable[Row], now: int) -> Allowed:
        """The rows that may be sent. They are noted by `given` once they are stored."""
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
    """In a group everybody can read the last answer; in private another question gets its own."""
    update = current_update.get() if row.chat_id > 0 else None
    words = "" if update is None else update.words
    return f"{row.kind}:{row.page}:{row.slot}:{dump_args(row.args)}:{words}"
