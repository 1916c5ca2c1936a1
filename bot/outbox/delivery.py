"""One row becomes one call: what is sent, what its answer teaches, and what to do when Telegram refuses."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol

import structlog
from aiogram.exceptions import TelegramAPIError, TelegramBadRequest, TelegramNotFound
from aiogram.methods import (
    CopyMessage,
    DeleteMessage,
    EditMessageText,
    PinChatMessage,
    SendDocument,
    SendMessage,
    SendPhoto,
    SendRichMessage,
    TelegramMethod,
    UnpinChatMessage,
)
from aiogram.types import (
    BufferedInputFile,
    EphemeralMessageParameters,
    ForceReply,
    InlineKeyboardMarkup,
    InputRichMessage,
)

from bot.cache import Cache
from bot.clockwork.clock import Clock
from bot.outbox.ephemeral import Ephemeral
from bot.outbox.plain import BELIEVED_MS, NOVELTIES, without_novelties
from bot.outbox.rows import Args, Kind, Row
from bot.outbox.slots import Slots
from bot.pages.sheet import Sheet
from bot.store import Work

log = structlog.get_logger()

NOT_MODIFIED = "message is not modified"
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message to unpin not found",
    "message_id_invalid",
)
NO_RIGHT = ("not enough rights", "chat_admin_required")
NO_CHAT = ("chat not found", "user not found", "peer_id_invalid")
TOLD_ANYWAY = ("told",)
"""What is added to another message comes alone if that one was never sent."""
NEEDED = ("table", "lobby", "prompt", *TOLD_ANYWAY)
"""Pages that are sent again if somebody has deleted them."""

MOST_PLAIN = 5_000
Render = Callable[[Row, Args], Awaitable[Sheet | None]]


class Call(Protocol):
    """The way to Telegram. What is not paced counts for none of its limits."""

    async def __call__(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any: ...


class Delivery:
    def __init__(self, slots: Slots, call: Call, clock: Clock, ephemeral: Ephemeral) -> None:
        self._slots = slots
        self._call = call
        self._clock = clock
        self._ephemeral = ephemeral
        self._plain: Cache[int, int] = Cache(MOST_PLAIN)
        """Chats whose server does not know the newest features, and until when that is believed."""
        self._once_more: set[int] = set()
        """Rows that were refused for no known reason: they are tried once more, plainly."""
        self._tried: dict[int, Sheet] = {}
        """What each row that is not settled yet has shown, or was to show."""

    async def perform(self, row: Row, render: Render, work: Work) -> None:
        """Build the call, and note what its answer teaches. No call if there is nothing to change."""
        match row.kind:
            case Kind.SEND | Kind.FILE:
                sheet = await render(row, row.args)
                if sheet is not None:
                    await self._send(row, sheet, work)
            case Kind.COPY:
                sheet = await render(row, row.args)
                if sheet is not None:
                    await self._call(row, _copy(row, sheet))
            case Kind.EDIT:
                await self._edit(row, render, work)
            case Kind.PIN | Kind.UNPIN | Kind.DELETE:
                slot = await self._slots.find(row.chat_id, row.slot)
                if slot is None:
                    return
                if row.kind is Kind.DELETE:
                    self._slots.drop(row, work)
                await self._call(row, _about(row, slot.message_id), paced=False)

    async def _send(self, row: Row, sheet: Sheet, work: Work) -> None:
        sheet = self._dressed(row, sheet)
        only = int(row.args.get("only", 0))
        if only and not await self._ephemeral.allowed(row.chat_id):
            only = 0
        message = await self._call(row, _message(row, sheet, only))
        if only:
            await self._ephemeral.sent(row.chat_id, message)
        if row.slot:
            self._slots.keep(row, message.message_id, work)
            self._slots.shown(row, sheet)

    async def _edit(self, row: Row, render: Render, work: Work) -> None:
        slot = await self._slots.find(row.chat_id, row.slot)
        if slot is None:  # never sent, or its chat has moved: nothing to edit
            if row.page in TOLD_ANYWAY:
                await self._send_if_needed(row, render, work)
            return
        sheet = await render(row, slot.args | row.args | {"edited": True})
        if sheet is None:
            return
        sheet = self._dressed(row, sheet)
        if self._slots.shows(row, sheet):
            return
        method = EditMessageText(
            chat_id=row.chat_id, message_id=slot.message_id, text=sheet.text, reply_markup=sheet.keyboard
        )
        try:
            await self._call(row, method)
        except TelegramBadRequest as refused:
            if says(refused, *GONE):
                self._slots.drop(row, work)
                await self._send_if_needed(row, render, work)
                return
            if not says(refused, NOT_MODIFIED):
                raise
        self._slots.shown(row, sheet)

    async def _send_if_needed(self, row: Row, render: Render, work: Work) -> None:
        """Somebody has deleted the message that was to be edited. In private that lights no phone up: the edit
        would not have done so, and not everybody gets it."""
        sheet = await render(row, row.args) if row.page in NEEDED else None
        if sheet is not None:
            await self._send(row, replace(sheet, silent=True) if row.chat_id > 0 else sheet, work)

    def _dressed(self, row: Row, sheet: Sheet) -> Sheet:
        """As rich as this chat's server and this row allow."""
        if self._plain.get(row.chat_id, 0) > self._clock.now() or row.id in self._once_more:
            sheet = without_novelties(sheet)
        self._tried[row.id] = sheet
        return sheet

    def _is_plain(self, row: Row) -> bool:
        """Nothing could be left out of what was tried."""
        tried = self._tried.get(row.id)
        return tried is None or without_novelties(tried) == tried

    async def mend(self, row: Row, refused: TelegramBadRequest | TelegramNotFound, work: Work) -> bool:
        """What a refusal teaches. True: the row is settled; False: it is tried again, differently."""
        if says(refused, *GONE):
            self._slots.drop(row, work)
            return True
        unknown = isinstance(refused, TelegramNotFound) or says(refused, *NOVELTIES)
        if unknown and not self._is_plain(row):
            self._plain[row.chat_id] = self._clock.now() + BELIEVED_MS
            log.warning("plain_messages", chat=row.chat_id, why=refused.message)
            return False
        if row.args.get("only"):
            if says(refused, *NO_CHAT):
                return True  # whoever asked has gone
            if await self._ephemeral.allowed(row.chat_id):
                await self._ephemeral.was_refused(row.chat_id, refused.message)
                return False
        if says(refused, *NO_RIGHT):
            log.info("a right is missing", chat=row.chat_id, kind=row.kind.value, why=refused.message)
            return True
        if not self._is_plain(row):
            # Nobody knows why: without its ornaments it may pass, and nothing is learnt about the chat.
            self._once_more.add(row.id)
            return False
        log.error("refused", chat=row.chat_id, page=row.page, kind=row.kind.value, why=refused.message)
        return True

    def clear(self) -> None:
        self._once_more.clear()
        self._tried.clear()

    def forget(self, row: Row) -> None:
        """It is settled."""
        self._once_more.discard(row.id)
        self._tried.pop(row.id, None)


