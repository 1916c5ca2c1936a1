"""Calls to Telegram, as a port."""

from typing import Any, Protocol

from aiogram.methods import TelegramMethod


class Transport(Protocol):
    """Makes one call of the Bot API; aiogram's `Bot` is such a transport."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any: ...
