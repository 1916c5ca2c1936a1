"""Delivers one row: makes its call, remembers what the answer shows, and decides what to do after a refusal."""

from collections.abc import Callable
from dataclasses import replace

import structlog
from aiogram.exceptions import TelegramBadRequest, TelegramNotFound
from aiogram.methods import EditMessageText

from bot.core.cache import Cache
from bot.core.clock import Clock
from bot.storage import UnitOfWork
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.plain_fallback import BELIEVED_MS, NOVELTIES, without_novelties
from bot.telegram.outbox.rendering import Render
from bot.telegram.outbox.row_calls import RowCalls
from bot.telegram.outbox.row_methods import copy_method, method_about, send_method
from bot.telegram.outbox.rows import KEPT, Args, Kind, Row
from bot.telegram.outbox.sent_messages import SentMessages
from bot.telegram.outbox.telegram_refusals import GONE, NO_CHAT, NO_RIGHT, NOT_MODIFIED, says

log = structlog.get_logger()

TOLD_ANYWAY = ("told",)
"""Pages that are sent as a message of their own if the message to be edited was never sent."""
NEEDED = ("table", "lobby", "prompt", "seat-free", *TOLD_ANYWAY)
"""Pages that are sent again if somebody has deleted their message."""

MOST_PLAIN = 5_000


