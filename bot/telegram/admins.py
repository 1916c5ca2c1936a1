"""Finds out who is an admin of a group; Telegram's answers are remembered for a minute."""

from typing import NamedTuple

from aiogram.exceptions import TelegramAPIError, TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import GetChatAdministrators, GetChatMember

from bot.core.clock import Clock
from bot.core.transport import Transport

REMEMBERED_MS = 60_000
MOST_REMEMBERED = 10_000
ADMIN = ("creator", "administrator")
HIDDEN = ("member list is inaccessible", "chat_admin_required")
"""Texts of a refusal that a bot without admin rights may get: only admins are guaranteed an answer about
others."""


def members_hidden(refused: TelegramBadRequest) -> bool:
    return any(sign in refused.message.lower() for sign in HIDDEN)


class Known(NamedTuple):
    is_admin: bool
    until: int


class Admins:
    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock
        self._known: dict[tuple[int, int], Known] = {}
        self._forgotten = 0
        """How often answers were forgotten: one that was in flight meanwhile may be outdated and is not kept."""

    async def is_admin(self, chat_id: int, user_id: int, *, fresh: bool) -> bool:
        """`fresh`: ask Telegram even if the answer is remembered.

        Raises what kept Telegram from answering, if there is no remembered answer that may be used.
        """
        now = self._clock.now()
        known = None if fresh else self._known.get((chat_id, user_id))
        if known is not None and known.until > now:
            return known.is_admin
        forgotten = self._forgotten
        try:
            found = await self._ask(chat_id, user_id)
        except (TelegramBadRequest, TelegramForbiddenError):
            self._known.pop((chat_id, user_id), None)
            return False  # the person is unknown there, or the bot is no longer in the group
        except TelegramAPIError:
            if known is None:
                raise
            return known.is_admin
        if forgotten == self._forgotten:
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
            self._known[chat_id, user_id] = Known(found, now + REMEMBERED_MS)
        return found

    async def _ask(self, chat_id: int, user_id: int) -> bool:
        try:
            member = await self._transport(GetChatMember(chat_id=chat_id, user_id=user_id))
        except TelegramBadRequest as refused:
            if not members_hidden(refused):
                raise
            listed = await self._transport(GetChatAdministrators(chat_id=chat_id))
            return any(one.user.id == user_id for one in listed)
        return member.status in ADMIN

    def forget(self, chat_id: int, user_id: int) -> None:
        self._forgotten += 1
        self._known.pop((chat_id, user_id), None)

    def forget_group(self, chat_id: int) -> None:
        """Forgets all answers about a group, because the bot's own status there has changed and it may have missed
        changes."""
        self._forgotten += 1
        for key in [key for key in self._known if key[0] == chat_id]:
            del self._known[key]
