"""The first calls of a start: Telegram may be out of reach, and is waited for."""

import asyncio

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

from bot.store.opening import CannotStart

log = structlog.get_logger()

SHORTEST, LONGEST = 0.5, 30.0
"""Seconds between two attempts."""


async def patiently(
    bot: Bot, method: TelegramMethod[TelegramType], request_timeout: int | None = None
) -> TelegramType:
    """The answer, however long it takes to get one."""
    pause = SHORTEST
    while True:
        try:
            return await bot(method, request_timeout)
        except TelegramRetryAfter as wait:
            await asyncio.sleep(wait.retry_after)
        except (TelegramNetworkError, TelegramServerError, TimeoutError, OSError) as trouble:
            log.warning("Telegram cannot be reached yet", wait_s=pause, why=type(trouble).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST)
        except (TelegramUnauthorizedError, TelegramNotFound) as bad:
            raise CannotStart("Telegram does not know this BOT_TOKEN. Ask @BotFather for the right one.") from bad
        except TelegramBadRequest as bad:
            raise CannotStart(f"Telegram refuses {method.__api_method__}: {bad.message}.") from bad
