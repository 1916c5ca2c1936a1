"""A row of the outbox: one message, edit, pin or deletion for one chat, until it is settled."""

import json
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import Any

from bot.core.clock import Clock
from bot.storage import UnitOfWork
from bot.storage.repositories.outbox import StoredRow
from bot.storage.unit_of_work import as_json

Args = dict[str, Any]
"""Arguments that a page needs in addition to the current view; they are stored as JSON."""


KEPT = "kept"
"""The key of arguments that an edit adds to its message for good: later edits of the message show them too."""
BACK = "back"
"""The key in the arguments of a page that is to be sent again, because people have deleted its message or cannot
find it. A page that is not worth it returns None."""
CHECKED = "checked"
"""The key in the arguments of an edit that is to find out whether its message stands: Telegram tells no bot what
people delete. It is made although nothing has changed, unless the message was seen a moment ago."""


class Rank(IntEnum):
    """The order in which rows are sent when not all can be sent at once."""

    PROMPT = 0
    RESULT = 1
    NEWS = 2
    EDIT = 3
    SOFT = 4
    """An edit that may wait for minutes: what it changes is also shown elsewhere."""
    TALK = 5
    """What people say to each other through the bot."""
    ANSWER = 6
    """What somebody has asked for, or news that somebody's action has caused at a table."""


class Kind(StrEnum):
    SEND = "send"
    EDIT = "edit"
    CLOSE = "close"
    """The last edit of a message. It keeps its place among the sends, and nothing edits the message after it."""
    PIN = "pin"
    UNPIN = "unpin"
    DELETE = "delete"
    FILE = "file"
    """A message with a file, which is rendered before its turn comes: no other row waits for it."""
    RETURN = "return"
    """A message that people have deleted, sent again. In the store such a row is still the edit that has found out
    about it."""
    COPY = "copy"
    """A copy of somebody's message for another person. Its id is in the args."""


@dataclass(frozen=True, slots=True)
class Row:
    id: int
    chat_id: int
    kind: Kind
    page: str
    rank: Rank
    game_id: str = ""
    thread_id: int = 0
    step: int = 0
    """The step whose clock waits until this row is settled; 0: none does."""
    slot: str = ""
    """The name under which the message can be found again."""
    args: Args = field(default_factory=dict)
    due_ms: int = 0

    @property
    def aside(self) -> bool:
        """Whether people have caused it and not a game's course: no clock waits for it."""
        return self.rank >= Rank.TALK

    @property
    def about_table(self) -> bool:
        """Whether people have caused it and it is news for a table: a lobby opens, another person takes a seat."""
        return self.aside and bool(self.game_id)

    @property
    def created_ms(self) -> int:
        return self.id >> (RowIds.PROCESS_BITS + RowIds.COUNT_BITS)

    def put(self, work: UnitOfWork) -> None:
        work.add_row(
            row_id=self.id,
            chat_id=self.chat_id,
            thread_id=self.thread_id,
            game_id=self.game_id,
            step=self.step,
            rank=int(self.rank),
            kind=self.kind.value,
            slot=self.slot,
            page=self.page,
            args=dump_args(self.args),
            due_ms=self.due_ms,
        )


def dump_args(args: Args) -> str:
    return as_json(args)


def row_from_store(stored: StoredRow) -> Row:
    return Row(
        id=stored.id,
        chat_id=stored.chat_id,
        kind=Kind(stored.kind),
        page=stored.page,
        rank=Rank(stored.rank),
        game_id=stored.game_id,
        thread_id=stored.thread_id,
        step=stored.step,
        slot=stored.slot,
        args=json.loads(stored.args),
        due_ms=stored.due_ms,
    )


def row_to_json(row: Row) -> list[Any]:
    return [getattr(row, name) for name in Row.__slots__]


def row_from_json(values: list[Any]) -> Row:
    row = Row(*values)
    return replace(row, kind=Kind(row.kind), rank=Rank(row.rank))


class RowIds:
    """Row ids that grow with time and do not collide with those of another process."""

    PROCESS_BITS, COUNT_BITS = 8, 12

    def __init__(self, clock: Clock, process: int) -> None:
        self._clock = clock
        self._last = 0
        self._count = 0
        self.be_process(process)

    def be_process(self, number: int) -> None:
        """Sets the number of this process, which no other process may have."""
        self._process = number % (1 << self.PROCESS_BITS)

    def next(self) -> int:
        now_ms = self._clock.now()
        if now_ms > self._last:
            self._last, self._count = now_ms, 0
        else:
            self._count += 1
            if self._count >> self.COUNT_BITS:
                self._last, self._count = self._last + 1, 0
        return (((self._last << self.PROCESS_BITS) | self._process) << self.COUNT_BITS) | self._count
