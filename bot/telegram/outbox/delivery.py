"""Delivers one row: makes its call, remembers what the answer shows, and decides what to do after a refusal."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import structlog
from aiogram.exceptions import TelegramAPIError, TelegramBadRequest, TelegramNotFound
from aiogram.methods import DeleteMessage, EditMessageText

from bot.core.cache import Cache
from bot.core.clock import Clock
from bot.storage import UnitOfWork
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.deleted_messages import COME_BACK, TOLD_ANYWAY, Returns, as_return, returning
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.outbox.older_server import BELIEVED_MS, NOVELTIES, without_novelties
from bot.telegram.outbox.pinning import Pinning, lacks_right
from bot.telegram.outbox.rendering import Render
from bot.telegram.outbox.row_calls import RowCalls
from bot.telegram.outbox.row_methods import copy_method, method_about, send_method
from bot.telegram.outbox.rows import CHECKED, KEPT, Args, Kind, Row
from bot.telegram.outbox.sent_messages import SentMessage, SentMessages
from bot.telegram.outbox.telegram_refusals import GONE, NOT_EDITABLE, NOT_MODIFIED, says

log = structlog.get_logger()

MOST_PLAIN = 5_000
STANDS_MS = 5_000
"""A message that was sent or edited within this time is not looked for."""


class Delivery:
    def __init__(
        self,
        sent_messages: SentMessages,
        calls: RowCalls,
        render: Render,
        clock: Clock,
        ephemeral: Ephemeral,
        returns: Returns,
        all_args: Callable[[Row], Args],
    ) -> None:
        """`all_args` returns the arguments of a row together with what waiting edits add to its message."""
        self._returns = returns
        self._all_args = all_args
        self._sent_messages = sent_messages
        self._call = calls
        self._pinning = Pinning(sent_messages, calls)
        self._render = render
        self._clock = clock
        self._ephemeral = ephemeral
        self._plain: Cache[int, int] = Cache(MOST_PLAIN)
        """Chats whose server does not know the newest features, and until when that is assumed."""
        self._once_more: set[int] = set()
        """Ids of rows that were refused for an unknown reason: they are tried once more, without novelties."""
        self._uneditable: set[int] = set()
        """Ids of rows whose message stands but can never be edited again."""
        self._tried: dict[int, RenderedMessage] = {}
        """What was sent, or was to be sent, for each row that is not settled yet."""

    async def perform(self, row: Row, work: UnitOfWork) -> Row | None:
        """Makes the call of a row, and notes in `work` what it has changed. Makes none if the message already
        shows the page. If people have deleted the message of the row, returns the row that is to be performed
        instead when the rate limits allow it."""
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
                return await self._edit(row, work)
            case Kind.CLOSE:
                return await self._close(row, work)
            case Kind.RETURN:
                await self._bring_back(row, work)
            case Kind.PIN | Kind.UNPIN:
                await self._pinning.carry_out(row)
            case Kind.DELETE:
                sent = await self._sent_messages.find(row.chat_id, row.slot)
                if sent is not None:
                    self._sent_messages.drop(row, work)
                    await self._call(row, method_about(row, sent.message_id), paced=False)
        return None

    async def _send(self, row: Row, rendered: RenderedMessage, work: UnitOfWork) -> None:
        rendered = self._fitted(row, rendered)
        only = await self._ephemeral.receiver(row)
        message = await self._call(row, send_method(row, rendered, only))
        if only:
            await self._ephemeral.sent(row.chat_id, message)
        if row.slot:
            self._sent_messages.keep(row, message.message_id, work)
            self._sent_messages.shown(row, rendered)

    async def _edit(self, row: Row, work: UnitOfWork) -> Row | None:
        sent = await self._sent_messages.last(row.chat_id, row.slot)
        if sent is None:  # never sent, or its chat has moved: nothing to edit
            await self._tell_anyway(row, work)
            return None
        kept = row.args.get(KEPT)
        if kept:
            sent = sent._replace(args=sent.args | kept)
            self._sent_messages.keep(replace(row, page=sent.page, args=sent.args), sent.message_id, work)
        if not sent.is_gone:
            rendered = await self._render(row, sent.args | row.args | {"edited": True})
            if rendered is None or await self._changed(row, sent, rendered):
                return None
        if await self._return_of(row, sent) is None:
            await self._leave_gone(row, sent, work)
            return None
        await self._remove(row, sent)
        return returning(row)

    async def _close(self, row: Row, work: UnitOfWork) -> Row | None:
        """Edits a message for the last time. If it was never sent or is gone, what must not be lost is sent as a
        message of its own. A private question is remembered: an answer that comes later edits it without a sound,
        where the notification of a new message would show who has asked."""
        sent = await self._sent_messages.last(row.chat_id, row.slot)
        args = (sent.args if sent is not None else {}) | row.args.get(KEPT, {}) | row.args
        if sent is not None and not sent.is_gone:
            rendered = await self._render(row, args | {"edited": True})
            if rendered is not None and not await self._changed(row, sent, rendered):
                await self._remove(row, sent)
                return row
            if row.chat_id < 0:
                self._sent_messages.drop(row, work)
            return None
        # Where the bot has removed a message that it could not edit, everything is said again.
        rendered = await self._render(row, args if row.id in self._uneditable else as_return(args))
        if rendered is not None:
            await self._send(replace(row, slot=""), replace(rendered, silent=True), work)
        self._sent_messages.drop(row, work)
        return None

    async def _changed(self, row: Row, sent: SentMessage, rendered: RenderedMessage) -> bool:
        """Edits a message unless it shows the page already. Returns False if the message is gone."""
        rendered = self._fitted(row, rendered)
        since = self._clock.now() - STANDS_MS if row.args.get(CHECKED) else 0
        if self._sent_messages.shows(row, rendered, since):
            return True
        method = EditMessageText(
            chat_id=row.chat_id, message_id=sent.message_id, text=rendered.text, reply_markup=rendered.keyboard
        )
        try:
            await self._call(row, method)
        except TelegramBadRequest as refused:
            if says(refused, *GONE):
                self._sent_messages.lost(row, sent)
                if says(refused, *NOT_EDITABLE):
                    self._uneditable.add(row.id)
                return False
            if not says(refused, NOT_MODIFIED):
                raise
        self._sent_messages.shown(row, rendered)
        return True

    async def _remove(self, row: Row, sent: SentMessage) -> None:
        """Deletes a message that cannot be edited and is about to be replaced: its keys would be refused, and its
        clock would be wrong."""
        if row.id in self._uneditable:
            with suppress(TelegramAPIError):
                method = DeleteMessage(chat_id=row.chat_id, message_id=sent.message_id)
                await self._call(row, method, paced=False)

    async def _return_of(self, row: Row, gone: SentMessage) -> tuple[RenderedMessage, Args] | None:
        """Returns the message that replaces one that people have deleted, and what is kept about it; None if it is
        not needed, or has come back too often. It is silent: in private a notification would show who gets such a
        page, and the group was notified when it was sent first."""
        args = self._returns.one_more(gone.args) if row.page in COME_BACK else None
        rendered = await self._render(row, as_return(gone.args | row.args)) if args is not None else None
        return None if args is None or rendered is None else (replace(rendered, silent=True), args)

    async def _bring_back(self, row: Row, work: UnitOfWork) -> None:
        """Sends a message again that people have deleted, unless that was done meanwhile."""
        gone = await self._sent_messages.last(row.chat_id, row.slot)
        if gone is None or not gone.is_gone:
            return
        found = await self._return_of(row, gone)
        if found is None:
            await self._leave_gone(row, gone, work)
            return
        rendered, args = found
        shown = replace(row, page=gone.page, args=args)
        await self._send(shown, rendered, work)
        await self._pinning.came_back(shown)

    async def _leave_gone(self, row: Row, gone: SentMessage, work: UnitOfWork) -> None:
        if row.page in COME_BACK:
            self._sent_messages.keep_gone(row, gone, work)
        else:
            self._sent_messages.drop(row, work)
        await self._tell_anyway(row, work)

    async def _tell_anyway(self, row: Row, work: UnitOfWork) -> None:
        """Sends what must be told though its message is not there to be edited."""
        rendered = await self._render(row, row.args) if row.page in TOLD_ANYWAY else None
        if rendered is not None:
            await self._send(replace(row, slot=""), replace(rendered, silent=True), work)

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
            sent = await self._sent_messages.find(row.chat_id, row.slot)
            if sent is not None:
                self._sent_messages.keep_gone(row, sent, work)
            return True
        unknown = isinstance(refused, TelegramNotFound) or says(refused, *NOVELTIES)
        if unknown and not self._is_plain(row):
            self._plain[row.chat_id] = self._clock.now() + BELIEVED_MS
            log.warning("plain_messages", chat=row.chat_id, why=refused.message)
            return False
        settled = await self._ephemeral.is_settled(row, refused)
        if settled is not None:
            return settled
        if lacks_right(row, refused):
            return True
        if not self._is_plain(row):
            # Refused for an unknown reason: it may pass without novelties, but that tells nothing about the chat.
            self._once_more.add(row.id)
            return False
        log.error("message_refused", chat=row.chat_id, page=row.page, kind=row.kind.value, why=refused.message)
        return True

    def clear(self) -> None:
        for part in (self._once_more, self._uneditable, self._tried):
            part.clear()

    def forget(self, row: Row) -> None:
        """Drops what is remembered about a row that is settled."""
        self._once_more.discard(row.id)
        self._uneditable.discard(row.id)
        self._tried.pop(row.id, None)
