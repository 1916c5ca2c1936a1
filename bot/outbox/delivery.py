"""One row becomes one call: what is sent, what its answer teaches, and what to do when Telegram refuses."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import structlog
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import (
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

from bot.outbox.plain import without_novelties
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
NEEDED = ("table", "lobby", "prompt")
"""Pages that are sent again if somebody has deleted them."""

Render = Callable[[Row, Args], Awaitable[Sheet | None]]


class Call(Protocol):
    """The way to Telegram. What is not paced counts for none of its limits."""

    async def __call__(self, row: Row, method: TelegramMethod[Any], *, paced: bool = True) -> Any: ...


class Delivery:
    def __init__(self, slots: Slots, call: Call) -> None:
        self._slots = slots
        self._call = call
        self._plain: set[int] = set()
        """Chats whose server does not know the newest features."""
        self._aloud: set[int] = set()
        """Chats in which nothing can be shown to one person only."""

    async def perform(self, row: Row, render: Render, work: Work) -> None:
        """Build the call, and note what its answer teaches. No call if there is nothing to change."""
        match row.kind:
            case Kind.SEND | Kind.FILE:
                sheet = await render(row, row.args)
                if sheet is not None:
                    await self._send(row, sheet, work)
            case Kind.EDIT:
                await self._edit(row, render)
            case Kind.PIN | Kind.UNPIN | Kind.DELETE:
                slot = await self._slots.find(row.chat_id, row.slot)
                if slot is None:
                    return
                if row.kind is Kind.DELETE:
                    self._slots.drop(row, work)
                await self._call(row, _about(row, slot.message_id), paced=False)

    async def _send(self, row: Row, sheet: Sheet, work: Work) -> None:
        if row.chat_id in self._plain:
            sheet = without_novelties(sheet)
        only = 0 if row.chat_id in self._aloud else int(row.args.get("only", 0))
        message = await self._call(row, _message(row, sheet, only))
        if row.slot:
            self._slots.keep(row, message.message_id, work)
            self._slots.shown(row, sheet)

    async def _edit(self, row: Row, render: Render) -> None:
        slot = await self._slots.find(row.chat_id, row.slot)
        if slot is None:
            return  # never sent, or its chat has moved: nothing to edit
        sheet = await render(row, slot.args | row.args | {"edited": True})
        if sheet is None:
            return
        if row.chat_id in self._plain:
            sheet = without_novelties(sheet)
        if self._slots.shows(row, sheet):
            return
        await self._call(
            row,
            EditMessageText(
                chat_id=row.chat_id, message_id=slot.message_id, text=sheet.text, reply_markup=sheet.keyboard
            ),
        )
        self._slots.shown(row, sheet)

    async def mend(self, row: Row, refused: TelegramBadRequest, render: Render, work: Work) -> bool:
        """A refusal that can be dealt with. True: settled one way or the other."""
        if says(refused, NOT_MODIFIED):
            return True
        if says(refused, *GONE):
            self._slots.drop(row, work)
            if row.kind is Kind.EDIT and row.page in NEEDED:
                await self._send_again(row, render, work)
            return True
        if says(refused, *NO_RIGHT):
            log.info("a right is missing", chat=row.chat_id, why=refused.message)
            return True
        if row.args.get("only") and says(refused, *NO_CHAT):
            return True  # whoever asked has gone
        if row.args.get("only") and row.chat_id not in self._aloud:
            self._aloud.add(row.chat_id)
            log.warning("nothing for one person only from now on", chat=row.chat_id, why=refused.message)
            return False
        if row.kind in (Kind.SEND, Kind.EDIT) and self.is_plain_from_now_on(row, refused.message):
            return False
        log.error("refused", chat=row.chat_id, page=row.page, why=refused.message)
        return True

    def is_plain_from_now_on(self, row: Row, why: str) -> bool:
        """Without what only a newer server knows. False: it was so before, and that was not the reason."""
        if row.chat_id in self._plain:
            return False
        self._plain.add(row.chat_id)
        log.warning("plain messages from now on", chat=row.chat_id, why=why)
        return True

    async def _send_again(self, row: Row, render: Render, work: Work) -> None:
        """Somebody has deleted a message that is needed."""
        sheet = await render(row, row.args)
        if sheet is not None:
            with contextlib.suppress(TelegramBadRequest, TelegramForbiddenError):
                await self._send(row, sheet, work)


def says(refused: TelegramBadRequest, *signs: str) -> bool:
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


def _markup(sheet: Sheet) -> InlineKeyboardMarkup | ForceReply | None:
    if sheet.asks:
        return ForceReply(input_field_placeholder=sheet.asks)
    return sheet.keyboard
