"""Private messages to players cannot be forwarded or saved: they might prove a card.

Decided here for every call of every part: a card, a prompt, a team's talk, and the answer to `/help` alike.
"""

from typing import Any

from aiogram.methods import TelegramMethod

from bot.core.transport import Transport
from bot.storage import Store
from bot.storage.repositories.games import GameRepository
from bot.storage.storage_errors import store_failed

FLAG = "protect_content"


class ProtectingTransport:
    """A transport that protects every private message to players and judges of running games."""

    def __init__(self, transport: Transport, store: Store) -> None:
        self._transport = transport
        self._games = GameRepository(store)

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if await self._has_to_protect(method):
            method = method.model_copy(update={FLAG: True})
        return await self._transport(method, request_timeout)

    async def _has_to_protect(self, method: TelegramMethod[Any]) -> bool:
        if FLAG not in type(method).model_fields or getattr(method, FLAG) is True:
            return False
        chat_id = getattr(method, "chat_id", 0)
        return isinstance(chat_id, int) and chat_id > 0 and await self._plays(chat_id)

    async def _plays(self, person: int) -> bool:
        try:
            return await self._games.is_playing(person)
        except Exception as away:
            if not store_failed(away):
                raise
            return True  # not known, so protected
