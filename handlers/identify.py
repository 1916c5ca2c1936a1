"""A middleware before every handler that identifies the person and the group of an update."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from aiogram import BaseMiddleware
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import Chat, Message, TelegramObject, Update, User

from bot.core.transport import Transport
from bot.games.game_registry import refreshed_once
from bot.language.display_names import short_name
from bot.language.translator import language_of
from bot.storage.groups import Group, Groups
from bot.storage.people import People, Person
from bot.storage.repositories.receipts import ReceiptRepository


class IdentifyPerson(BaseMiddleware):
    """Keeps names, languages and reachability up to date, and drops updates that were carried out before.

    Within one update each game is first brought to what is stored: another process may have changed it.
    """

    def __init__(self, groups: Groups, people: People, receipts: ReceiptRepository, transport: Transport) -> None:
        self._groups = groups
        self._people = people
        self._receipts = receipts
        self._transport = transport

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        with refreshed_once():
            return await self._identified(handler, event, data)

    async def _identified(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        user: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        group = await self._groups.get(chat.id) if chat is not None and chat.id < 0 else None
        if group is not None and group.blocked:
            return None
        if user is not None and not user.is_bot:
            person = await self._people.get(user.id)
            data["language"] = person.language or language_of(user.language_code)
            await self._remember(person, user, private=chat is not None and chat.type == "private")
        if chat is not None and group is not None and chat.type in ("group", "supergroup"):
            await self._remember_group(group, chat, user)
        if isinstance(event, Update):
            data["receipt"] = receipt = f"u{event.update_id}"
            if await self._receipts.has(receipt):
                # Telegram repeats it because it was not confirmed: all its effects are stored already.
                await self._answer(event)
                return None
        return await handler(event, data)

    async def _answer(self, update: Update) -> None:
        """Answers a repeated tap, so that its button stops showing a progress indicator."""
        if update.callback_query is not None:
            with suppress(TelegramAPIError):
                await self._transport(AnswerCallbackQuery(callback_query_id=update.callback_query.id))

    async def _remember(self, known: Person, user: User, *, private: bool) -> None:
        changes: dict[str, Any] = {}
        name = short_name(user.first_name, user.last_name)
        if name != known.name:
            changes["name"] = name
        if (user.username or "") != known.username:
            changes["username"] = user.username or ""
        if not known.language:
            changes["language"] = language_of(user.language_code)
        if private and not known.reachable:
            changes["reachable"] = True
        if changes:
            await self._people.change(user.id, **changes)

    async def _remember_group(self, known: Group, chat: Chat, user: User | None) -> None:
        changes: dict[str, Any] = {}
        if (chat.title or "") != known.title:
            changes["title"] = chat.title or ""
        if (chat.type == "supergroup") != known.is_supergroup:
            changes["is_supergroup"] = chat.type == "supergroup"
        if not known.language:
            changes["language"] = language_of(user.language_code if user else None)
        if changes:
            await self._groups.change(chat.id, **changes)


def thread_of(message: Message) -> int:
    return message.message_thread_id or 0 if message.is_topic_message else 0


def writes_as_group(message: Message) -> bool:
    """Is this message written by an anonymous admin, in the name of the group?"""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id
