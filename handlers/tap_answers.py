"""Answering a tap: right after its effect is stored, and never with silence."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from aiogram.exceptions import TelegramAPIError
from aiogram.types import CallbackQuery, Message

from bot.games.submissions import Accepted, Outcome, Outdated, Repeated
from bot.language.refusals import is_refusal
from bot.telegram.calls.background_calls import in_background
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies, as_answer
from engine.commands import Rejected
from handlers.identify import thread_of

PATIENCE = 1.0
"""Seconds after which somebody who taps is told to wait."""
LONGEST = 200
"""Telegram counts as UTF-16 does: most emoji are two."""


def cut(text: str) -> str:
    """As much of a text as the window of a tap shows."""
    return text.encode("utf-16-le")[: LONGEST * 2].decode("utf-16-le", errors="ignore")


def fits(text: str) -> bool:
    return cut(text) == text


async def answer(query: CallbackQuery, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
    await in_background(_answer(query, text, alert=alert, url=url))


async def _answer(query: CallbackQuery, text: str, *, alert: bool, url: str | None) -> None:
    # A tap older than a quarter of a minute cannot be answered any more; its effect stands all the same.
    with contextlib.suppress(TelegramAPIError):
        await query.answer(cut(text) or None, show_alert=alert or None, url=url)


async def patiently(replies: Replies, query: CallbackQuery, deed: Coroutine[Any, Any, str]) -> None:
    """Do it and say what it returns; if that takes long, say first that it does, claiming nothing.

    A tap can be answered once: whoever was asked to wait, and then Telegram did not answer, is told so in private.
    """
    loop = asyncio.get_running_loop()
    asked_to_wait: list[asyncio.Task[None]] = []

    async def ask_to_wait() -> None:
        await answer(query, await say(replies, query, "tap-wait"))

    alarm = loop.call_later(PATIENCE, lambda: asked_to_wait.append(loop.create_task(ask_to_wait())))
    try:
        said = await deed
    except TelegramAPIError:
        if not asked_to_wait:
            raise
        if await replies.is_reachable(query.from_user.id):
            await replies.tell(replies.text(query.from_user.id, "telegram-away"))
        said = ""
    finally:
        alarm.cancel()
        for task in asked_to_wait:
            await task
    if not asked_to_wait:
        await answer(query, said)


async def language_of_tapper(replies: Replies, query: CallbackQuery) -> str:
    return await replies.language(query.from_user.id, query.from_user.language_code)


async def say(replies: Replies, query: CallbackQuery, key: str, **args: Any) -> str:
    return await replies.say(query.from_user.id, query.from_user.language_code, key, **args)


async def reply(replies: Replies, message: Message, key: str, **args: Any) -> None:
    await replies.tell(reply_row(replies, message, key, **args))


def answers(*rows: Row) -> list[Row]:
    """What is told about a deed and stored with it, behind everything of a game."""
    return [as_answer(row) for row in rows]


def reply_row(replies: Replies, message: Message, key: str, **args: Any) -> Row:
    """The answer to a command. Why it was refused is shown to nobody else, where Telegram can do that."""
    row = replies.text(message.chat.id, key, thread_of(message), **args)
    author = message.from_user
    if message.chat.type != "private" and author is not None and not message.sender_chat and is_refusal(key):
        row = replace(row, args=row.args | {"only": author.id})
    return as_answer(row)


async def take_keyboard_away(query: CallbackQuery) -> None:
    """In private only: a keyboard of the group is everybody's, and whoever taps may have made the tap up."""
    message = query.message
    if isinstance(message, Message) and message.chat.type == "private" and message.reply_markup is not None:
        await in_background(_without_keyboard(message))


async def _without_keyboard(message: Message) -> None:
    with contextlib.suppress(TelegramAPIError):
        await message.edit_reply_markup(reply_markup=None)


async def too_late(replies: Replies, query: CallbackQuery) -> None:
    """What this button was for is over, or never was."""
    await answer(query, await say(replies, query, "tap-old"))
    await take_keyboard_away(query)


async def in_words(replies: Replies, query: CallbackQuery, outcome: Outcome, accepted: str) -> str:
    match outcome:
        case Accepted():
            return await say(replies, query, accepted) if accepted else ""
        case Repeated():
            return ""
        case Outdated():
            return await say(replies, query, "judge-outdated")
        case Rejected(reason=reason):
            return await say(replies, query, f"reason-{reason}")
        case _:
            return await say(replies, query, "tap-old")
