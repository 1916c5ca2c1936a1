"""Every row that waits to be sent, by chat and lane, and how many of them each step's clock waits for."""

from collections import Counter
from collections.abc import Iterable

from bot.telegram.outbox.queue import ChatQueue, Lane, lane_of
from bot.telegram.outbox.rows import Row


class WaitingRows:
    def __init__(self) -> None:
        self._queues: dict[Lane, ChatQueue] = {}
        self._of_steps: Counter[tuple[str, int]] = Counter()
        """Number of rows, by game and step, that must be settled before the clock of the step starts."""

    def add(self, row: Row) -> Row | None:
        """Adds a row to its queue. Returns the row that is superseded by this one; it may be this one itself."""
        queue = self._queues.setdefault(lane_of(row), ChatQueue())
        if row.step:
            self._of_steps[row.game_id, row.step] += 1
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
                if row.step:
                    self._of_steps[row.game_id, row.step] -= 1
            taken += rows
        return taken

    def has_rows_of(self, game_id: str, step: int) -> bool:
        return self._of_steps[game_id, step] > 0

    def settle(self, row: Row) -> bool:
        """Returns True if it was the last row that its step's clock waits for."""
        if not row.step:
            return False
        step = (row.game_id, row.step)
        self._of_steps[step] -= 1
        last = self._of_steps[step] <= 0
        if last:
            del self._of_steps[step]
        return last

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
