"""Posts, edits and deletes messages: numbers, dates and keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged, Deleted, Edited, EventBus, Posted
from sandbox.world.messages import Post

HISTORY = 500  # messages kept per chat


class MessageStore:
    def __init__(self, events: EventBus, now: Callable[[], float], history: int = HISTORY) -> None:
        self._events = events
        self._now = now
        self._history = history
        self._last_message = 0  # one counter for all private chats and basic groups, as in Telegram

    def _store(self, chat: Chat, post: Post) -> Post:
        chat.posts[post.id] = post
        chat.post_count += 1
        if len(chat.posts) > self._history:
            for old in chat.posts:
                if old not in chat.pinned:
                    del chat.posts[old]
                    break
        self._events.publish(Posted(chat, post))
        return post

    def _next_id(self, chat: Chat) -> int:
        if chat.type != "supergroup":
            self._last_message += 1
            return self._last_message
        chat.last_id += 1
        return chat.last_id

    def post(
        self, chat: Chat, sender: Json, content: Json, *, by_bot: bool = False, service: bool = False
    ) -> Post:
        """Posts a message. `content`: its fields besides id, sender, chat and date."""
        number = self._next_id(chat)
        message = {
            "message_id": number,
            "from": sender,
            "chat": chat.as_chat,
            "date": int(self._now()),
            **content,
        }
        member = chat.members.get(sender["id"])
        if chat.slow_mode and not service and member is not None and not member.admin:
            chat.sent_at[sender["id"]] = self._now()
        return self._store(chat, Post(number, message, sender["id"], by_bot, service))

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
            "date": int(self._now()),
            **content,
        }
        only_for = receiver["id"] if by_bot else sender["id"]
        return self._store(chat, Post(-chat.last_ephemeral_id, message, sender["id"], by_bot, only_for=only_for))

    def edit(self, chat: Chat, post: Post, message: Json) -> Post:
        post.message = message
        self._events.publish(Edited(chat, post))
        return post

    def delete(self, chat: Chat, posts: Iterable[Post]) -> None:
        gone = tuple(posts)
        for post in gone:
            chat.posts.pop(post.id, None)
        pins = len(chat.pinned)
        chat.pinned = [number for number in chat.pinned if number in chat.posts]
        self._events.publish(Deleted(chat, gone))
        if len(chat.pinned) != pins:
            self._events.publish(ChatChanged(chat))
