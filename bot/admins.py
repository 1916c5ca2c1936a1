"""Who is an admin of a group: asked of Telegram, remembered for a minute."""

from typing import NamedTuple

from aiogram.exceptions import TelegramAPIError, TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import GetChatAdministrators, GetChatMember

from bot.clockwork.clock import Clock
from bot.outbox.transport import Transport

REMEMBERED_MS = 60_000
MOST_REMEMBERED = 10_000
ADMIN = ("creator", "administrator")
HIDDEN = ("member list is inaccessible", "chat_admin_required")
"""getChatMember about others is promised to admins only; a bot that is none may be told this."""


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

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        """Raises what kept Telegram from answering, if nothing is known from before: a no would be a claim."""
        now = self._clock.now()
        known = self._known.get((chat_id, user_id))
        if known is not None and known.until > now:
            return known.is_admin
        try:
            found = await self._ask(chat_id, user_id)
        except (TelegramBadRequest, TelegramForbiddenError):
            return False  # the person is unknown there, or the bot is no longer in the group
        except TelegramAPIError:
            if known is None:
                raise
            return known.is_admin
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
        self._known.pop((chat_id, user_id), None)
