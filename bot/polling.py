"""Long polling of our own: an update is confirmed to Telegram only after its effect is stored."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    TelegramConflictError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates
from aiogram.types import Update
from sqlalchemy.exc import DBAPIError

log = structlog.get_logger()

ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member", "chat_member"]
TIMEOUT = 25

Handle = Callable[[Update], Awaitable[None]]


class Polling:
    def __init__(self, bot: Bot, handle: Handle) -> None:
        self._bot = bot
        self._handle = handle
        self._offset: int | None = None
        self.last_heard = 0.0

    async def run(self) -> None:
        pause = 0.5
        while True:
            try:
                method = GetUpdates(offset=self._offset, timeout=TIMEOUT, allowed_updates=ALLOWED_UPDATES)
                updates = await self._bot(method, request_timeout=TIMEOUT + 15)
                pause = 0.5
            except TelegramUnauthorizedError:
                raise
            except TelegramRetryAfter as wait:
                await asyncio.sleep(wait.retry_after)
                continue
            except (TelegramNetworkError, TelegramServerError, TelegramConflictError) as trouble:
                log.warning("no updates", why=type(trouble).__name__, text=str(trouble)[:200])
                await asyncio.sleep(pause)
                pause = min(pause * 2, 15)
                continue
            self.last_heard = asyncio.get_running_loop().time()
            if updates and await self._handle_all(updates):
                self._offset = updates[-1].update_id + 1

    async def _handle_all(self, updates: list[Update]) -> bool:
        """False: something could not be stored, so nothing of this is confirmed."""
        outcomes = await asyncio.gather(*(self._in_order(of_one) for of_one in by_person(updates)))
        if not all(outcomes):
            await asyncio.sleep(1)
        return all(outcomes)

    async def _in_order(self, updates: list[Update]) -> bool:
        for update in updates:
            try:
                await self._handle(update)
            except (DBAPIError, OSError) as trouble:
                log.error("an update could not be stored", update=update.update_id, why=type(trouble).__name__)
                return False
            except Exception:  # a bug in one handler must not stop all games
                log.exception("an update failed", update=update.update_id)
        return True


def by_person(updates: Iterable[Update]) -> list[list[Update]]:
    """What one person did stays in order; different people do not wait for each other."""
    sorted_out: dict[int, list[Update]] = {}
    for update in updates:
        sorted_out.setdefault(_person(update), []).append(update)
    return list(sorted_out.values())


def _person(update: Update) -> int:
    with contextlib.suppress(Exception):
        event = update.event
        user = getattr(event, "from_user", None)
        if user is not None:
            return int(user.id)
    return 0
