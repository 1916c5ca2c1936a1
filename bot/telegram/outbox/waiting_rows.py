"""Every row that waits to be sent, by chat and lane; which rows each step's clock waits for, and which of them
wait for each other."""

import math
from collections.abc import Iterable

from bot.telegram.outbox.page_names import FAREWELL
from bot.telegram.outbox.queue import ChatQueue, Lane, lane_of
from bot.telegram.outbox.rows import Args, Kind, Row

LONGEST_FAREWELL_MS = 3_000
"""How long the news of a departure waits in the group until those who left have been told in private."""


class WaitingRows:
    def __init__(self) -> None:
        self._queues: dict[Lane, ChatQueue] = {}
        self._of_steps: dict[tuple[str, int], dict[int, Row]] = {}
        """Rows by id, by game and step, that must be settled before the clock of the step starts."""

    def add(self, row: Row) -> Row | None:
        """Adds a row to its queue. Returns the row that is superseded by this one; it may be this one itself."""
        queue = self._queues.setdefault(lane_of(row), ChatQueue())
        if row.step:
            self._of_steps.setdefault((row.game_id, row.step), {})[row.id] = row
        superseded = queue.add(row)
        # An edit that is not stored has the id of the stored one that it replaces: that one is still to be sent.
        return superseded if superseded is row or (superseded is not None and superseded.id != row.id) else None

    def queue(self, lane: Lane) -> ChatQueue | None:
        return self._queues.get(lane)

    def of_chat(self, chat_id: int) -> list[ChatQueue]:
        lanes = (Lane(chat_id, aside) for aside in (False, True))
        return [self._queues[lane] for lane in lanes if lane in self._queues]

    def drop_empty(self, lane: Lane, queue: ChatQueue) -> None:
        if not len(queue) and self._queues.get(lane) is queue:
            del self._queues[lane]

    def take_chat(self, chat_id: int) -> list[Row]:
        """Removes and returns all rows of a chat, those in flight among them."""
        taken: list[Row] = []
        for queue in self.of_chat(chat_id):
            rows = queue.all()
            queue.sends.clear()
            queue.edits.clear()
            for row in rows:
                self._queues.pop(lane_of(row), None)
                self._forget(row)
            taken += rows
        return taken

    def has_rows_of(self, game_id: str, step: int) -> bool:
        return (game_id, step) in self._of_steps

    def settle(self, row: Row) -> bool:
        """Returns True if it was the last row that its step's clock waits for."""
        if not row.step:
            return False
        self._forget(row)
        return not self.has_rows_of(row.game_id, row.step)

    def _forget(self, row: Row) -> None:
        waiting = self._of_steps.get((row.game_id, row.step))
        if waiting is not None:
            waiting.pop(row.id, None)
            if not waiting:
                del self._of_steps[row.game_id, row.step]

    # --- which rows wait for rows of other chats -----------------------------------------------------------------

    def held_until(self, row: Row, now: float) -> float:
        """Returns until when a row must wait for rows of its step in other chats: a private question for the
        group's message about the step, and that message for the private words to those who have just left."""
        others = self._of_steps.get((row.game_id, row.step), {}) if row.step else {}
        if row.chat_id < 0:
            farewells = row.kind is Kind.SEND and any(map(_is_farewell, others.values()))
            return row.created_ms + LONGEST_FAREWELL_MS if farewells else now
        asks = not _is_farewell(row) and any(other.chat_id < 0 for other in others.values())
        return math.inf if asks else now

    def chats_of_step(self, row: Row) -> set[int]:
        """Returns the other chats in which rows of the same step wait."""
        others = self._of_steps.get((row.game_id, row.step), {}) if row.step else {}
        return {other.chat_id for other in others.values()}

    def args_of(self, row: Row) -> Args:
        """Returns the arguments of a row that is about to be sent, with what waiting edits add to its message."""
        queue = self._queues.get(lane_of(row)) if row.slot else None
        return row.args if queue is None else queue.args_of(row)

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    def clear(self) -> None:
        self._queues.clear()
        self._of_steps.clear()


class SeenRows:
    """Ids of rows that wait here, or were settled since the last sweep of the store: a row that is found in the
    store is not taken twice. Needed only where several processes share the database."""

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self._waiting: set[int] = set()
        self._settled: set[int] = set()

    def is_new(self, row_id: int) -> bool:
        return row_id not in self._waiting and row_id not in self._settled

    def add(self, row_id: int) -> None:
        if self._shared:
            self._waiting.add(row_id)

    def settle(self, row_ids: Iterable[int]) -> None:
        if self._shared:
            for row_id in row_ids:
                self._waiting.discard(row_id)
                self._settled.add(row_id)

    def begin_sweep(self) -> None:
        self._settled.clear()

    def clear(self) -> None:
        self._waiting.clear()
        self._settled.clear()


def _is_farewell(row: Row) -> bool:
    """Returns whether the row is for somebody who has just left: a farewell, or a question that begins with it."""
    return row.page == FAREWELL or "left" in row.args
