"""Makes the calls of the outbox: counts them for the rate limits, and notes that their chat has answered."""

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
        """Number of calls made, by method."""
        self.longest_wait_ms: dict[Rank, int] = {}
        """Longest time that a row has waited for its call, in milliseconds by rank."""

    async def __call__(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any:
        """Makes a call and returns its answer. A call that is not paced counts for none of the rate limits."""
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
        """Notes that Telegram has executed a call for this row: it can be reached, and if something was `written`,
        the place is open."""
        self._limiters.backoff.answered(row.chat_id)
        if written:
            self._limiters.closed.accepted(row)
