"""The stage itself, without HTTP: who is there, what was posted where, and who is told."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from sandbox.callbacks import Queries
from sandbox.chats import Chat, Member, Post, Topic
from sandbox.happenings import (
    BotChanged,
    ChatChanged,
    Deleted,
    Edited,
    Happening,
    MemberChanged,
    PersonChanged,
    Posted,
)
from sandbox.media import Files
from sandbox.people import Bot, Person
from sandbox.permissions import OF_ADMINS
from sandbox.refusals import Refusal, Why, upgraded
from sandbox.versions import Api
from sandbox.wire import Json

HISTORY = 500  # messages kept per chat
FIRST_PERSON = 100_001
SUPERGROUPS = -1_000_000_000_000


class World:
    def __init__(
        self, now: Callable[[], float] = time.time, history: int = HISTORY, api: Api | None = None
    ) -> None:
        self.now = now
        self.history = history
        self.api = api or Api()
        self.people: dict[int, Person] = {}
        self.bots: dict[int, Bot] = {}
        self.tokens: dict[str, Bot] = {}
        self.groups: dict[int, Chat] = {}
        self.private: dict[tuple[int, int], Chat] = {}
        self.usernames: dict[str, int] = {}
        self.files = Files()
        self.queries = Queries()
        self.listeners: list[Callable[[Happening], None]] = []
        self._last_person = FIRST_PERSON - 1
        self._last_group = 4_000_000
        self._last_supergroup = 1_900_000_000
        self._last_album = 13_000_000_000
        self._last_message = 0  # of private chats and basic groups together, as Telegram counts them

    def tell(self, happening: Happening) -> None:
        for listener in tuple(self.listeners):
            listener(happening)

    # who is there

    def add_person(self, first_name: str, **more: Any) -> Person:
        self._last_person += 1
        person = Person(self._last_person, first_name, **more)
        self.people[person.id] = person
        self.tell(PersonChanged(person))
        for bot in self.bots.values():
            self.tell(ChatChanged(self.private_chat(person.id, bot.id)))
        return person

    def add_bot(self, token: str, first_name: str, username: str, reads_all: bool = False) -> Bot:
        bot = Bot(int(token.partition(":")[0]), token, first_name, username, reads_all)
        self.bots[bot.id] = bot
        self.tokens[token] = bot
        self.tell(BotChanged(bot))
        for person in self.people.values():
            self.tell(ChatChanged(self.private_chat(person.id, bot.id)))
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
        self.serve(chat, owner.user, {created: True})
        self.tell(ChatChanged(chat))
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

    def chat_of(self, key: str | int) -> Chat | None:
        """By a window's key: a group's id, or `person:bot`."""
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

    # who may do what

    def member(self, chat: Chat, user_id: int) -> Member | None:
        """A restriction or ban that has run out is over, whoever asks first.

        The second that is named still belongs to it: tdlib, DialogParticipant.cpp, update_restrictions.
        """
        member = chat.members.get(user_id)
        if member is not None and member.until and member.until < int(self.now()):
            member.until = 0
            if member.status == "restricted":
                member.status = "member" if member.is_member else "left"
                member.permissions = None
            elif member.status == "kicked":
                member.status = "left"
            self.tell(ChatChanged(chat))
        return member

    def lapse(self) -> None:
        """Called now and then, so that windows see a mute end without anybody asking."""
        for chat in self.groups.values():
            for user_id in [u for u, m in chat.members.items() if m.until]:
                self.member(chat, user_id)

    def may(self, chat: Chat, user_id: int, permission: str) -> bool:
        """Both the restriction and the group must allow it: tdlib, DialogParticipant.cpp, apply_restrictions."""
        member = self.member(chat, user_id)
        if member is None or not member.present:
            return False
        if member.admin:
            return True
        if user_id in self.bots and permission in OF_ADMINS:
            return False
        if member.permissions is not None and not member.permissions.get(permission):
            return False
        return chat.permissions.get(permission, False)

    def topic_closed(self, chat: Chat, thread: int | None, user_id: int) -> bool:
        """Only who manages topics or has opened this one writes in it: ForumTopicManager.cpp,
        can_send_message_to_forum_topic."""
        topic = chat.topics.get(thread or 0)
        if not (topic.closed if topic is not None else chat.general_closed):
            return False
        member = chat.members.get(user_id)
        manages = member is not None and member.has("can_manage_topics")
        return not manages and (topic is None or topic.by != user_id)

    def slow_wait(self, chat: Chat, user_id: int) -> float:
        """Seconds until this member may write again. Admins need not wait, bots must: MessagesManager.cpp,
        add_message_to_dialog, and NetQueryDelayer.cpp (SLOWMODE_WAIT)."""
        member = self.member(chat, user_id)
        if not chat.slow_mode or member is None or member.admin:
            return 0
        return chat.sent_at.get(user_id, -math.inf) + chat.slow_mode - self.now()

    def reach(self, bot: Bot, chat_id: int) -> Chat:
        """The chat that a bot may act in, or the reason why not."""
        if chat_id > 0:
            person = self.people.get(chat_id)
            if person is None:
                raise Refusal(Why.CHAT_NOT_FOUND)
            if person.deactivated:
                raise Refusal(Why.DEACTIVATED)
            chat = self.private_chat(chat_id, bot.id)
            if chat.blocked:
                raise Refusal(Why.BLOCKED)
            if not chat.started:
                raise Refusal(Why.NOT_STARTED)
            return chat
        group = self.groups.get(chat_id)
        if group is None:
            raise Refusal(Why.CHAT_NOT_FOUND)
        if group.migrated_to is not None:
            raise upgraded(group.migrated_to)
        if group.deleted:
            raise Refusal(Why.GROUP_DELETED)
        if bot.id not in group.bots:
            member = self.member(group, bot.id)
            kicked = member is not None and member.status == "kicked"
            raise Refusal(Why.KICKED if kicked else Why.NOT_MEMBER, what=group.type)
        return group

    # what is posted

    def put(self, chat: Chat, post: Post) -> Post:
        chat.posts[post.id] = post
        chat.posted += 1
        if len(chat.posts) > self.history:
            for old in chat.posts:
                if old not in chat.pinned:
                    del chat.posts[old]
                    break
        self.tell(Posted(chat, post))
        return post

    def next_album(self) -> int:
        """A number that nothing else has: for albums and links."""
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
        """`content` is what makes this message different from every other; it becomes the message's."""
        number = self.next_id(chat)
        message = {
            "message_id": number,
            "from": sender,
            "chat": chat.brief,
            "date": int(self.now()),
            **content,
        }
        member = chat.members.get(sender["id"])
        if chat.slow_mode and not service and member is not None and not member.admin:
            chat.sent_at[sender["id"]] = self.now()
        return self.put(chat, Post(number, message, sender["id"], by_bot, service))

    def serve(self, chat: Chat, sender: Json, content: Json) -> Post:
        return self.post(chat, sender, content, by_bot=bool(sender["is_bot"]), service=True)

    def whisper(self, chat: Chat, sender: Json, receiver: Json, content: Json, by_bot: bool) -> Post:
        """A message that one person alone sees: its number is not of the chat's row."""
        chat.last_hidden_id += 1
        message = {
            "message_id": 0,
            "ephemeral_message_id": chat.last_hidden_id,
            "from": sender,
            "receiver_user": receiver,
            "chat": chat.brief,
            "date": int(self.now()),
            **content,
        }
        only_for = receiver["id"] if by_bot else sender["id"]
        return self.put(chat, Post(-chat.last_hidden_id, message, sender["id"], by_bot, only_for=only_for))

    def revise(self, chat: Chat, post: Post, message: Json) -> Post:
        post.message = message
        self.tell(Edited(chat, post))
        return post

    def delete(self, chat: Chat, posts: Iterable[Post]) -> None:
        gone = tuple(posts)
        for post in gone:
            chat.posts.pop(post.id, None)
        pins = len(chat.pinned)
        chat.pinned = [number for number in chat.pinned if number in chat.posts]
        self.tell(Deleted(chat, gone))
        if len(chat.pinned) != pins:
            self.tell(ChatChanged(chat))

    def add_topic(self, chat: Chat, by: Json, name: str, **more: Any) -> Topic:
        created: Json = {"name": name, "icon_color": more.get("icon_color") or 7322096}
        number = chat.last_id + 1  # a topic is named by the message that opened it
        chat.topics[number] = Topic(number, name, by=by["id"], **{k: v for k, v in more.items() if v})
        content = {"message_thread_id": number, "is_topic_message": True, "forum_topic_created": created}
        self.serve(chat, by, content)
        self.tell(ChatChanged(chat))
        return chat.topics[number]

    def set_member(self, chat: Chat, by: Json, member: Member) -> None:
        """Puts a member into a new state and tells of the change."""
        user_id = member.user["id"]
        old = chat.members.get(user_id) or Member(member.user, "left")
        before, after = old.as_chat_member(), member.as_chat_member()
        chat.members[user_id] = member
        if user_id in self.bots:
            (chat.bots.add if member.present else chat.bots.discard)(user_id)
        if before != after:
            self.tell(MemberChanged(chat, by, user_id, before, after))
        self.tell(ChatChanged(chat))
