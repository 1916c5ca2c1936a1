"""Where a tap comes from, and who belongs there."""

from typing import Any

from aiogram.exceptions import TelegramBadRequest
from aiogram.filters import BaseFilter
from aiogram.methods import GetChatMember
from aiogram.types import CallbackQuery

from bot.callbacks import LobbyTap, SeatTap
from bot.host import Host

GONE = ("left", "kicked")


class Elsewhere(BaseFilter):
    """The button of a table, tapped outside of its group: nobody was shown it there."""

    async def __call__(
        self, query: CallbackQuery, callback_data: LobbyTap | SeatTap, host: Host
    ) -> bool | dict[str, Any]:
        live = await host.service.live(callback_data.game)
        return live is not None and (query.message is None or query.message.chat.id != live.lobby.chat_id)


async def is_member(host: Host, chat_id: int, user_id: int) -> bool:
    """A link to a table can be passed on; a seat is for those who can follow the game in the group."""
    try:
        member = await host.transport(GetChatMember(chat_id=chat_id, user_id=user_id))
    except TelegramBadRequest:
        return False
    return member.status not in GONE and getattr(member, "is_member", True)
