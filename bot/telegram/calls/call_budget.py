"""Time limits of calls made inside a handler: somebody waits for its answer, so they are given up soon."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import TelegramMethod

from bot.core.transport import Transport
from bot.telegram.calls.call_policy import policy_of

LIMIT_S = 3
"""For one call."""
BUDGET_S = 6
"""For all calls of one update. A tap can be answered for about fifteen seconds, and that is a call too."""


class Budget:
    def __init__(self, seconds: float) -> None:
        self.until: float | None = asyncio.get_running_loop().time() + seconds
        """None: the handler has ended; tasks that it has started are not limited by this budget."""

    @property
    def left(self) -> float:
        return math.inf if self.until is None else self.until - asyncio.get_running_loop().time()


_budget: ContextVar[Budget | None] = ContextVar("call_budget", default=None)


@contextmanager
def call_budget(seconds: float = BUDGET_S) -> Iterator[None]:
    """Around the handling of one update."""
    budget = Budget(seconds)
    before = _budget.set(budget)
    try:
        yield
    finally:
        budget.until = None
        _budget.reset(before)


class HandlerTransport:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        """A timeout given by the caller replaces the limits."""
        if request_timeout is not None:
            return await self._transport(method, request_timeout)
        budget = _budget.get()
        limit = min(policy_of(method).limit_s, LIMIT_S)
        if budget is not None:
            if budget.left <= 0:
                raise TelegramNetworkError(method, "not called: the time for calls of this handler is over")
            limit = math.ceil(min(budget.left, limit))
        return await self._transport(method, limit)
