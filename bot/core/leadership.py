"""Who conducts: sends what is owed, keeps the clock, mutes. One process alone always does."""

from typing import Any

from aiogram.methods import TelegramMethod

from bot.core.transport import Transport


class Leadership:
    """Of several processes that share a database one holds it, and nobody knows beforehand for how long."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        """There may be other processes: what is in memory may be old."""
        self.held = not shared
        self.term = ""
        """Which time it is that somebody conducts."""

    async def claim(self) -> bool:
        """Is it held at this very moment? Asked before every call that is the conductor's to make."""
        return self.held


class NotLeader(Exception):
    """Another process conducts by now, or will: this call is not ours to make."""


class LeaderTransport:
    """The way to Telegram for whoever conducts: nothing more goes through once the baton is lost."""

    def __init__(self, transport: Transport, leadership: Leadership) -> None:
        self._transport = transport
        self._baton = leadership

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if not await self._baton.claim():
            raise NotLeader
        return await self._transport(method, request_timeout)
