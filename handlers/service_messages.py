"""Telegram's service messages: a group became a supergroup, a topic was closed, somebody left; others are
ignored."""

from aiogram import Router
from aiogram.types import Message

from bot.core.broadcast import Broadcast
from bot.games.chat_migration import ChatMigration
from bot.games.closed_group_pause import Suspension
from bot.games.next_game_notices import NextGameNotices
from bot.plans.planning import Planning
from bot.telegram.outbox.closed_chats import Place
from handlers.filters import ServiceMessage
from handlers.identify import thread_of

router = Router(name="service_messages")
NOTICES = (
    "migrate_from_chat_id",
    "pinned_message",
    "new_chat_members",
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
    """Notes that a topic was closed, where only members with the right to manage topics can write, or reopened;
    then unsent messages are tried again."""
    place = Place(message.chat.id, thread_of(message))
    await suspension.topic_closed(place, closed=message.forum_topic_closed is not None)
    if message.forum_topic_reopened is not None:
        broadcast.tell("rights", message.chat.id)


@router.message(ServiceMessage("left_chat_member"))
async def somebody_left(message: Message, planning: Planning, next_game_notices: NextGameNotices) -> None:
    """Takes somebody off the lists of those who come or want to be invited: a bot that is no admin hears of it
    only here."""
    if message.left_chat_member is not None and not message.left_chat_member.is_bot:
        await planning.left(message.chat.id, message.left_chat_member.id)
        await next_game_notices.left(message.chat.id, message.left_chat_member.id)


@router.message(ServiceMessage(*NOTICES))
async def service_message(_: Message) -> None:
    """Does nothing: keeps service messages from the handlers of what players write."""
