"""Long polling of our own: an update is confirmed to Telegram only after its effect is stored."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramAPIError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates
from aiogram.types import Update
from pydantic import ValidationError

from bot.intake import person_of

log = structlog.get_logger()

ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "my_chat_member", "chat_member"]
TIMEOUT = 25
LAST_BATCH = 8.0
"""Seconds for the batch in hand when the program ends."""
SHORTEST, LONGEST = 0.5, 15.0

Take = Callable[[Update], Awaitable[bool]]
Turn = Callable[[], Awaitable[None]]
"""Waits until this process is the one to ask: Telegram answers only one."""


class Polling:
    def __init__(self, bot: Bot, take: Take, turn: Turn) -> None:
        self._bot = bot
        self._take = take
        self._turn = turn
        self._offset: int | None = None
        self._skip_to = 0
        """Behind the last update of a batch in which one could not be understood."""
        self._taken: set[int] = set()
        """Of a batch that could not be taken as a whole."""
        self._asking: asyncio.Future[list[Update]] | None = None
        self._ending = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    def start(self) -> "asyncio.Task[None]":
        self._runner = asyncio.create_task(self._run(), name="polling")
        return self._runner

    async def stop(self) -> None:
        """The batch in hand is finished and confirmed; nothing new is asked for."""
        self._ending.set()
        if self._asking is not None:
            self._asking.cancel()
        if self._runner is None:
            return
        await asyncio.wait((self._runner,), timeout=LAST_BATCH)
        self._runner.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._runner
        if self._offset is not None:
            with contextlib.suppress(AiogramError, TimeoutError):
                await self._bot(GetUpdates(offset=self._offset, limit=1, timeout=0), request_timeout=3)

    async def _run(self) -> None:
        pause = SHORTEST
        while not self._ending.is_set():
            try:
                updates = await self._ask()
                pause = SHORTEST
            except TelegramUnauthorizedError:
                raise
            except TelegramRetryAfter as wait:
                await self._pause(wait.retry_after)
                continue
            except AiogramError as trouble:
                why = trouble.message if isinstance(trouble, TelegramAPIError) else ""
                log.warning("no updates", why=type(trouble).__name__, text=why[:200])
                await self._pause(pause)
                pause = min(pause * 2, LONGEST)
                continue
            if not updates or await self._take_all(updates):
                following = max([self._skip_to, *(update.update_id + 1 for update in updates)])
                self._offset = following or self._offset
            self._skip_to = 0

    async def _ask(self) -> list[Update]:
        if self._ending.is_set():
            return []
        method = GetUpdates(offset=self._offset, timeout=TIMEOUT, allowed_updates=ALLOWED_UPDATES)
        self._asking = asyncio.ensure_future(self._in_turn(method))
        try:
            return await self._asking
        except asyncio.CancelledError:
            if not self._ending.is_set():
                raise
            return []
        finally:
            self._asking = None

    async def _in_turn(self, method: GetUpdates) -> list[Update]:
        await self._turn()
        try:
            return await self._bot(method, request_timeout=TIMEOUT + 15)
        except ClientDecodeError as unclear:
            # One update that the library does not understand must not keep all the others from being heard.
            self._skip_to, understood = what_is_understood(unclear.data, self._bot)
            if not self._skip_to:
                raise
            return understood

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)

    async def _take_all(self, updates: list[Update]) -> bool:
        """False: something could not be stored, so nothing of this is confirmed."""
        outcomes = await asyncio.gather(*(self._in_order(of_one) for of_one in by_person(updates)))
        if all(outcomes):
            self._taken.clear()
            return True
        await self._pause(1)
        return False

    async def _in_order(self, updates: list[Update]) -> bool:
        for update in updates:
            if update.update_id in self._taken:
                continue
            if not await self._take(update):
                return False
            self._taken.add(update.update_id)
        return True


def what_is_understood(answer: Any, bot: Bot) -> tuple[int, list[Update]]:
    """Where the next batch begins, and those updates of this one that can be read."""
    found = answer.get("result") if isinstance(answer, dict) else None
    raw = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    numbers = [one["update_id"] for one in raw if isinstance(one.get("update_id"), int)]
    updates = []
    for one in raw:
        try:
            updates.append(Update.model_validate(one, context={"bot": bot}))
        except ValidationError as bad:
            log.error("an update is not understood", fields=[error["loc"] for error in bad.errors()][:3])
    return max(numbers, default=-1) + 1, updates


def by_person(updates: Iterable[Update]) -> list[list[Update]]:
    """What one person did stays in order; different people do not wait for each other."""
    sorted_out: dict[int, list[Update]] = {}
    for update in updates:
        sorted_out.setdefault(person_of(update), []).append(update)
    return list(sorted_out.values())
