"""Handles updates: each is counted, and acknowledged only when its effect is stored."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any, Protocol

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import CallbackQuery, Message, Update

from bot.core import shutdown_limits
from bot.core.clock import Clock
from bot.core.error_reports import ReportError, described
from bot.core.transport import Transport
from bot.storage.storage_errors import is_bad_value, store_failed
from bot.telegram.calls.call_budget import BUDGET_S
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.calls.update_context import Call, TapTimer, UpdateContext, current_tap, current_update
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.replies import Replies
from bot.telegram.updates.failed_updates import MOST_TRIES, Brief, FailedUpdates, NeverFinished

log = structlog.get_logger()

Handle = Callable[[Update], Awaitable[Any]]
REMEMBERED = 1000


class SkipReason(StrEnum):
    """Why an update is not handled."""

    REPEATED = "repeated"
    """The same tap or command is in progress, and is answered there."""
    TOO_FAST = "too-fast"
    """The first skipped update of a flood: its author is told."""
    MORE = "more"
    """A further update of the same flood: skipped without an answer."""


class UpdateMetrics(Protocol):
    def count_update(self, kind: str, outcome: str) -> None: ...


class Intake:
    def __init__(
        self,
        replies: Replies,
        answer_limits: AnswerLimits,
        transport: Transport,
        handle: Handle,
        metrics: UpdateMetrics,
        report_error: ReportError,
        failed: FailedUpdates,
        clock: Clock,
    ) -> None:
        self._replies = replies
        self._answer_limits = answer_limits
        self._transport = transport
        self._handle = handle
        self._metrics = metrics
        self._report_error = report_error
        self._failed = failed
        self._clock = clock
        self._told: OrderedDict[str, None] = OrderedDict()
        self.in_progress: dict[int, str] = {}
        """Ids and kinds of the updates that are being handled."""
        self._calls: set[asyncio.Task[None]] = set()
        """Calls that no handler waits for, such as answers to taps."""

    async def take(self, update: Update) -> bool:
        """Handles an update. Returns False if its effect could not be stored, so that Telegram is to deliver it
        again."""
        brief = Brief(update.update_id, kind_of(update), _chat_of(update) or 0)
        self.in_progress[brief.number] = brief.kind
        timer = current_tap.set(None if update.callback_query is None else TapTimer(time.perf_counter()))
        try:
            with structlog.contextvars.bound_contextvars(update=brief.number, chat=brief.chat or None):
                if self._clock.now() < self._failed.early_until:
                    return await self._take_early(update, brief)
                handled = await self._try(update, brief)
                await self._failed.forget_finished()
                return handled
        except Exception as error:  # the tries, or the answer about them, cannot be stored
            self._report_error("update", error)
            log.error("update_not_stored", why=described(error))
            if not store_failed(error):
                return True
            await self._tell(update)
            return False
        finally:
            current_tap.reset(timer)
            self.in_progress.pop(brief.number, None)

    async def _take_early(self, update: Update, brief: Brief) -> bool:
        """Handles an update early in a run, when it may be the one that ended the program before: its try is
        stored first."""
        async with self._failed.handling(brief) as ended:
            if ended >= MOST_TRIES:
                return await self._put_aside(update, brief, NeverFinished())
            return await self._try(update, brief)

    async def _try(self, update: Update, brief: Brief) -> bool:
        for number in range(1, MOST_TRIES + 1):
            began = time.perf_counter()
            try:
                await self._handled(update)
            except TelegramAPIError as error:
                if isinstance(error, NOT_ANSWERING):
                    log.warning(
                        "telegram_away", kind=brief.kind, why=type(error).__name__, text=error.message[:200]
                    )
                else:
                    self._report_error("update", error)
                    log.exception("update_failed", kind=brief.kind)
                self._count(brief, "failed")
                return await self._apologise(update)
            except Exception as error:  # a bug in one handler must not stop all games
                if is_bad_value(error):
                    log.warning("update_of_bad_values", kind=brief.kind, why=described(error))
                    self._count(brief, "bad-values")
                    await self._say(update, "tap-old")
                    return True
                if number == 1:
                    self._report_error("update", error)
                if store_failed(error):
                    log.error("update_not_stored", why=described(error))
                    if self._failed.blame(brief.number):
                        return await self._put_aside(update, brief, error)
                    await self._tell(update)
                    return False
                log.exception("update_failed", kind=brief.kind, number=number)
                if number == MOST_TRIES:
                    return await self._put_aside(update, brief, error)
            else:
                self._failed.acquit(brief.number)
                self._count(brief, "handled")
                log.debug("update_handled", kind=brief.kind, ms=round((time.perf_counter() - began) * 1000))
                return True
        raise AssertionError("the last try returns")

    async def _handled(self, update: Update) -> None:
        is_tap = update.callback_query is not None
        person, words = lane_of(update), _words_of(update)
        if not is_tap:
            self._answer_limits.new_question(person, words)
        until = asyncio.get_running_loop().time() + BUDGET_S
        context = UpdateContext(person, words, self._start_call, until)
        token = current_update.set(context)
        try:
            await self._handle(update)
        finally:
            context.calls_until = None
            current_update.reset(token)
            if is_tap:  # the person waits for its answer, to which the limits do not apply
                self._answer_limits.new_question(person, words)

    def _start_call(self, call: Call) -> None:
        task = asyncio.create_task(call)
        self._calls.add(task)
        task.add_done_callback(self._call_ended)

    def _call_ended(self, task: "asyncio.Task[None]") -> None:
        self._calls.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background_call_failed", exc_info=error)

    async def _put_aside(self, update: Update, brief: Brief, error: Exception) -> bool:
        """Gives an update up: it is acknowledged without effect. Its author, if they wait for an answer, and the
        owner are told."""
        await self._failed.put_aside(brief, described(error))
        self._report_error("put-aside", error)
        log.error("update_put_aside", kind=brief.kind, why=described(error))
        self._count(brief, "put-aside")
        await self._say(update, "update-failed")
        return True

    def _count(self, brief: Brief, outcome: str) -> None:
        self._metrics.count_update(brief.kind, outcome)

    async def _say(self, update: Update, key: str) -> None:
        """Answers the author of an update. Errors are ignored: the update is acknowledged whether or not this can
        be sent."""
        with contextlib.suppress(Exception):
            if update.callback_query is not None:
                await self._toast(update.callback_query, key)
            elif key == "update-failed":
                await self._reply(update, key)

    def leave_out(self, update: Update, why: SkipReason) -> None:
        """Skips an update of somebody who sends too much, or the same again. They are told once per flood; a
        repeated tap is answered without a text, so that the button stops spinning."""
        outcome = SkipReason.TOO_FAST if why is SkipReason.MORE else why
        self._metrics.count_update(kind_of(update), outcome.value)
        if why is SkipReason.TOO_FAST:
            self._start_call(self._say_too_fast(update))
        elif why is SkipReason.REPEATED and update.callback_query is not None:
            self._start_call(self._answer_only(update.callback_query))

    async def _answer_only(self, query: CallbackQuery) -> None:
        with contextlib.suppress(TelegramAPIError):
            await self._transport(AnswerCallbackQuery(callback_query_id=query.id))

    async def _say_too_fast(self, update: Update) -> None:
        """Warns the author of a flood, in private only: in a group the warning itself would be a flood."""
        if update.callback_query is not None:
            await self._toast(update.callback_query, "too-fast")
            return
        person = person_of(update)
        with contextlib.suppress(Exception):  # the warning is optional
            if await self._replies.is_reachable(person):
                await self._replies.tell(self._replies.text(person, "too-fast"))

    async def close(self) -> None:
        """Waits a little for the calls in flight, then cancels them."""
        if self._calls:
            await asyncio.wait(self._calls, timeout=shutdown_limits.UPDATE_CALLS_S)
        for task in [*self._calls]:
            task.cancel()

    async def _tell(self, update: Update) -> None:
        """Tells the author of a tap, once for each tap, that nothing can be stored now."""
        query = update.callback_query
        if query is None or query.id in self._told:
            return
        self._told[query.id] = None
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        await self._toast(query, "tap-not-stored")

    async def _apologise(self, update: Update) -> bool:
        """Tells the author that a call to Telegram failed. Returns False if the answer could not be stored."""
        if update.callback_query is not None:
            await self._toast(update.callback_query, "telegram-away")
            return True
        try:
            await self._reply(update, "telegram-away")
        except Exception as error:
            if not store_failed(error):
                raise
            self._report_error("update", error)
            return False
        return True

    async def _reply(self, update: Update, key: str) -> None:
        message = update.message
        if message is not None and _asks(message):
            thread = message.message_thread_id or 0 if message.is_topic_message else 0
            await self._replies.tell(self._replies.text(message.chat.id, key, thread))

    async def _toast(self, query: CallbackQuery, key: str) -> None:
        text = await self._replies.say_even_if_unreadable(query.from_user.id, query.from_user.language_code, key)
        with contextlib.suppress(TelegramAPIError):
            await self._transport(AnswerCallbackQuery(callback_query_id=query.id, text=text))


def _asks(message: Message) -> bool:
    """Tells whether the author of a message waits for an answer."""
    return message.chat.type == "private" or (message.text or "").startswith("/")


def _words_of(update: Update) -> str:
    if update.callback_query is not None:
        return update.callback_query.data or ""
    return update.message.text or "" if update.message is not None else ""


def kind_of(update: Update) -> str:
    if update.callback_query is not None:
        return "callback_query"
    with contextlib.suppress(Exception):  # a kind that is newer than the library
        return update.event_type
    return "unknown"


def person_of(update: Update) -> int:
    """Returns the id of the person who has caused an update; 0: no person."""
    if update.callback_query is not None:
        return update.callback_query.from_user.id
    with contextlib.suppress(Exception):
        user = getattr(update.event, "from_user", None)
        if user is not None:
            return int(user.id)
    return 0


def lane_of(update: Update) -> int:
    """Returns the lane of an update, a person or, if no person acts, a chat: updates of one lane are handled in
    order. Messages in the name of a group or a channel come from an account that all of these share, so the lane
    is that of the group or channel: anybody may write as a channel, only admins as their group."""
    message = update.message or update.edited_message
    if message is not None and message.sender_chat is not None:
        return message.sender_chat.id
    return person_of(update) or _chat_of(update) or 0


def _chat_of(update: Update) -> int | None:
    if update.callback_query is not None:
        message = update.callback_query.message
        return None if message is None else message.chat.id
    with contextlib.suppress(Exception):
        chat = getattr(update.event, "chat", None)
        return None if chat is None else int(chat.id)
    return None
