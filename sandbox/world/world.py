"""The world: users, chats and messages, and the events published about every change. No HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from sandbox.json_values import Json
from sandbox.world.callback_queries import CallbackQueries
from sandbox.world.chats import Chat, Topic
from sandbox.world.events import (
    BotChanged,
    ChatChanged,
    Deleted,
    Edited,
    Event,
    MemberChanged,
    PersonChanged,
    Posted,
)
from sandbox.world.files import Files
from sandbox.world.members import Member
from sandbox.world.posts import Post
from sandbox.world.users import Bot, Person

HISTORY = 500  # messages kept per chat
FIRST_PERSON = 100_001
SUPERGROUPS = -1_000_000_000_000


class World:
    def __init__(self, now: Callable[[], float] = time.time, history: int = HISTORY) -> None:
        self.now = now
        self.history = history
        self.people: dict[int, Person] = {}
        self.bots: dict[int, Bot] = {}
        self.tokens: dict[str, Bot] = {}
        self.groups: dict[int, Chat] = {}
        self.private: dict[tuple[int, int], Chat] = {}
        self.usernames: dict[str, int] = {}
        self.files = Files()
        self.callback_queries = CallbackQueries()
        self.listeners: list[Callable[[Event], None]] = []
        self._last_person = FIRST_PERSON - 1
        self._last_group = 4_000_000
        self._last_supergroup = 1_900_000_000
        self._last_album = 13_000_000_000
        self._last_message = 0  # one counter for all private chats and basic groups, as in Telegram

    def publish(self, event: Event) -> None:
        for listener in tuple(self.listeners):
            listener(event)

    # users and chats

    def add_person(self, first_name: str, **more: Any) -> Person:
        self._last_person += 1
        person = Person(self._last_person, first_name, **more)
        self.people[person.id] = person
        self.publish(PersonChanged(person))
        for bot in self.bots.values():
            self.publish(ChatChanged(self.private_chat(person.id, bot.id)))
        return person

    def add_bot(self, token: str, first_name: str, username: str, reads_all: bool = False) -> Bot:
        bot = Bot(int(token.partition(":")[0]), token, first_name, username, reads_all)
        self.bots[bot.id] = bot
        self.tokens[token] = bot
        self.publish(BotChanged(bot))
        for person in self.people.values():
            self.publish(ChatChanged(self.private_chat(person.id, bot.id)))
        return bot

    def user(self, user_id: int) -> Json | None:
        person = self.people.get(user_id) or self.bots.get(user_id)
        return person.user if person is not None else None

    def private_chat(self, person_id: int, bot_id: int) -> Chat:
        chat = self.private.get((person_id, bot_id))
        if chat is None:
            chat = Chat(person_id, "private", person_id=person_id, bot_id=bot_id)
            chat.refresh(self.people[person_id].user)
            self.private[person_id, bot_id] = chat
        return chat

    def add_group(self, title: str, kind: str, owner: Person, is_forum: bool = False) -> Chat:
        chat = self.new_group(title, kind, is_forum)
        chat.members[owner.id] = Member(owner.user, "creator")
        created = "group_chat_created" if kind == "group" else "supergroup_chat_created"
        self.post_service_message(chat, owner.user, {created: True})
        self.publish(ChatChanged(chat))
        return chat

    def new_group(self, title: str, kind: str, is_forum: bool = False) -> Chat:
        if kind == "supergroup":
            self._last_supergroup += 1
            chat_id = SUPERGROUPS - self._last_supergroup
        else:
            self._last_group += 1
            chat_id = -self._last_group
        chat = Chat(chat_id, kind, title, is_forum=is_forum and kind == "supergroup")
        self.groups[chat_id] = chat
        return chat

    def chat_by_key(self, key: str | int) -> Chat | None:
        """By chat key: a group's id, or `<user_id>:<bot_id>` for a private chat."""
        text = str(key)
        person, colon, bot = text.partition(":")
        try:
            if not colon:
                return self.groups.get(int(text))
            if int(person) not in self.people or int(bot) not in self.bots:
                return None
            return self.private_chat(int(person), int(bot))
        except ValueError:
            return None

    # membership and permissions

    def member(self, chat: Chat, user_id: int) -> Member | None:
        """The member, with a restriction or ban ended if it has expired.

        The second `until_date` still belongs to it: tdlib, DialogParticipant.cpp, update_restrictions.
        """
        member = chat.members.get(user_id)
        if member is not None and member.until and member.until < int(self.now()):
            member.until = 0
            if member.status == "restricted":
                member.status = "member" if member.is_member else "left"
                member.permissions = None
            elif member.status == "kicked":
                member.status = "left"
            self.publish(ChatChanged(chat))
        return member

    def end_expired_restrictions(self) -> None:
        """Called regularly, so that viewers see a restriction end."""
        for chat in self.groups.values():
            for user_id in [u for u, m in chat.members.items() if m.until]:
                self.member(chat, user_id)

    # messages

    def store(self, chat: Chat, post: Post) -> Post:
        chat.posts[post.id] = post
        chat.post_count += 1
        if len(chat.posts) > self.history:
            for old in chat.posts:
                if old not in chat.pinned:
                    del chat.posts[old]
                    break
        self.publish(Posted(chat, post))
        return post

    def next_unique_number(self) -> int:
        """A number used once: for albums and invite links."""
        self._last_album += 1
        return self._last_album

    def next_id(self, chat: Chat) -> int:
        if chat.type != "supergroup":
            self._last_message += 1
            return self._last_message
        chat.last_id += 1
        return chat.last_id

    def post(
        self, chat: Chat, sender: Json, content: Json, *, by_bot: bool = False, service: bool = False
    ) -> Post:
        """Posts a message. `content`: its fields besides id, sender, chat and date."""
        number = self.next_id(chat)
        message = {
            "message_id": number,
            "from": sender,
            "chat": chat.as_chat,
            "date": int(self.now()),
            **content,
        }
        member = chat.members.get(sender["id"])
        if chat.slow_mode and not service and member is not None and not member.admin:
            chat.sent_at[sender["id"]] = self.now()
        return self.store(chat, Post(number, message, sender["id"], by_bot, service))

    def post_service_message(self, chat: Chat, sender: Json, content: Json) -> Post:
        return self.post(chat, sender, content, by_bot=bool(sender["is_bot"]), service=True)

    def post_ephemeral(self, chat: Chat, sender: Json, receiver: Json, content: Json, by_bot: bool) -> Post:
        """Posts a message that only one person sees; such messages are numbered separately."""
        chat.last_ephemeral_id += 1
        message = {
            "message_id": 0,
            "ephemeral_message_id": chat.last_ephemeral_id,
            "from": sender,
            "receiver_user": receiver,
            "chat": chat.as_chat,
            "date": int(self.now()),
            **content,
        }
        only_for = receiver["id"] if by_bot else sender["id"]
        return self.store(chat, Post(-chat.last_ephemeral_id, message, sender["id"], by_bot, only_for=only_for))

    def edit(self, chat: Chat, post: Post, message: Json) -> Post:
        post.message = message
        self.publish(Edited(chat, post))
        return post

    def delete(self, chat: Chat, posts: Iterable[Post]) -> None:
        gone = tuple(posts)
        for post in gone:
            chat.posts.pop(post.id, None)
        pins = len(chat.pinned)
        chat.pinned = [number for number in chat.pinned if number in chat.posts]
        self.publish(Deleted(chat, gone))
        if len(chat.pinned) != pins:
            self.publish(ChatChanged(chat))

    def add_topic(self, chat: Chat, by: Json, name: str, **more: Any) -> Topic:
        created: Json = {"name": name, "icon_color": more.get("icon_color") or 7322096}
        number = chat.last_id + 1  # a topic's id is the id of the service message that opened it
        chat.topics[number] = Topic(number, name, by=by["id"], **{k: v for k, v in more.items() if v})
        content = {"message_thread_id": number, "is_topic_message": True, "forum_topic_created": created}
        self.post_service_message(chat, by, content)
        self.publish(ChatChanged(chat))
        return chat.topics[number]

    def set_member(self, chat: Chat, by: Json, member: Member) -> None:
        """Replaces a member's state and publishes the change."""
        user_id = member.user["id"]
        old = chat.members.get(user_id) or Member(member.user, "left")
        before, after = old.as_chat_member(), member.as_chat_member()
        chat.members[user_id] = member
        if user_id in self.bots:
            (chat.bots.add if member.present else chat.bots.discard)(user_id)
        if before != after:
            self.publish(MemberChanged(chat, by, user_id, before, after))
        self.publish(ChatChanged(chat))
