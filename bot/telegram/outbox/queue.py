"""The queue of one lane of a chat: sends in their order, of each message the newest edit only.

A chat has two lanes that do not wait for each other: rows of its games, and rows that people have caused (answers,
talk, changes of a lobby). The rate limits keep room for the first. In the first lane a game whose clock waits goes
before the other games of the chat; in the second, news for a table goes before answers.
"""

from collections import deque
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.telegram.outbox.rate_limits import PACED, is_change
from bot.telegram.outbox.rows import KEPT, Args, Kind, Rank, Row

MOST_WAITING = 200
"""Most sends that wait in one lane. A group gets a dozen in a minute, so this many take less than twenty
minutes."""


class Lane(NamedTuple):
    chat_id: int
    aside: bool


def lane_of(row: Row) -> Lane:
    return Lane(row.chat_id, row.aside)


class ChatQueue:
    """The waiting rows of one lane. The sends of a game keep their order. Edits go when no send waits; prompts go
    before everything except a send that a clock waits for."""

    __slots__ = ("edits", "in_flight", "sends")

    def __init__(self) -> None:
        self.sends: deque[Row] = deque()
        self.edits: dict[str, Row] = {}
        self.in_flight: Row | None = None
        """The row that is being sent. It is rendered already, so it cannot be merged with a newer row."""

    def add(self, row: Row) -> Row | None:
        """Adds a row. Returns the row that is superseded or given up, which may be the new one."""
        if row.kind is Kind.CLOSE:
            return self._add_close(row)
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
        # Either would be rendered from the newest view: the more urgent of the two is kept.
        if old.step or (old.rank < row.rank and not row.step):
            self.edits[row.slot] = _with_kept_args(old, row)
            return row
        self.edits[row.slot] = _with_kept_args(row, old)
        return old

    def _add_close(self, row: Row) -> Row | None:
        """Adds the last edit of a message; an earlier one that still waits is superseded."""
        old = self.edits.get(row.slot)
        if old is None or old is self.in_flight:
            self.sends.append(row)
            return None
        del self.edits[row.slot]
        self.sends.append(_with_kept_args(row, old))
        return old

    def args_of(self, row: Row) -> Args:
        """Returns the arguments of a message that is about to be sent, with what waiting edits of it add: they
        then have nothing left to change."""
        later = [self.edits[row.slot]] if row.slot in self.edits else []
        closing = [
            one for one in self.sends if one.kind is Kind.CLOSE and one.slot == row.slot and one.id > row.id
        ]
        args = row.args
        for one in (*later, *closing[:1]):
            args = args | one.args.get(KEPT, {})
        return args | closing[0].args if closing else args

    def _stays(self, row: Row) -> Iterator[Row]:
        """Returns the waiting sends whose messages can still be edited when this row is sent: those after the end
        of the last message of its slot."""
        for waiting in reversed(self.sends):
            if waiting.kind in (Kind.DELETE, Kind.CLOSE) and waiting.slot == row.slot:
                return
            yield waiting

    def _says_the_same(self, waiting: Row, row: Row) -> bool:
        """Tells whether a waiting row makes the new one superfluous. Answers, and messages with a slot, are sent
        once however often they are asked for; talk between people is repeated."""
        if waiting.slot != row.slot or waiting.page != row.page or waiting is self.in_flight:
            return False
        once = row.kind in (Kind.SEND, Kind.FILE) and (row.rank is Rank.ANSWER or bool(row.slot))
        return once and _content(waiting) == _content(row)

    def _surplus(self) -> Row | None:
        """Removes and returns the row that is given up when too many wait: the oldest answer, then the oldest
        news; no row that a clock waits for, no prompt and no result."""
        news = [row for row in self.sends if row.rank >= Rank.NEWS and not row.step and row is not self.in_flight]
        found = min(news, key=lambda row: (row.kind not in PACED, bool(row.game_id)), default=None)
        if found is not None:
            self.sends.remove(found)
        return found

    def _outdated_by(self, row: Row) -> Row | None:
        """Returns the older news about the same message that this row replaces: only the latest state matters."""
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
        """Returns the row with the id of the stored edit that it replaces, if there is one: until the newer edit
        is delivered the older stays in the store."""
        old = self.edits.get(row.slot) if row.kind is Kind.EDIT else None
        if old is None or old is self.in_flight or old.step or old.rank < row.rank:
            return row
        return replace(row, id=old.id)

    def heads(self, closed: Container[int] = ()) -> Iterator[Row]:
        """Returns the rows that could be sent next, the more urgent first, without those of closed topics."""
        edits = [row for row in self.edits.values() if row.thread_id not in closed]
        sends = [*self._first_sends(closed)]
        # A list that somebody has changed waits for no answer to somebody else, only for its own message.
        unsent = {row.slot for row in self.sends}
        yield from (row for row in edits if is_change(row) and row.slot not in unsent)
        prompts = sorted((row for row in edits if row.rank is Rank.PROMPT), key=lambda row: (not row.step, row.id))
        if sends:
            # Keypads are edited with every tap: prompts that came after the awaited send must not delay it.
            waited_for = next((row.id for row in self.sends if row.step), None)
            yield from (row for row in prompts if row.step or waited_for is None or row.id < waited_for)
            yield from sends
            if sends[-1].kind in PACED:
                return
        yield from prompts
        yield from sorted((row for row in edits if row.rank is not Rank.PROMPT), key=_urgency)

    def is_waited_for(self, row: Row) -> bool:
        """Returns whether a more urgent row can only be sent after this one: a message that a clock waits for, or
        the new message of a slot whose old one still has its keys. Sent later, the edit would take the keys of the
        new one."""
        if row.kind is Kind.EDIT:
            return row.rank is Rank.PROMPT and any(
                later.slot == row.slot and later.id > row.id for later in self.sends
            )
        return any(later.step and later.game_id == row.game_id and later.id > row.id for later in self.sends)

    def _first_sends(self, closed: Container[int]) -> Iterator[Row]:
        """Returns the next message, and the pins and deletions before it: if Telegram demands a wait for one of
        those, only rows of the same message wait with it."""
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
        """Returns the rows of one topic in the order in which they would be sent: sends before edits."""
        yield from (row for row in self.sends if row.thread_id == thread_id)
        yield from sorted((row for row in self.edits.values() if row.thread_id == thread_id), key=_urgency)

    def again(self, row: Row) -> Row | None:
        """Queues a row again that was not delivered. Returns the row that is superseded, if another edit of the
        message has come."""
        if row.kind is Kind.EDIT:
            waits = self.edits.get(row.slot) is row
        else:
            waits = row.kind is not Kind.RETURN or row in self.sends
        return None if waits else self.add(row)

    def drop(self, row: Row) -> None:
        if row.kind is not Kind.EDIT:
            if row in self.sends:
                self.sends.remove(row)
        elif self.edits.get(row.slot) is row:
            del self.edits[row.slot]

    def all(self) -> list[Row]:
        """Returns all rows, including the one in flight, which a newer edit may have replaced in the queue."""
        waiting = [*self.sends, *self.edits.values()]
        flying = [self.in_flight] if self.in_flight is not None and self.in_flight not in waiting else []
        return waiting + flying

    def __len__(self) -> int:
        return len(self.sends) + len(self.edits)


def _with_kept_args(row: Row, other: Row) -> Row:
    """Returns the row with what the other adds to the message for good."""
    kept = other.args.get(KEPT)
    return replace(row, args=row.args | {KEPT: kept | row.args.get(KEPT, {})}) if kept else row


def _urgency(row: Row) -> tuple[int, int]:
    return (row.rank, row.id)


def _content(row: Row) -> tuple[object, ...]:
    return (row.kind, row.page, row.thread_id, row.slot, row.game_id, row.args)
