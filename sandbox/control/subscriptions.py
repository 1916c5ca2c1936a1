"""Subscriptions: connections that get the events which one person would see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sandbox.control.person_view import can_see_chat, can_see_post, chat_view, unread_private_messages
from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.events import (
    Answered,
    BotChanged,
    ChatChanged,
    Deleted,
    Edited,
    Event,
    PersonChanged,
    Posted,
    Reacted,
    Typing,
)
from sandbox.world.world import World

EventSink = Callable[[Json], None]


class Subscription:
    def __init__(self, sink: EventSink) -> None:
        self.sink = sink
        self.person_id: int | None = None
        self.known_chats: set[str] = set()  # chat keys


class Subscriptions:
    def __init__(self, world: World) -> None:
        self.world = world
        self.all: set[Subscription] = set()
        self._changed: dict[str, Chat] = {}
        self._flush: asyncio.Handle | None = None
        self._unread_changed: set[int] = set()  # people whose count of unread private messages may have changed

    def open(self, sink: EventSink) -> Subscription:
        subscription = Subscription(sink)
        self.all.add(subscription)
        return subscription

    def close(self, subscription: Subscription) -> None:
        self.all.discard(subscription)

    def view_as(self, subscription: Subscription, person_id: int, keys: set[str]) -> None:
        subscription.person_id = person_id
        subscription.known_chats = keys

    def send_to_all(self, event: str, **payload: Any) -> None:
        for subscription in tuple(self.all):
            subscription.sink({"event": event, **payload})

    def __call__(self, event: Event) -> None:
        if not self.all:
            return
        match event:
            case Posted(chat, post):
                self._send_post("message", chat, post.only_for, post.view())
                if chat.private:
                    self._schedule_unread(chat.person_id)
            case Edited(chat, post) | Reacted(chat, post):
                self._send_post("edited", chat, post.only_for, post.view())
            case Deleted(chat, posts):
                for subscription in self._watching(chat):
                    ids = [post.id for post in posts if can_see_post(post, subscription.person_id)]
                    if ids:
                        subscription.sink({"event": "deleted", "chat": chat.key, "message_ids": ids})
            case ChatChanged(chat):
                self._changed[chat.key] = chat
                if chat.private:
                    self._schedule_unread(chat.person_id)
                if self._flush is None:
                    self._flush = asyncio.get_running_loop().call_soon(self._send_chats)
            case PersonChanged(person):
                self.send_to_all("person", person=person.view())
            case BotChanged(bot):
                self.send_to_all("bot", bot=bot.me())
            case Answered(user_id, query_id, answer):
                for subscription in tuple(self.all):
                    if subscription.person_id == user_id:
                        subscription.sink({"event": "toast", "query_id": query_id, **answer})
            case Typing(chat, action):
                for subscription in self._watching(chat):
                    subscription.sink({"event": "typing", "chat": chat.key, "action": action})
            case _:
                pass

    def _schedule_unread(self, person_id: int) -> None:
        """Sends the count after the current command: only then has a person who writes read the chat."""
        if not self._unread_changed:
            asyncio.get_running_loop().call_soon(self._send_unread)
        self._unread_changed.add(person_id)

    def _send_unread(self) -> None:
        people, self._unread_changed = self._unread_changed, set()
        for person_id in people:
            self.send_to_all("unread", user_id=person_id, unread=unread_private_messages(self.world, person_id))

    def _watching(self, chat: Chat) -> list[Subscription]:
        key = chat.key
        return [
            subscription
            for subscription in self.all
            if subscription.person_id is not None and key in subscription.known_chats
        ]

    def _send_post(self, event: str, chat: Chat, only_for: int | None, message: Json) -> None:
        if self._changed:  # a subscription must know a chat before its messages
            self._send_chats()
        payload = {"event": event, "chat": chat.key, "message": message}
        for subscription in self._watching(chat):
            if only_for is None or subscription.person_id == only_for:
                subscription.sink(payload)

    def _send_chats(self) -> None:
        """Sends every changed chat once, however often it has changed."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        changed, self._changed = self._changed, {}
        for key, chat in changed.items():
            for subscription in tuple(self.all):
                if subscription.person_id is None:
                    continue
                if can_see_chat(subscription.person_id, chat):
                    subscription.known_chats.add(key)
                    person = self.world.users.people[subscription.person_id]
                    subscription.sink({"event": "chat", "chat": chat_view(self.world, chat, person)})
                elif key in subscription.known_chats:
                    subscription.known_chats.discard(key)
                    subscription.sink({"event": "gone", "chat": key})
