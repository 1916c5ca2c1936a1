"""When a call may be tried again that Telegram has refused with a wait (429, `retry_after`)."""

from aiogram.exceptions import TelegramRetryAfter

MARGIN_MS = 100
"""Added to the wait that Telegram names, so that the next call does not come a moment too early."""


def next_try_at(now: int, refused: TelegramRetryAfter, margin_ms: int = MARGIN_MS) -> int:
    """Returns the moment of the next try, in milliseconds as `now`."""
    return now + refused.retry_after * 1000 + margin_ms
