"""Who is in which group with which state; restrictions and bans that end by themselves."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.core.json_codec import Json
from sandbox.world.chat_registry import Chats
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged, EventBus, MemberChanged
from sandbox.world.members import Member
from sandbox.world.user_registry import Users


class Memberships:
    def __init__(self, users: Users, chats: Chats, events: EventBus, now: Callable[[], float]) -> None:
        self._users = users
        self._chats = chats
        self._events = events
        self._now = now

    def get(self, chat: Chat, user_id: int) -> Member | None:
        """Returns the member; ends a restriction or ban that has expired.

        It still holds in the second `until_date`: tdlib, DialogParticipant.cpp, update_restrictions.
        """
        member = chat.members.get(user_id)
        if member is not None and member.until and member.until < int(self._now()):
            member.until = 0
            if member.status == "restricted":
                member.status = "member" if member.is_member else "left"
                member.permissions = None
            elif member.status == "kicked":
                member.status = "left"
            self._events.publish(ChatChanged(chat))
        return member

    def set(self, chat: Chat, by: Json, member: Member) -> None:
        """Replaces a member's state and publishes the change."""
        user_id = member.user["id"]
        old = chat.members.get(user_id) or Member(member.user, "left")
        before, after = old.as_chat_member(), member.as_chat_member()
        chat.members[user_id] = member
        if user_id in self._users.bots:
            (chat.bots.add if member.present else chat.bots.discard)(user_id)
        if before != after:
            self._events.publish(MemberChanged(chat, by, user_id, before, after))
        self._events.publish(ChatChanged(chat))

    def end_expired(self) -> None:
        """Ends expired restrictions and bans of all groups; called regularly, so that the page shows the end."""
        for chat in self._chats.groups.values():
            for user_id in [u for u, m in chat.members.items() if m.until]:
                self.get(chat, user_id)
