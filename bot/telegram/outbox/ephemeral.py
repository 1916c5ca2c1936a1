"""Ephemeral messages, which one person in a group sees alone: where the bot may send them, and what if not.

An admin may send one to any member at any time; any other bot only as an answer to a tap or to an ephemeral
command. So it is known per group, and changes with the bot's rights there. Where it may not, the message is sent
as an ordinary one, which everybody sees.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog
from aiogram.exceptions import TelegramBadRequest, TelegramNotFound
from aiogram.types import Message

from bot.core.cache import Cache
from bot.core.clock import Clock
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.telegram_refusals import NO_CHAT, says

log = structlog.get_logger()

REMEMBERED_MS = 3_600_000
MOST_GROUPS = 5_000

Rights = tuple[str, ...]


class _Refused(NamedTuple):
    rights: Rights
    until: int


class Ephemeral:
    def __init__(self, clock: Clock, rights_in: Callable[[int], Awaitable[Rights]]) -> None:
        self._clock = clock
        self._rights_in = rights_in
        """Returns the bot's rights in a group as an admin; none if it is no admin."""
        self._refused: Cache[int, _Refused] = Cache(MOST_GROUPS)
        self._proven: Cache[int, bool] = Cache(MOST_GROUPS)

    async def allowed(self, chat_id: int) -> bool:
        """Tells whether the bot may send ephemeral messages in a group. A refusal counts for an hour, or until the
        bot's rights change."""
        rights = await self._rights_in(chat_id)
        refused = self._refused.get(chat_id)
        if refused is not None and (refused.rights != rights or refused.until <= self._clock.now()):
            del self._refused[chat_id]
            refused = None
        return bool(rights) and refused is None

    def is_proven(self, chat_id: int) -> bool:
        """Tells whether an ephemeral message was sent in this group. Only then may one contain a secret: a server
        that does not know the parameter ignores it and shows the text to everybody."""
        return chat_id in self._proven

    async def receiver(self, row: Row) -> int:
        """Returns who alone is to see the message of a row; 0 if it is sent as an ordinary one."""
        only = int(row.args.get("only", 0))
        return only if only and await self.allowed(row.chat_id) else 0

    async def is_settled(self, row: Row, refused: TelegramBadRequest | TelegramNotFound) -> bool | None:
        """Tells what follows a refusal: True if the row is given up, False if it is sent again as an ordinary
        message, None if it was one."""
        if not row.args.get("only"):
            return None
        if says(refused, *NO_CHAT):
            return True  # the person who asked has left the group
        if not await self.allowed(row.chat_id):
            return None
        await self.was_refused(row.chat_id, refused.message)
        return False

    async def sent(self, chat_id: int, message: Message) -> bool:
        """Notes how an ephemeral message was shown. Returns True if only its receiver has seen it."""
        if not message.ephemeral_message_id:
            await self.was_refused(chat_id, "shown to everybody")
            return False
        self._proven[chat_id] = True
        return True

    async def was_refused(self, chat_id: int, why: str) -> None:
        self._proven.pop(chat_id, None)
        rights = await self._rights_in(chat_id)
        self._refused[chat_id] = _Refused(rights, self._clock.now() + REMEMBERED_MS)
        log.info("ephemeral_unsupported", chat=chat_id, why=why)
