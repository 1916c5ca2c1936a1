"""The calls of the outbox: counted against the rate limits, and what an answer says of its chat."""

from collections import Counter
from typing import Any

from aiogram.methods import TelegramMethod

from bot.core.clock import Clock
from bot.core.transport import Transport
from bot.telegram.outbox.limiters import Limiters
from bot.telegram.outbox.rows import Rank, Row


class RowCalls:
    def __init__(self, transport: Transport, clock: Clock, limiters: Limiters) -> None:
        self._transport = transport
        self._clock = clock
        self._limiters = limiters
        self.made: Counter[str] = Counter()
        """By method."""
        self.longest_wait_ms: dict[Rank, int] = {}
        """The longest that a row of each rank has waited for its call."""

    async def __call__(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any:
        """What is not paced counts for none of Telegram's limits."""
        if paced:
            now = self._clock.now()
            self._limiters.rates.take(row, now)
            waited = now - max(row.created_ms, row.due_ms)
            self.longest_wait_ms[row.rank] = max(self.longest_wait_ms.get(row.rank, 0), waited)
        self.made[type(method).__name__] += 1
        answer = await self._transport(method)
        self.executed(row, written=paced)
        return answer

    def executed(self, row: Row, *, written: bool = True) -> None:
        """Telegram has executed a call for this row."""
        self._limiters.backoff.answered(row.chat_id)
        if written:
            self._limiters.closed.accepted(row)
