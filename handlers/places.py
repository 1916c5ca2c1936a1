"""Where a tap or a message comes from, and who belongs there."""

from typing import Any

from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.filters import BaseFilter
from aiogram.methods import GetChatMember
from aiogram.types import CallbackQuery, ChatMemberUpdated, Message

from bot.admins import members_hidden
from bot.callbacks import LobbyTap, SeatTap
from bot.host import Host

GONE = ("left", "kicked")


class Where(BaseFilter):
    """In chats of these kinds. Not by aiogram's `F`, which is asked in a thread of its own for every message."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = frozenset(kinds)

    async def __call__(self, event: Message | ChatMemberUpdated) -> bool | dict[str, Any]:
        return event.chat.type in self._kinds


IN_GROUP, PRIVATE = Where("group", "supergroup"), Where("private")


class Carries(BaseFilter):
    """One of Telegram's own notices."""

    def __init__(self, *notices: str) -> None:
        self._notices = notices

    async def __call__(self, message: Message) -> bool | dict[str, Any]:
        return any(getattr(message, notice) for notice in self._notices)


class Elsewhere(BaseFilter):
    """The button of a table, tapped outside of its group: nobody was shown it there."""

    async def __call__(
        self, query: CallbackQuery, callback_data: LobbyTap | SeatTap, host: Host
    ) -> bool | dict[str, Any]:
        live = await host.service.live(callback_data.game)
        return live is not None and (query.message is None or query.message.chat.id != live.lobby.chat_id)


async def belongs(host: Host, chat_id: int, user_id: int) -> bool:
    """May this person take part in what a group does? Raises as `is_member` does."""
    if user_id in (await host.directory.group(chat_id)).kept_away:
        return False
    return await is_member(host, chat_id, user_id)


async def is_member(host: Host, chat_id: int, user_id: int) -> bool:
    """A link to a table can be passed on; a seat is for those who can follow the game in the group.

    Raises what kept Telegram from answering: nobody is sent away for that.
    """
    try:
        member = await host.transport(GetChatMember(chat_id=chat_id, user_id=user_id))
    except TelegramBadRequest as refused:
        # A bot that is no admin may not be told: whoever has the link is let in.
        return members_hidden(refused)
    except TelegramForbiddenError:
        return False
    return member.status not in GONE and getattr(member, "is_member", True)
