"""Who may do what where: permissions, closed topics, slow mode, and the chats that a bot can act in."""

from __future__ import annotations

import math

from sandbox.refusals import Refusal, Why, upgraded
from sandbox.world.chats import Chat
from sandbox.world.permissions import BOTS_NEED_ADMIN
from sandbox.world.users import Bot
from sandbox.world.world import World


def is_permitted(world: World, chat: Chat, user_id: int, permission: str) -> bool:
    """Both the member's restriction and the group's permissions must allow it:
    tdlib, DialogParticipant.cpp, apply_restrictions."""
    member = world.member(chat, user_id)
    if member is None or not member.present:
        return False
    if member.admin:
        return True
    if user_id in world.bots and permission in BOTS_NEED_ADMIN:
        return False
    if member.permissions is not None and not member.permissions.get(permission):
        return False
    return chat.permissions.get(permission, False)


def topic_closed(chat: Chat, thread: int | None, user_id: int) -> bool:
    """Whether this user cannot write here because the topic is closed. Topic managers and the topic's author can:
    ForumTopicManager.cpp, can_send_message_to_forum_topic."""
    topic = chat.topics.get(thread or 0)
    if not (topic.closed if topic is not None else chat.general_closed):
        return False
    member = chat.members.get(user_id)
    manages = member is not None and member.has_right("can_manage_topics")
    return not manages and (topic is None or topic.by != user_id)


def slow_mode_wait(world: World, chat: Chat, user_id: int) -> float:
    """Seconds until slow mode lets this member write. Admins are exempt, bots are not: MessagesManager.cpp,
    add_message_to_dialog, and NetQueryDelayer.cpp (SLOWMODE_WAIT)."""
    member = world.member(chat, user_id)
    if not chat.slow_mode or member is None or member.admin:
        return 0
    return chat.sent_at.get(user_id, -math.inf) + chat.slow_mode - world.now()


def chat_for_bot(world: World, bot: Bot, chat_id: int) -> Chat:
    """The chat if the bot may act in it; raises Refusal with the reason otherwise."""
    if chat_id > 0:
        person = world.people.get(chat_id)
        if person is None:
            raise Refusal(Why.CHAT_NOT_FOUND)
        if person.deactivated:
            raise Refusal(Why.DEACTIVATED)
        chat = world.private_chat(chat_id, bot.id)
        if chat.blocked:
            raise Refusal(Why.BLOCKED)
        if not chat.started:
            raise Refusal(Why.NOT_STARTED)
        return chat
    group = world.groups.get(chat_id)
    if group is None:
        raise Refusal(Why.CHAT_NOT_FOUND)
    if group.migrated_to is not None:
        raise upgraded(group.migrated_to)
    if group.deleted:
        raise Refusal(Why.GROUP_DELETED)
    if bot.id not in group.bots:
        member = world.member(group, bot.id)
        kicked = member is not None and member.status == "kicked"
        raise Refusal(Why.KICKED if kicked else Why.NOT_MEMBER, what=group.type)
    return group
