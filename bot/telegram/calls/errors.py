"""Errors of Bot API calls that aiogram has no class for, and which errors mean that Telegram cannot be reached."""

from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter, TelegramServerError


class AnswerUnreadable(TelegramNetworkError):
    """The response is no answer of the Bot API: a gateway's page, half an answer. As with a broken connection it
    is not known whether the call was executed."""


class AnswerNotUnderstood(TelegramAPIError):
    """The call was executed; its result has a shape that the library does not know. It must not be repeated."""


NOT_ANSWERING = (TelegramRetryAfter, TelegramNetworkError, TelegramServerError)
"""Telegram did not answer: this says nothing about people or rights."""
