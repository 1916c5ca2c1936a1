"""Filters: the kind of chat, Telegram's own messages, and taps outside of the group that a button belongs to."""

from typing import Any

from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, ChatMemberUpdated, Message

from bot.games.game_registry import GameRegistry
from bot.telegram.buttons.callback_data import LobbyTap, SeatTap


class InChat(BaseFilter):
    """In chats of these kinds. Not aiogram's `F`, which runs in a thread for every message."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = frozenset(kinds)

    async def __call__(self, event: Message | ChatMemberUpdated) -> bool | dict[str, Any]:
        return event.chat.type in self._kinds


IN_GROUP, PRIVATE = InChat("group", "supergroup"), InChat("private")


class ServiceMessage(BaseFilter):
    """One of Telegram's own messages, named by the fields that carry them."""

    def __init__(self, *fields: str) -> None:
        self._fields = fields

    async def __call__(self, message: Message) -> bool | dict[str, Any]:
        return any(getattr(message, field) for field in self._fields)


class OutsideItsGroup(BaseFilter):
    """The button of a table, tapped outside of its group: a forged tap, or a forwarded message."""

    async def __call__(
        self, query: CallbackQuery, callback_data: LobbyTap | SeatTap, games: GameRegistry
    ) -> bool | dict[str, Any]:
        game = await games.find(callback_data.game)
        return game is not None and (query.message is None or query.message.chat.id != game.lobby.chat_id)
