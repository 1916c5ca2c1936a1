"""Filters: the kind of chat a message comes from, and taps outside of the group they belong to."""

from typing import Any

from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, ChatMemberUpdated, Message

from bot.games.game_registry import GameRegistry
from bot.telegram.buttons.callback_data import LobbyTap, SeatTap


class Location(BaseFilter):
    """In chats of these kinds. Not by aiogram's `F`, which is asked in a thread of its own for every message."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = frozenset(kinds)

    async def __call__(self, event: Message | ChatMemberUpdated) -> bool | dict[str, Any]:
        return event.chat.type in self._kinds


IN_GROUP, PRIVATE = Location("group", "supergroup"), Location("private")


class Carries(BaseFilter):
    """One of Telegram's own notices."""

    def __init__(self, *notices: str) -> None:
        self._notices = notices

    async def __call__(self, message: Message) -> bool | dict[str, Any]:
        return any(getattr(message, notice) for notice in self._notices)


class Elsewhere(BaseFilter):
    """The button of a table, tapped outside of its group: nobody was shown it there."""

    async def __call__(
        self, query: CallbackQuery, callback_data: LobbyTap | SeatTap, games: GameRegistry
    ) -> bool | dict[str, Any]:
        live = await games.live(callback_data.game)
        return live is not None and (query.message is None or query.message.chat.id != live.lobby.chat_id)
