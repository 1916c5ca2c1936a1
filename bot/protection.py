"""Nothing that a seated person gets in private can be forwarded or saved: it might prove a card.

Decided here for every call, whoever makes it: a card, a question, a team's words, and the answer to `/help` alike.
"""

from typing import Any

from aiogram.methods import TelegramMethod
from sqlalchemy import select

from bot.lobby import Phase
from bot.operation.trouble import store_failed
from bot.outbox.transport import Transport
from bot.store import Store
from bot.store.schema import games, places

FLAG = "protect_content"


class ProtectingTransport:
    """The way to Telegram. Whoever sits or judges at a table that plays is sent protected messages only."""

    def __init__(self, transport: Transport, store: Store) -> None:
        self._transport = transport
        self._store = store

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
        seated = (
            select(games.c.id)
            .join(places, places.c.game_id == games.c.id)
            .where(places.c.user_id == person, games.c.phase == Phase.PLAYING.value)
            .limit(1)
        )
        try:
            return await self._store.row(seated) is not None
        except Exception as away:
            if not store_failed(away):
                raise
            return True  # nobody can say, so it is better kept
