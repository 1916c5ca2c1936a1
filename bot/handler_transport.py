"""Calls made inside of a handler: somebody waits for what the handler says, so they are given up soon."""

from typing import Any

from aiogram.methods import TelegramMethod

from bot.call_policy import policy_of
from bot.outbox.transport import Transport

LIMIT_S = 3
"""Seconds. A tap can be answered for about fifteen, and the answer is a call too."""


class HandlerTransport:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        limit = min(policy_of(method).limit_s, LIMIT_S) if request_timeout is None else request_timeout
        return await self._transport(method, limit)
