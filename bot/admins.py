"""Who is an admin of a group: asked of Telegram, remembered for a minute, never for what cannot be taken back."""

from collections.abc import Mapping
from enum import Enum, auto
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


class AdminDeed(Enum):
    """What somebody asks to do because they are an admin."""

    OPEN_TABLE = auto()
    EXTEND_LOBBY = auto()
    CLOSE_LOBBY = auto()
    START_GAME = auto()
    PAUSE_GAME = auto()
    """Or let it go on."""
    STOP_GAME = auto()
    NAME_JUDGE = auto()
    FREE_CHAIR = auto()
    UNSEAT = auto()
    KEEP_AWAY = auto()
    LET_BACK = auto()
    SEAT_STAND_IN = auto()
    SEE_SETTINGS = auto()
    CHANGE_SETTINGS = auto()
    SET_LANGUAGE = auto()
    CREATE_TOURNAMENT = auto()
    EXPORT_TOURNAMENT = auto()
    LEAD_TOURNAMENT = auto()
    NAME_CHIEF = auto()
    RULE_PROTEST = auto()


IRREVERSIBLE: Mapping[AdminDeed, bool] = {
    AdminDeed.OPEN_TABLE: False,
    AdminDeed.EXTEND_LOBBY: False,
    AdminDeed.CLOSE_LOBBY: True,
    AdminDeed.START_GAME: True,
    AdminDeed.PAUSE_GAME: False,
    AdminDeed.STOP_GAME: True,
    AdminDeed.NAME_JUDGE: True,
    AdminDeed.FREE_CHAIR: True,
    AdminDeed.UNSEAT: True,
    AdminDeed.KEEP_AWAY: True,
    AdminDeed.LET_BACK: False,
    AdminDeed.SEAT_STAND_IN: True,
    AdminDeed.SEE_SETTINGS: False,
    AdminDeed.CHANGE_SETTINGS: True,
    AdminDeed.SET_LANGUAGE: False,
    AdminDeed.CREATE_TOURNAMENT: True,
    AdminDeed.EXPORT_TOURNAMENT: False,
    AdminDeed.LEAD_TOURNAMENT: True,
    AdminDeed.NAME_CHIEF: True,
    AdminDeed.RULE_PROTEST: True,
}
"""What is irreversible is asked of Telegram every time: whoever was an admin a minute ago may be none now."""


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
        """How often something was forgotten: an answer that was on its way meanwhile may be older than that."""

    async def is_admin(self, chat_id: int, user_id: int, deed: AdminDeed) -> bool:
        """Raises what kept Telegram from answering, if nothing is known from before or the deed is irreversible:
        a no would be a claim, and a yes would be an old one."""
        now = self._clock.now()
        known = None if IRREVERSIBLE[deed] else self._known.get((chat_id, user_id))
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
        """The bot's own place there has changed: what it was not told meanwhile nobody knows."""
        self._forgotten += 1
        for key in [key for key in self._known if key[0] == chat_id]:
            del self._known[key]
