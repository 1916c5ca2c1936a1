"""Whether a member may do something in a chat: permissions, closed topics, slow mode."""

from __future__ import annotations

import math

from sandbox.world.chats import Chat
from sandbox.world.permissions import BOTS_NEED_ADMIN
from sandbox.world.world import World


def is_permitted(world: World, chat: Chat, user_id: int, permission: str) -> bool:
    """Whether both the member's restriction and the group's permissions allow something:
    tdlib, DialogParticipant.cpp, apply_restrictions."""
    member = world.members.get(chat, user_id)
    if member is None or not member.present:
        return False
    if member.admin:
        return True
    if user_id in world.users.bots and permission in BOTS_NEED_ADMIN:
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
    """Returns the seconds until slow mode lets this member write. Admins are exempt, bots are not:
    MessagesManager.cpp, add_message_to_dialog, and NetQueryDelayer.cpp (SLOWMODE_WAIT)."""
    member = world.members.get(chat, user_id)
    if not chat.slow_mode or member is None or member.admin:
        return 0
    return chat.sent_at.get(user_id, -math.inf) + chat.slow_mode - world.now()
