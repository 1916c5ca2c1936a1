"""One update, from wherever it came: handled, counted, and acknowledged only when its effect is stored."""

import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import CallbackQuery, Message, Update

from bot.api_errors import NOT_ANSWERING
from bot.handler_transport import call_budget
from bot.host import Host
from bot.language.words import language_of
from bot.operation.metrics import Metrics
from bot.operation.trouble import OnTrouble, described, store_failed
from bot.tables import fresh_look

log = structlog.get_logger()

Handle = Callable[[Update], Awaitable[Any]]
REMEMBERED = 1000


class Intake:
    def __init__(self, host: Host, handle: Handle, metrics: Metrics, on_trouble: OnTrouble) -> None:
        self._host = host
        self._handle = handle
        self._metrics = metrics
        self._on_trouble = on_trouble
        self._told: OrderedDict[str, None] = OrderedDict()

    async def take(self, update: Update) -> bool:
        """False: it could not be stored, so Telegram is to bring it again."""
        kind = kind_of(update)
        began = time.perf_counter()
        with fresh_look(), structlog.contextvars.bound_contextvars(update=update.update_id, chat=_chat_of(update)):
            if update.callback_query is not None:
                self._metrics.tapped(update.callback_query.id)
            try:
                with call_budget():
                    await self._handle(update)
            except TelegramAPIError as error:
                if isinstance(error, NOT_ANSWERING):
                    log.warning("telegram_away", kind=kind, why=type(error).__name__, text=error.message[:200])
                else:
                    self._on_trouble("update", error)
                    log.exception("an update failed", kind=kind)
                self._metrics.updates.labels(kind, "failed").inc()
                return await self._apologise(update)
            except Exception as error:  # a bug in one handler must not stop all games
                self._on_trouble("update", error)
                if store_failed(error):
                    log.error("an update could not be stored", why=described(error))
                    await self._tell(update)
                    return False
                log.exception("an update failed", kind=kind)
                self._metrics.updates.labels(kind, "failed").inc()
                return True
            finally:
                if update.callback_query is not None:
                    self._metrics.forget_tap(update.callback_query.id)
            self._metrics.updates.labels(kind, "handled").inc()
            log.debug("update handled", kind=kind, ms=round((time.perf_counter() - began) * 1000))
            return True

    async def _tell(self, update: Update) -> None:
        """Whoever taps while nothing can be stored hears so, once for each tap."""
        query = update.callback_query
        if query is None or query.id in self._told:
            return
        self._told[query.id] = None
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        await self._toast(query, "tap-not-stored")

    async def _apologise(self, update: Update) -> bool:
        """Telegram did not do what was asked of it: whoever waits for an answer gets one, which claims nothing."""
        if update.callback_query is not None:
            await self._toast(update.callback_query, "telegram-away")
        elif (message := update.message) is not None and _asks(message):
            thread = message.message_thread_id or 0 if message.is_topic_message else 0
            try:
                await self._host.tell(self._host.text(message.chat.id, "telegram-away", thread))
            except Exception as error:
                if not store_failed(error):
                    raise
                self._on_trouble("update", error)
                return False
        return True

    async def _toast(self, query: CallbackQuery, key: str) -> None:
        language = language_of(query.from_user.language_code)
        with contextlib.suppress(Exception):  # the store may not even be read
            language = (await self._host.directory.person(query.from_user.id)).language or language
        with contextlib.suppress(TelegramAPIError):
            text = self._host.words.plain(language, key)
            await self._host.transport(AnswerCallbackQuery(callback_query_id=query.id, text=text))


def _asks(message: Message) -> bool:
    """Does its author wait for an answer?"""
    return message.chat.type == "private" or (message.text or "").startswith("/")


def kind_of(update: Update) -> str:
    if update.callback_query is not None:
        return "callback_query"
    with contextlib.suppress(Exception):  # a kind that is newer than the library
        return update.event_type
    return "unknown"


def person_of(update: Update) -> int:
    """Whose deed it is; 0 if nobody's."""
    if update.callback_query is not None:
        return update.callback_query.from_user.id
    with contextlib.suppress(Exception):
        user = getattr(update.event, "from_user", None)
        if user is not None:
            return int(user.id)
    return 0


def lane_of(update: Update) -> int:
    """Updates with the same number are handled in order: a person's, or a chat's where nobody in particular acts.

    Whoever writes in the name of a group or a channel comes as an account that all of them share.
    """
    message = update.message or update.edited_message
    if message is not None and message.sender_chat is not None:
        return message.chat.id
    return person_of(update) or _chat_of(update) or 0


def _chat_of(update: Update) -> int | None:
    if update.callback_query is not None:
        message = update.callback_query.message
        return None if message is None else message.chat.id
    with contextlib.suppress(Exception):
        chat = getattr(update.event, "chat", None)
        return None if chat is None else int(chat.id)
    return None
