"""The first calls of a start: repeated until Telegram can be reached."""

import asyncio

import aiogram
import structlog
from aiogram import Bot
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetMe, TelegramMethod
from aiogram.methods.base import TelegramType

from bot.core.errors import CannotStart
from bot.telegram.calls.call_policy import policy_of
from bot.telegram.calls.errors import AnswerNotUnderstood

log = structlog.get_logger()

SHORTEST, LONGEST = 0.5, 30.0
"""Seconds between two attempts."""


async def call_until_answered(
    bot: Bot, method: TelegramMethod[TelegramType], request_timeout: int | None = None
) -> TelegramType:
    """Repeats a call until it is answered, and returns the answer. Logs each failure; raises `CannotStart` on a
    refusal."""
    assert policy_of(method).repeatable, method.__api_method__
    name = method.__api_method__
    pause = SHORTEST
    while True:
        try:
            return await bot(method, request_timeout)
        except TelegramRetryAfter as wait:
            log.warning("told_to_wait", method=name, wait_s=wait.retry_after)
            await asyncio.sleep(wait.retry_after)
        except (TelegramNetworkError, TelegramServerError, TimeoutError, OSError) as error:
            text = error.message if isinstance(error, TelegramAPIError) else ""
            why = type(error).__name__
            log.warning("telegram_unreachable", method=name, wait_s=pause, why=why, text=text)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST)
        except TelegramAPIError as bad:
            unknown = isinstance(bad, TelegramNotFound) and isinstance(method, GetMe)
            if unknown or isinstance(bad, TelegramUnauthorizedError):
                raise CannotStart(
                    "Telegram does not know this BOT_TOKEN. Ask @BotFather for the right one."
                ) from bad
            if isinstance(bad, AnswerNotUnderstood):
                raise CannotStart(
                    f"The answer to {name} is not understood: this release speaks Bot API "
                    f"{aiogram.__api_version__}, the server at API_URL another one."
                ) from bad
            raise CannotStart(f"Telegram refuses {name}: {bad.message}.") from bad
