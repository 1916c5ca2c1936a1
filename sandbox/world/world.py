"""The world: users, chats, members and messages, and the events published about every change. No HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sandbox.core.json_codec import Json
from sandbox.world.callback_queries import CallbackQueries
from sandbox.world.chat_registry import Chats
from sandbox.world.chats import Chat, Topic
from sandbox.world.events import ChatChanged, EventBus
from sandbox.world.files import Files
from sandbox.world.members import Member
from sandbox.world.memberships import Memberships
from sandbox.world.message_store import HISTORY, MessageStore
from sandbox.world.user_registry import Users
from sandbox.world.users import Bot, Person


class World:
    """Holds the parts of the state, and has the operations that concern several of them."""

    def __init__(self, now: Callable[[], float] = time.time, history: int = HISTORY) -> None:
        self.now = now
        self.events = EventBus()
        self.users = Users(self.events)
        self.chats = Chats(self.users)
        self.members = Memberships(self.users, self.chats, self.events, now)
        self.messages = MessageStore(self.events, now, history)
        self.files = Files()
        self.callback_queries = CallbackQueries()
        self._last_unique = 13_000_000_000

    def add_person(self, first_name: str, **more: Any) -> Person:
        person = self.users.add_person(first_name, **more)
        for bot in self.users.bots.values():
            self.events.publish(ChatChanged(self.chats.private_chat(person.id, bot.id)))
        return person

    def add_bot(self, token: str, first_name: str, username: str, reads_all: bool = False) -> Bot:
        bot = self.users.add_bot(token, first_name, username, reads_all)
        for person in self.users.people.values():
            self.events.publish(ChatChanged(self.chats.private_chat(person.id, bot.id)))
        return bot

    def add_group(self, title: str, kind: str, owner: Person, is_forum: bool = False) -> Chat:
        chat = self.chats.new_group(title, kind, is_forum)
        chat.members[owner.id] = Member(owner.user, "creator")
        created = "group_chat_created" if kind == "group" else "supergroup_chat_created"
        self.messages.post_service_message(chat, owner.user, {created: True})
        self.events.publish(ChatChanged(chat))
        return chat

    def add_topic(self, chat: Chat, by: Json, name: str, **more: Any) -> Topic:
        created: Json = {"name": name, "icon_color": more.get("icon_color") or 7322096}
        number = chat.last_id + 1  # a topic's id is the id of the service message that opened it
        chat.topics[number] = Topic(number, name, by=by["id"], **{k: v for k, v in more.items() if v})
        content = {"message_thread_id": number, "is_topic_message": True, "forum_topic_created": created}
        self.messages.post_service_message(chat, by, content)
        self.events.publish(ChatChanged(chat))
        return chat.topics[number]

    def next_unique_number(self) -> int:
        """Returns a number that is used once, for an album or an invite link."""
        self._last_unique += 1
        return self._last_unique
