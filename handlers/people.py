"""Before anything else: who is it? Names, languages and open private chats are kept up to date on the way."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Literal

from aiogram import BaseMiddleware
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import Chat, Message, TelegramObject, Update, User

from bot.admins import AdminDeed
from bot.club.choices import Who
from bot.directory import short_name
from bot.host import Host
from bot.language.words import language_of

IN_THE_NAME_OF_A_GROUP, IN_THE_NAME_OF_A_CHANNEL = 1087968824, 136817688
"""Accounts of Telegram's that many share: who writes as a group or as a channel comes as one of them."""


class KnowsPeople(BaseMiddleware):
    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        host: Host = data["host"]
        user: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        if chat is not None and chat.id < 0 and (await host.directory.group(chat.id)).blocked:
            return None
        if user is not None and not user.is_bot:
            await self._remember(host, user, private=chat is not None and chat.type == "private")
        if chat is not None and chat.type in ("group", "supergroup"):
            await self._remember_group(host, chat, user)
        if isinstance(event, Update):
            data["receipt"] = receipt = f"u{event.update_id}"
            if await host.service.counted(receipt):
                # Telegram brings it again because it was not confirmed: all that it does is stored already.
                await self._answer(host, event)
                return None
        return await handler(event, data)

    async def _answer(self, host: Host, update: Update) -> None:
        """Whoever tapped may still be waiting."""
        if update.callback_query is not None:
            with suppress(TelegramAPIError):
                await host.transport(AnswerCallbackQuery(callback_query_id=update.callback_query.id))

    async def _remember(self, host: Host, user: User, *, private: bool) -> None:
        known = await host.directory.person(user.id)
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
            await host.directory.change_person(user.id, **changes)

    async def _remember_group(self, host: Host, chat: Chat, user: User | None) -> None:
        known = await host.directory.group(chat.id)
        changes: dict[str, Any] = {}
        if (chat.title or "") != known.title:
            changes["title"] = chat.title or ""
        if (chat.type == "supergroup") != known.is_supergroup:
            changes["is_supergroup"] = chat.type == "supergroup"
        if not known.language:
            changes["language"] = language_of(user.language_code if user else None)
        if changes:
            await host.directory.change_group(chat.id, **changes)


def thread_of(message: Message) -> int:
    return message.message_thread_id or 0 if message.is_topic_message else 0


def writes_as_group(message: Message) -> bool:
    """An admin who hides behind the group."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id


def is_somebody(user_id: int) -> bool:
    """One person, of whom something can be remembered, and not whoever hides behind a group or a channel."""
    return user_id not in (0, IN_THE_NAME_OF_A_GROUP, IN_THE_NAME_OF_A_CHANNEL)


CHOSEN_BY: Mapping[AdminDeed, Literal["may_open", "may_start", "may_stop"]] = {
    AdminDeed.OPEN_TABLE: "may_open",
    AdminDeed.EXTEND_LOBBY: "may_start",
    AdminDeed.CLOSE_LOBBY: "may_start",
    AdminDeed.START_GAME: "may_start",
    AdminDeed.STOP_GAME: "may_stop",
}
"""By which choice of the group others than admins may do it, too."""


async def hindrance(
    host: Host, chat_id: int, deed: AdminDeed, user_id: int, opener: int = 0, *, as_group: bool = False
) -> str:
    """Why this person may not open a table here, start its game or stop it.

    A key of the locales; empty: they may, by what the group has chosen.
    """
    group = await host.directory.group(chat_id)
    who = Who(getattr(group, CHOSEN_BY[deed]))
    leads = who is Who.LEADER and is_somebody(user_id) and user_id == opener
    kept_away = user_id in group.kept_away and not as_group
    if as_group or ((who is Who.ANYONE or leads) and not kept_away):
        return ""
    if await host.admins.is_admin(chat_id, user_id, deed):
        return ""
    if kept_away:
        return "lobby-no-kept-away"
    return "lobby-no-not-yours" if who is Who.LEADER else "admins-only"


async def may_manage(host: Host, message: Message, deed: AdminDeed) -> bool:
    """Is whoever wrote this an admin of the group? Anonymous admins are."""
    if message.sender_chat is not None:
        return message.sender_chat.id == message.chat.id
    author = message.from_user
    return author is not None and await host.admins.is_admin(message.chat.id, author.id, deed)