class Delivery:
    def __init__(
        self,
        sent_messages: SentMessages,
        calls: RowCalls,
        render: Render,
        clock: Clock,
        ephemeral: Ephemeral,
        all_args: Callable[[Row], Args],
    ) -> None:
        """`all_args` returns the arguments of a row together with what waiting edits add to its message."""
        self._all_args = all_args
        self._sent_messages = sent_messages
        self._call = calls
        self._render = render
        self._clock = clock
        self._ephemeral = ephemeral
        self._plain: Cache[int, int] = Cache(MOST_PLAIN)
        """Chats whose server does not know the newest features, and until when that is assumed."""
        self._once_more: set[int] = set()
        """Ids of rows that were refused for an unknown reason: they are tried once more, without novelties."""
        self._tried: dict[int, RenderedMessage] = {}
        """What was sent, or was to be sent, for each row that is not settled yet."""

    async def perform(self, row: Row, work: UnitOfWork) -> None:
        """Makes the call of a row, and notes in `work` what it has changed. Makes none if the message already
        shows the page."""
        match row.kind:
            case Kind.SEND | Kind.FILE:
                row = replace(row, args=self._all_args(row))
                rendered = await self._render(row, row.args)
                if rendered is not None:
                    await self._send(row, rendered, work)
            case Kind.COPY:
                rendered = await self._render(row, row.args)
                if rendered is not None:
                    await self._call(row, copy_method(row, rendered))
            case Kind.EDIT:
                await self._edit(row, work)
            case Kind.CLOSE:
                await self._close(row, work)
            case Kind.PIN | Kind.UNPIN | Kind.DELETE:
                sent = await self._sent_messages.find(row.chat_id, row.slot)
                if sent is None:
                    return
                if row.kind is Kind.DELETE:
                    self._sent_messages.drop(row, work)
                await self._call(row, method_about(row, sent.message_id), paced=False)

    async def _send(self, row: Row, rendered: RenderedMessage, work: UnitOfWork) -> None:
        rendered = self._fitted(row, rendered)
        only = int(row.args.get("only", 0))
        if only and not await self._ephemeral.allowed(row.chat_id):
            only = 0
        message = await self._call(row, send_method(row, rendered, only))
        if only:
            await self._ephemeral.sent(row.chat_id, message)
        if row.slot:
            self._sent_messages.keep(row, message.message_id, work)
            self._sent_messages.shown(row, rendered)

    async def _edit(self, row: Row, work: UnitOfWork) -> None:
        sent = await self._sent_messages.find(row.chat_id, row.slot)
        if sent is None:  # never sent, or its chat has moved: nothing to edit
            if row.page in TOLD_ANYWAY:
                await self._send_if_needed(row, work)
            return
        kept = row.args.get(KEPT)
        if kept:
            sent = sent._replace(args=sent.args | kept)
            self._sent_messages.keep(replace(row, page=sent.page, args=sent.args), sent.message_id, work)
        rendered = await self._render(row, sent.args | row.args | {"edited": True})
        if rendered is not None and not await self._changed(row, sent.message_id, rendered):
            self._sent_messages.drop(row, work)
            await self._send_if_needed(row, work)

    async def _close(self, row: Row, work: UnitOfWork) -> None:
        """Edits a message for the last time. If it was never sent or is gone, what must not be lost is sent as a
        message of its own."""
        sent = await self._sent_messages.find(row.chat_id, row.slot)
        kept = row.args.get(KEPT, {})
        if sent is not None:
            rendered = await self._render(row, sent.args | kept | row.args | {"edited": True})
            if rendered is None or await self._changed(row, sent.message_id, rendered):
                self._sent_messages.drop(row, work)
                return
            self._sent_messages.drop(row, work)
        rendered = await self._render(row, kept | row.args)
        if rendered is not None:
            await self._send(replace(row, slot=""), rendered, work)

    async def _changed(self, row: Row, message_id: int, rendered: RenderedMessage) -> bool:
        """Edits a message unless it shows the page already. Returns False if the message is gone."""
        rendered = self._fitted(row, rendered)
        if self._sent_messages.shows(row, rendered):
            return True
        method = EditMessageText(
            chat_id=row.chat_id, message_id=message_id, text=rendered.text, reply_markup=rendered.keyboard
        )
        try:
            await self._call(row, method)
        except TelegramBadRequest as refused:
            if says(refused, *GONE):
                return False
            if not says(refused, NOT_MODIFIED):
                raise
        self._sent_messages.shown(row, rendered)
        return True

    async def _send_if_needed(self, row: Row, work: UnitOfWork) -> None:
        """Sends the page as a new message if it is needed, because the message to be edited does not exist. In
        private it is silent, as the edit would have been: a notification would show who gets such a page."""
        rendered = await self._render(row, row.args) if row.page in NEEDED else None
        if rendered is not None:
            await self._send(row, replace(rendered, silent=True) if row.chat_id > 0 else rendered, work)

    def _fitted(self, row: Row, rendered: RenderedMessage) -> RenderedMessage:
        """Returns the message as it is sent: without novelties if this chat's server, or this row, needs that."""
        if self._plain.get(row.chat_id, 0) > self._clock.now() or row.id in self._once_more:
            rendered = without_novelties(rendered)
        self._tried[row.id] = rendered
        return rendered

    def _is_plain(self, row: Row) -> bool:
        """Tells whether the message that was tried has no novelties that could be left out."""
        tried = self._tried.get(row.id)
        return tried is None or without_novelties(tried) == tried

    async def mend(self, row: Row, refused: TelegramBadRequest | TelegramNotFound, work: UnitOfWork) -> bool:
        """Decides what follows a refusal. Returns True if the row is settled, False if it is tried again in
        another form."""
        if says(refused, *GONE):
            self._sent_messages.drop(row, work)
            return True
        unknown = isinstance(refused, TelegramNotFound) or says(refused, *NOVELTIES)
        if unknown and not self._is_plain(row):
            self._plain[row.chat_id] = self._clock.now() + BELIEVED_MS
            log.warning("plain_messages", chat=row.chat_id, why=refused.message)
            return False
        if row.args.get("only"):
            if says(refused, *NO_CHAT):
                return True  # the person who asked has left the group
            if await self._ephemeral.allowed(row.chat_id):
                await self._ephemeral.was_refused(row.chat_id, refused.message)
                return False
        if says(refused, *NO_RIGHT):
            log.info("right_missing", chat=row.chat_id, kind=row.kind.value, why=refused.message)
            return True
        if not self._is_plain(row):
            # Refused for an unknown reason: it may pass without novelties, but that tells nothing about the chat.
            self._once_more.add(row.id)
            return False
        log.error("message_refused", chat=row.chat_id, page=row.page, kind=row.kind.value, why=refused.message)
        return True

    def clear(self) -> None:
        self._once_more.clear()
        self._tried.clear()

    def forget(self, row: Row) -> None:
        """Drops what is remembered about a row that is settled."""
        self._once_more.discard(row.id)
        self._tried.pop(row.id, None)
