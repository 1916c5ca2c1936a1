"""Errors of calls to the Bot API that aiogram has no class for, and which of all mean that Telegram is away."""

from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError


class AnswerUnreadable(TelegramNetworkError):
    """What came back is no answer of the Bot API: a gateway's page, half an answer. Whether the call was executed
    is not known, as with a connection that breaks."""


class AnswerNotUnderstood(TelegramAPIError):
    """The call was executed; its result has a shape that the library does not know. It must not be repeated."""


NOT_ANSWERING = (TelegramRetryAfter, TelegramNetworkError, TelegramServerError)
"""Telegram could not be asked just now: nothing follows from it about people or rights."""
