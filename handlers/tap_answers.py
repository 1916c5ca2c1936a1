"""Answers taps right after their effect is stored, and tells people to wait if that takes long."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Self

from aiogram.exceptions import TelegramAPIError
from aiogram.types import CallbackQuery, Message

from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Outcome, Outdated, Repeated
from bot.language.refusal_keys import is_refusal
from bot.telegram.calls.update_context import Call, current_update
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies, as_answer
from engine.commands import Rejected
from handlers.identify import thread_of

PATIENCE = 1.0
"""Seconds after which a person who has tapped is told to wait."""
LONGEST = 200
"""The longest answer to a tap, in UTF-16 units as Telegram counts: most emoji are two."""
OVER = frozenset({"tap-old", "tap-no-stopped"})
"""Refusals of moves that are final: the keyboard is removed."""


def cut(text: str) -> str:
    """Returns as much of a text as the answer to a tap can show."""
    return text.encode("utf-16-le")[: LONGEST * 2].decode("utf-16-le", errors="ignore")


def fits(text: str) -> bool:
    return cut(text) == text


async def in_background(call: Call) -> None:
    """Makes the call beside the handler of an update; outside of updates, awaits it."""
    update = current_update.get()
    if update is None:
        await call
        return
    update.start_call(call)
    await asyncio.sleep(0)  # it starts before the handler's next call


async def answer(query: CallbackQuery, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
    await in_background(_answer(query, text, alert=alert, url=url))


async def _answer(query: CallbackQuery, text: str, *, alert: bool, url: str | None) -> None:
    # A tap older than a quarter of a minute cannot be answered any more; its effect stands all the same.
    with contextlib.suppress(TelegramAPIError):
        await query.answer(cut(text) or None, show_alert=alert or None, url=url)


class PatientAnswer:
    """A context for the effect of a tap: if it takes long, the tap is answered with a request to wait.

    A tap can be answered once: a person who was asked to wait is told in private if Telegram failed afterwards.
    """

    def __init__(self, replies: Replies, query: CallbackQuery) -> None:
        self._replies = replies
        self._query = query
        self._asked_to_wait: asyncio.Task[None] | None = None
        self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._start_to_ask)

    def _start_to_ask(self) -> None:
        self._asked_to_wait = asyncio.create_task(self._ask_to_wait())

    async def _ask_to_wait(self) -> None:
        await answer(self._query, await say(self._replies, self._query, "tap-wait"))

    async def say(self, text: str) -> None:
        """Answers, unless the person was asked to wait."""
        self._alarm.cancel()
        if self._asked_to_wait is None:
            await answer(self._query, text)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, _: Any, error: BaseException | None, __: Any) -> bool:
        self._alarm.cancel()
        if self._asked_to_wait is None:
            return False
        try:
            if isinstance(error, TelegramAPIError) and await self._replies.is_reachable(self._query.from_user.id):
                await self._replies.tell(self._replies.text(self._query.from_user.id, "telegram-away"))
        finally:
            await self._asked_to_wait
        return isinstance(error, TelegramAPIError)


async def patiently(replies: Replies, query: CallbackQuery, deed: Coroutine[Any, Any, str]) -> None:
    """Awaits `deed` and answers the tap with the text it returns."""
    async with PatientAnswer(replies, query) as patient:
        await patient.say(await deed)


async def language_of_tapper(replies: Replies, query: CallbackQuery) -> str:
    return await replies.language(query.from_user.id, query.from_user.language_code)


async def say(replies: Replies, query: CallbackQuery, key: str, **args: Any) -> str:
    return await replies.say(query.from_user.id, query.from_user.language_code, key, **args)


async def reply(replies: Replies, message: Message, key: str, **args: Any) -> None:
    await replies.tell(reply_row(replies, message, key, **args))


def answers(*rows: Row) -> list[Row]:
    """Returns the rows ranked as answers: they are sent after the messages of games."""
    return [as_answer(row) for row in rows]


def reply_row(replies: Replies, message: Message, key: str, **args: Any) -> Row:
    """Returns the answer to a command. A refusal in a group is shown to the author only, where Telegram can."""
    row = replies.text(message.chat.id, key, thread_of(message), **args)
    author = message.from_user
    if message.chat.type != "private" and author is not None and not message.sender_chat and is_refusal(key):
        row = replace(row, args=row.args | {"only": author.id})
    return as_answer(row)


def is_second_tap(query: CallbackQuery, clock: Clock, broadcast: Broadcast, double_taps: DoubleTaps) -> bool:
    """Is this the second tap on the same key? Other processes are told, because they may get the other tap."""
    tap = (query.from_user.id, query.id, query.data or "", clock.now())
    second = double_taps.confirms(*tap)
    broadcast.tell("tapped", *(tap if not second else (query.from_user.id, query.id, "", 0)))
    return second


async def take_keyboard_away(query: CallbackQuery) -> None:
    """Removes the keyboard of a private message. Not in a group: others use it, and the tap may be forged."""
    message = query.message
    if isinstance(message, Message) and message.chat.type == "private" and message.reply_markup is not None:
        await in_background(_without_keyboard(message))


async def _without_keyboard(message: Message) -> None:
    with contextlib.suppress(TelegramAPIError):
        await message.edit_reply_markup(reply_markup=None)


def why_not_a_move(game: RunningGame | None, seat: int, step: int) -> str:
    """Returns the key that says why a tap cannot be a move, by public facts only; empty if it can."""
    if game is None or game.state is None:
        return "tap-old"
    if game.lobby.phase is Phase.CLOSED:
        return "tap-no-stopped"
    if not seat:
        return "tap-not-seated"
    if step != game.table.number:
        return "tap-old"
    return "tap-no-paused" if game.table.paused else ""


async def refuse(replies: Replies, query: CallbackQuery, why: str) -> None:
    await answer(query, await say(replies, query, why))
    if why in OVER:
        await take_keyboard_away(query)


async def too_late(replies: Replies, query: CallbackQuery) -> None:
    """Answers a tap on a button that is outdated or forged, and removes its keyboard in private."""
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
