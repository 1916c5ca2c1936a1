"""Limits the time of calls made inside a handler: somebody waits for its answer, so they are given up soon."""

import asyncio
import math
from typing import Any

from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import TelegramMethod

from bot.core.transport import Transport
from bot.telegram.calls.call_policy import policy_of
from bot.telegram.calls.update_context import current_update

LIMIT_S = 3
"""Most seconds that one call may take."""
BUDGET_S = 6
"""Most seconds for all calls of one update. A tap can be answered for about fifteen seconds, and the answer is a
call too."""


def _seconds_left() -> float:
    """Returns the seconds left for calls of the update that is being handled; infinite outside of updates."""
    update = current_update.get()
    if update is None or update.calls_until is None:
        return math.inf
    return update.calls_until - asyncio.get_running_loop().time()


class HandlerTransport:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        """Makes a call within the limits. A timeout given by the caller replaces them."""
        if request_timeout is not None:
            return await self._transport(method, request_timeout)
        left = _seconds_left()
        if left <= 0:
            raise TelegramNetworkError(method, "not called: the time for calls of this handler is over")
        return await self._transport(method, math.ceil(min(left, policy_of(method).limit_s, LIMIT_S)))
