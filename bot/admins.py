"""Who is an admin of a group: asked of Telegram, remembered for a minute."""

from aiogram.exceptions import TelegramAPIError
from aiogram.methods import GetChatMember

from bot.clockwork.clock import Clock
from bot.outbox.transport import Transport

REMEMBERED_MS = 60_000
ADMIN = ("creator", "administrator")


class Admins:
    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[bool, int]] = {}

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        now = self._clock.now()
        known = self._known.get((chat_id, user_id))
        if known is not None and known[1] > now:
            return known[0]
        try:
            member = await self._transport(GetChatMember(chat_id=chat_id, user_id=user_id))
        except TelegramAPIError:
            return False
        if len(self._known) > 10_000:
            self._known.clear()
        found = member.status in ADMIN
        self._known[chat_id, user_id] = (found, now + REMEMBERED_MS)
        return found

    def forget(self, chat_id: int, user_id: int) -> None:
        self._known.pop((chat_id, user_id), None)
