"""Leadership: of the processes that share a database, only the leader sends the outbox, runs clocks and mutes.

A process that does not share its database is always the leader.
"""

from typing import Any

from aiogram.methods import TelegramMethod

from bot.core.transport import Transport


class Leadership:
    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        """Whether there may be other processes, so that what is in memory may be outdated."""
        self.held = not shared
        self.term = ""
        """Number of the leadership term; grows with every change of leader."""

    async def claim(self) -> bool:
        """Returns whether leadership is held at this moment. Asked before every call that only the leader
        makes."""
        return self.held


class NotLeader(Exception):
    """Raised for a call that only the leader makes, in a process that is not, or no longer, the leader."""


class LeaderTransport:
    """Makes calls to Telegram that only the leader may make. Raises NotLeader if leadership is lost."""

    def __init__(self, transport: Transport, leadership: Leadership) -> None:
        self._transport = transport
        self._leadership = leadership

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if not await self._leadership.claim():
            raise NotLeader
        return await self._transport(method, request_timeout)