def says(refused: TelegramAPIError, *signs: str) -> bool:
    text = refused.message.lower()
    return any(sign in text for sign in signs)


def _about(row: Row, message_id: int) -> TelegramMethod[Any]:
    which: dict[str, Any] = {"chat_id": row.chat_id, "message_id": message_id}
    if row.kind is Kind.PIN:
        return PinChatMessage(**which, disable_notification=True)
    return UnpinChatMessage(**which) if row.kind is Kind.UNPIN else DeleteMessage(**which)


def _message(row: Row, sheet: Sheet, only: int = 0) -> TelegramMethod[Any]:
    """`only`: the one person in a group who sees it, where Telegram can do that."""
    common: dict[str, Any] = {
        "chat_id": row.chat_id,
        "message_thread_id": row.thread_id or None,
        "reply_markup": _markup(sheet),
        "protect_content": True if sheet.protected else None,
        "disable_notification": True if sheet.silent else None,
        "message_effect_id": sheet.effect or None,
    }
    if sheet.rich:
        return SendRichMessage(rich_message=InputRichMessage(html=sheet.rich), **common)
    if sheet.file is None:
        receiver = EphemeralMessageParameters(receiver_user_id=only) if only else None
        return SendMessage(text=sheet.text, ephemeral_message_parameters=receiver, **common)
    upload = BufferedInputFile(sheet.file.content, sheet.file.name)
    if sheet.file.is_picture:
        return SendPhoto(photo=upload, caption=sheet.text or None, **common)
    return SendDocument(document=upload, caption=sheet.text or None, **common)


def _copy(row: Row, sheet: Sheet) -> TelegramMethod[Any]:
    return CopyMessage(
        chat_id=row.chat_id,
        message_thread_id=row.thread_id or None,
        from_chat_id=row.args["from_chat"],
        message_id=row.args["message"],
        caption=sheet.text or None,
        protect_content=True if sheet.protected else None,
        disable_notification=True if sheet.silent else None,
    )


def _markup(sheet: Sheet) -> InlineKeyboardMarkup | ForceReply | None:
    if sheet.asks:
        return ForceReply(input_field_placeholder=sheet.asks)
    return sheet.keyboard
