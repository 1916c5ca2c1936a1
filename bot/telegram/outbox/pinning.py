"""Pins and unpins messages of tables. Where the bot may not pin, a table goes on without a pinned message."""

from contextlib import suppress
from dataclasses import replace

import structlog
from aiogram.exceptions import TelegramAPIError

from bot.telegram.outbox.row_calls import RowCalls
from bot.telegram.outbox.row_methods import method_about
from bot.telegram.outbox.rows import Kind, Row
from bot.telegram.outbox.sent_messages import SentMessages
from bot.telegram.outbox.telegram_refusals import NO_RIGHT, says

log = structlog.get_logger()

PINNED = frozenset({"table", "lobby", "plan"})
"""Pages that are pinned when they are sent. One that people have unpinned stays unpinned; one that comes back is
pinned again."""


class Pinning:
    def __init__(self, sent_messages: SentMessages, calls: RowCalls) -> None:
        self._sent_messages = sent_messages
        self._call = calls

    async def carry_out(self, row: Row) -> None:
        """Makes the call of a row that pins or unpins a message; none if the message was never sent."""
        sent = await self._sent_messages.find(row.chat_id, row.slot)
        if sent is not None:
            await self._call(row, method_about(row, sent.message_id), paced=False)

    async def came_back(self, row: Row) -> None:
        """Pins a message again that people have deleted and that was sent anew, if its page is a pinned one."""
        if row.page in PINNED:
            with suppress(TelegramAPIError):
                await self.carry_out(replace(row, kind=Kind.PIN))


def lacks_right(row: Row, refused: TelegramAPIError) -> bool:
    """Was the call refused because admins have not given the bot the right to pin, or to delete? Then the row is
    done with: it is tried no more."""
    if not says(refused, *NO_RIGHT):
        return False
    log.info("right_missing", chat=row.chat_id, kind=row.kind.value, why=refused.message)
    return True
