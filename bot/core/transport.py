"""The way to Telegram, as a port."""

from typing import Any, Protocol

from aiogram.methods import TelegramMethod


class Transport(Protocol):
    """One call of the Bot API; aiogram's `Bot` is one."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any: ...
