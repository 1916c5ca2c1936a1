"""How many answers one person gets: the same one not twice in a row, and only so many in a minute."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from bot.clockwork.pace import Pace
from bot.outbox.pacing import Limits
from bot.outbox.rows import Kind, Rank, Row, dump_args
from bot.rate_limit import MOST_REMEMBERED, RateLimit

GAP_MS, IN_GROUP_GAP_MS = 3_000, 20_000
"""From one answer to the next, when as many were given at once as may be."""


class _Question(NamedTuple):
    asker: int
    words: str


NOBODY = _Question(0, "")
CHANNELS = 0
_question: ContextVar[_Question] = ContextVar("question", default=NOBODY)


@contextmanager
def asked_by(asker: int, words: str) -> Iterator[None]:
    """Around the handling of one update: what is told meanwhile was asked for by this person, or by this group
    where nobody in particular acts, in these words."""
    before = _question.set(_Question(asker, words))
    try:
        yield
    finally:
        _question.reset(before)


def author_in(chat_id: int) -> int:
    """Whose measure counts in a group: a person's, or that of its hidden admins. One person may write as any
    number of channels, so all of them have one together."""
    asker = _question.get().asker
    return asker if asker > 0 or asker == chat_id else CHANNELS


class _Given(NamedTuple):
    what: str
    at: int


class Allowed(NamedTuple):
    rows: list[Row]
    told_off: int = 0
    """Who is to hear in private that they ask too often; 0: nobody."""


class AnswerLimits:
    """In one process: of several each allows as much."""

    def __init__(self, pace: Pace, limits: Limits) -> None:
        self._all = RateLimit(limits.answers_at_once, pace.scale(GAP_MS))
        self._in_groups = RateLimit(limits.answers_in_group_at_once, pace.scale(IN_GROUP_GAP_MS))
        self._again_ms = pace.scale(limits.answer_again_ms)
        self._last: dict[tuple[int, int], _Given] = {}
        """What was said last, by chat and topic."""
        self._told_off: set[int] = set()

    def hear(self, person: int, words: str) -> None:
        """Whoever has done something else since then asks anew: what was said last in private does not stand."""
        last = self._last.get((person, 0))
        if last is not None and not last.what.endswith(f":{words}"):
            del self._last[person, 0]

    def allowed(self, rows: Iterable[Row], now: int) -> Allowed:
        """Those that are to be given. What was given is noted when it is stored (`given`)."""
        asker = _question.get().asker
        if not asker:
            return Allowed(list(rows))
        if self._all.is_calm(asker, now):
            self._told_off.discard(asker)
        given, too_many = [], False
        for row in rows:
            if _counts(row):
                if self._stands_there(row, now):
                    continue
                if not self._has_room(asker, row, now):
                    too_many |= row.chat_id == asker > 0  # nobody is told off before a group
                    continue
            given.append(row)
        if not too_many or asker in self._told_off:
            return Allowed(given)
        self._told_off.add(asker)
        return Allowed(given, asker)

    def _stands_there(self, row: Row, now: int) -> bool:
        last = self._last.get((row.chat_id, row.thread_id))
        return last is not None and last.what == _what(row) and now - last.at < self._again_ms

    def _has_room(self, asker: int, row: Row, now: int) -> bool:
        if row.chat_id < 0 and not self._in_groups.allows((author_in(row.chat_id), row.chat_id), now):
            return False
        return self._all.allows(asker, now)

    def given(self, rows: Iterable[Row], now: int) -> None:
        if not _question.get().asker:
            return
        if len(self._last) >= MOST_REMEMBERED:
            self._last.clear()
        for row in filter(_counts, rows):
            self._last[row.chat_id, row.thread_id] = _Given(_what(row), now)


def _counts(row: Row) -> bool:
    return row.rank is Rank.ANSWER and row.kind in (Kind.SEND, Kind.FILE)


def _what(row: Row) -> str:
    """In a group an answer stands for everybody; in private another question is answered, be it with the same."""
    words = _question.get().words if row.chat_id > 0 else ""
    return f"{row.kind}:{row.page}:{row.slot}:{dump_args(row.args)}:{words}"
