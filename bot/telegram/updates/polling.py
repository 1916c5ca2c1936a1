"""Long polling: the next updates are fetched while others are handled, and each is confirmed to Telegram only
after its effect, and that of all before it, is stored."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates
from aiogram.types import Update
from pydantic import ValidationError

from bot.core import shutdown_limits
from bot.telegram.updates.allowed_updates import ALLOWED_UPDATES
from bot.telegram.updates.flood_control import FloodControl
from bot.telegram.updates.ordering import Take, UpdateOrder
from bot.telegram.updates.polling_reception import Reception

log = structlog.get_logger()

TIMEOUT = 25
GRACE = 0.05
"""Seconds that the updates just fetched may take before the next call. Usually all of them are finished by then,
and the call confirms them. New updates are not received before that call."""
BETWEEN_CALLS = 0.55
"""Seconds from the beginning of one call to the next while something is unfinished. The offset is the same then,
and if it is repeated within half a second the server sends at most one update (process_get_updates_query)."""
SHORTEST, LONGEST = 0.5, 15.0

Turn = Callable[[], Awaitable[None]]
"""Waits until it is this process's turn to poll: Telegram answers only one."""

OnGap = Callable[[int], Awaitable[None]]
"""Called once updates can be fetched again, with the milliseconds for which they could not."""


class Polling:
    def __init__(
        self,
        bot: Bot,
        take: Take,
        turn: Turn,
        reception: Reception | None = None,
        on_gap: OnGap | None = None,
        on_conflict: Callable[[], None] | None = None,
        admission: FloodControl | None = None,
    ) -> None:
        self._bot = bot
        self._turn = turn
        self._reception = reception
        self._on_gap = on_gap
        self._on_conflict = on_conflict
        """Called when another program polls with the same token."""
        self._lanes = UpdateOrder(take, admission)
        self._asked_from: int | None = None
        """The offset of the last call; None if it may not have reached Telegram."""
        self._asked_at = 0.0
        self._asking: asyncio.Future[None] | None = None
        self._ending = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    def start(self) -> "asyncio.Task[None]":
        self._runner = asyncio.create_task(self._run(), name="polling")
        return self._runner

    async def stop(self) -> None:
        """Stops fetching updates. Those in progress are finished, and confirmed where all before them are."""
        self._ending.set()
        if self._reception is not None:
            self._reception.end()
        self._lanes.end()
        if self._asking is not None:
            self._asking.cancel()
        if self._runner is None:
            return
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._runner
        await self._lanes.close(shutdown_limits.UPDATES_S)
        offset = self._lanes.offset
        if offset is not None and offset != self._asked_from:
            with contextlib.suppress(AiogramError, TimeoutError):
                await self._bot(GetUpdates(offset=offset, limit=1, timeout=0), request_timeout=3)

    async def _run(self) -> None:
        pause = SHORTEST
        loop = asyncio.get_running_loop()
        while not self._ending.is_set():
            try:
                await self._ask()
                pause = SHORTEST
            except TelegramUnauthorizedError:
                raise
            except TelegramRetryAfter as wait:
                log.warning("told_to_wait", method="getUpdates", wait_s=wait.retry_after)
                await self._pause(wait.retry_after)
            except AiogramError as error:
                if isinstance(error, TelegramConflictError) and self._on_conflict is not None:
                    self._on_conflict()
                why = error.message if isinstance(error, TelegramAPIError) else ""
                log.warning("updates_not_fetched", why=type(error).__name__, text=why[:200])
                await self._pause(pause)
                pause = min(pause * 2, LONGEST)
            await self._lanes.all_finished(GRACE)
            await self._lanes.advanced(self._asked_from, self._asked_at + BETWEEN_CALLS - loop.time())

    async def _ask(self) -> None:
        self._asking = asyncio.ensure_future(self._in_turn())
        try:
            await self._asking
        except asyncio.CancelledError:
            if not self._ending.is_set():
                raise
        finally:
            self._asking = None

    async def _in_turn(self) -> None:
        await self._turn()
        offset = self._lanes.offset
        method = GetUpdates(offset=offset, timeout=TIMEOUT, allowed_updates=ALLOWED_UPDATES)
        self._asked_from, self._asked_at = offset, asyncio.get_running_loop().time()
        self._lanes.asked_from(offset)
        try:
            updates = await self._bot(method, request_timeout=TIMEOUT + 15)
            numbers = [update.update_id for update in updates]
        except ClientDecodeError as unclear:
            # One update that the library does not understand must not block all the others.
            numbers, updates = what_is_understood(unclear.data, self._bot, self._lanes.is_known)
            if not numbers:
                self._fail()
                raise
        except AiogramError:
            self._asked_from = None  # it may not have reached Telegram
            self._fail()
            raise
        await self._note_fetched()
        self._lanes.add(updates, numbers)

    def _fail(self) -> None:
        if self._reception is not None:
            self._reception.fail()

    async def _note_fetched(self) -> None:
        """Notes that updates were fetched. `on_gap` is awaited first, so that no step's time runs out before it is
        finished."""
        if self._reception is None:
            return
        gap_ms = self._reception.gap_ms()
        if gap_ms and self._on_gap is not None:
            await self._on_gap(gap_ms)
        self._reception.fetched()

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)


def what_is_understood(answer: Any, bot: Bot, is_known: Callable[[int], bool]) -> tuple[list[int], list[Update]]:
    """Returns the ids of all updates of a batch, and the updates that are new and can be read."""
    found = answer.get("result") if isinstance(answer, dict) else None
    raw = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    numbered = {one["update_id"]: one for one in raw if isinstance(one.get("update_id"), int)}
    updates = []
    for number, one in numbered.items():
        if is_known(number):
            continue
        try:
            updates.append(Update.model_validate(one, context={"bot": bot}))
        except ValidationError as bad:
            log.error("update_not_understood", fields=[error["loc"] for error in bad.errors()][:3])
    return list(numbered), updates
