"""Telegram's own messages: a group became a supergroup, a topic was closed, and others that nobody answers."""

from aiogram import Router
from aiogram.types import Message

from bot.core.broadcast import Broadcast
from bot.games.chat_migration import ChatMigration
from bot.games.closed_group_pause import Suspension
from bot.storage.directory import Directory
from bot.telegram.outbox.closed_chats import Place
from handlers.filters import ServiceMessage
from handlers.identify import thread_of

router = Router(name="service_messages")
NOTICES = (
    "migrate_from_chat_id",
    "pinned_message",
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "forum_topic_created",
)
TOPIC_NOTICES = ("forum_topic_closed", "forum_topic_reopened")


@router.message(ServiceMessage("migrate_to_chat_id"))
async def migrated(message: Message, migration: ChatMigration) -> None:
    if message.migrate_to_chat_id is not None:
        await migration.move(message.chat.id, message.migrate_to_chat_id)


@router.message(ServiceMessage(*TOPIC_NOTICES))
async def topic(message: Message, broadcast: Broadcast, suspension: Suspension) -> None:
    """In a closed topic only those write who may manage topics. When it is opened, what waits for it is sent."""
    place = Place(message.chat.id, thread_of(message))
    await suspension.topic_closed(place, closed=message.forum_topic_closed is not None)
    if message.forum_topic_reopened is not None:
        broadcast.tell("rights", message.chat.id)


@router.message(ServiceMessage(*NOTICES))
async def service_message(message: Message, directory: Directory) -> None:
    """Nothing to do, and nothing that players have written."""
    await directory.groups.get(message.chat.id)
    thread_of(message)
