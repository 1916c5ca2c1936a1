"""Filters: the kind of chat, Telegram's own messages, and taps outside of the group that a button belongs to."""

from typing import Any

from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, ChatMemberUpdated, Message

from bot.games.game_registry import GameRegistry
from bot.telegram.buttons.callback_data import LobbyTap, SeatTap, TableChoiceTap


class InChat(BaseFilter):
    """Accepts updates from chats of these kinds. Replaces aiogram's `F`, which runs in a thread per message."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = frozenset(kinds)

    async def __call__(self, event: Message | ChatMemberUpdated) -> bool | dict[str, Any]:
        return event.chat.type in self._kinds


IN_GROUP, PRIVATE = InChat("group", "supergroup"), InChat("private")


class ServiceMessage(BaseFilter):
    """Accepts Telegram's service messages in which one of these fields is set."""

    def __init__(self, *fields: str) -> None:
        self._fields = fields

    async def __call__(self, message: Message) -> bool | dict[str, Any]:
        return any(getattr(message, field) for field in self._fields)


class AtTable(BaseFilter):
    """Accepts messages from a group, and from a private chat in which a solo game is played."""

    async def __call__(self, message: Message, games: GameRegistry) -> bool | dict[str, Any]:
        if message.chat.type == "private":
            return await games.table_in(message.chat.id) is not None
        return message.chat.type in ("group", "supergroup")


class OutsideItsGroup(BaseFilter):
    """Accepts taps on a table's button outside of its group: forged ones, or on a forwarded message. Of these
    buttons a solo game has only that of the rules."""

    async def __call__(
        self, query: CallbackQuery, callback_data: LobbyTap | SeatTap | TableChoiceTap, games: GameRegistry
    ) -> bool | dict[str, Any]:
        game = await games.find(callback_data.game)
        if game is None:
            return False
        lobby = game.lobby
        here = query.message is not None and query.message.chat.id == lobby.chat_id
        return not here or (lobby.solo and getattr(callback_data, "wish", "") != "rules")
