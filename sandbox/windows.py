"""Windows onto the stage: each has the eyes of one person and is told what that person would see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sandbox.chats import Chat
from sandbox.happenings import (
    Answered,
    BotChanged,
    ChatChanged,
    Deleted,
    Edited,
    Happening,
    PersonChanged,
    Posted,
    Reacted,
    Typing,
)
from sandbox.views import chat_view, sees, unread_by, visible
from sandbox.wire import Json
from sandbox.world import World

Sink = Callable[[Json], None]


class Window:
    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.eyes: int | None = None
        self.seen: set[str] = set()  # keys of chats that this window knows


class Windows:
    def __init__(self, world: World) -> None:
        self.world = world
        self.all: set[Window] = set()
        self._changed: dict[str, Chat] = {}
        self._flush: asyncio.Handle | None = None
        self._written_to: set[int] = set()  # people in whose private chats something came or was read

    def open(self, sink: Sink) -> Window:
        window = Window(sink)
        self.all.add(window)
        return window

    def close(self, window: Window) -> None:
        self.all.discard(window)

    def look(self, window: Window, person_id: int, keys: set[str]) -> None:
        window.eyes = person_id
        window.seen = keys

    def tell_all(self, event: str, **told: Any) -> None:
        for window in tuple(self.all):
            window.sink({"event": event, **told})

    def __call__(self, happening: Happening) -> None:
        if not self.all:
            return
        match happening:
            case Posted(chat, post):
                self._tell_post("message", chat, post.only_for, post.view())
                if chat.private:
                    self._count_soon(chat.person_id)
            case Edited(chat, post) | Reacted(chat, post):
                self._tell_post("edited", chat, post.only_for, post.view())
            case Deleted(chat, posts):
                for window in self._watching(chat):
                    ids = [post.id for post in posts if visible(post, window.eyes)]
                    if ids:
                        window.sink({"event": "deleted", "chat": chat.key, "message_ids": ids})
            case ChatChanged(chat):
                self._changed[chat.key] = chat
                if chat.private:
                    self._count_soon(chat.person_id)
                if self._flush is None:
                    self._flush = asyncio.get_running_loop().call_soon(self._tell_chats)
            case PersonChanged(person):
                self.tell_all("person", person=person.view())
            case BotChanged(bot):
                self.tell_all("bot", bot=bot.me())
            case Answered(user_id, query_id, answer):
                for window in tuple(self.all):
                    if window.eyes == user_id:
                        window.sink({"event": "toast", "query_id": query_id, **answer})
            case Typing(chat, action):
                for window in self._watching(chat):
                    window.sink({"event": "typing", "chat": chat.key, "action": action})
            case _:
                pass

    def _count_soon(self, person_id: int) -> None:
        """Once per turn of the loop: whoever writes has read all when the deed is done, not while it is."""
        if not self._written_to:
            asyncio.get_running_loop().call_soon(self._tell_unread)
        self._written_to.add(person_id)

    def _tell_unread(self) -> None:
        people, self._written_to = self._written_to, set()
        for person_id in people:
            self.tell_all("unread", user_id=person_id, unread=unread_by(self.world, person_id))

    def _watching(self, chat: Chat) -> list[Window]:
        key = chat.key
        return [window for window in self.all if window.eyes is not None and key in window.seen]

    def _tell_post(self, event: str, chat: Chat, only_for: int | None, message: Json) -> None:
        if self._changed:  # a chat must be known before something is said in it
            self._tell_chats()
        told = {"event": event, "chat": chat.key, "message": message}
        for window in self._watching(chat):
            if only_for is None or window.eyes == only_for:
                window.sink(told)

    def _tell_chats(self) -> None:
        """Many changes at once are told once."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        changed, self._changed = self._changed, {}
        for key, chat in changed.items():
            for window in tuple(self.all):
                if window.eyes is None:
                    continue
                if sees(window.eyes, chat):
                    window.seen.add(key)
                    person = self.world.people[window.eyes]
                    window.sink({"event": "chat", "chat": chat_view(self.world, chat, person)})
                elif key in window.seen:
                    window.seen.discard(key)
                    window.sink({"event": "gone", "chat": key})
