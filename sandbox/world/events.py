"""Events of the world. Bots get them as updates, subscriptions as WebSocket events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.messages import Post
from sandbox.world.users import Bot, Person


@dataclass(frozen=True, slots=True)
class Posted:
    chat: Chat
    post: Post


@dataclass(frozen=True, slots=True)
class Edited:
    chat: Chat
    post: Post


@dataclass(frozen=True, slots=True)
class Deleted:
    chat: Chat
    posts: tuple[Post, ...]


@dataclass(frozen=True, slots=True)
class ChatChanged:
    chat: Chat


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """The old and the new ChatMember. In a private chat the member is the bot, blocked or not."""

    chat: Chat
    by: Json
    member_id: int
    old: Json
    new: Json


@dataclass(frozen=True, slots=True)
class PersonChanged:
    person: Person


@dataclass(frozen=True, slots=True)
class BotChanged:
    bot: Bot


@dataclass(frozen=True, slots=True)
class Tapped:
    bot_id: int
    query: Json


@dataclass(frozen=True, slots=True)
class Answered:
    user_id: int
    query_id: str
    answer: Json


@dataclass(frozen=True, slots=True)
class Reacted:
    chat: Chat
    post: Post
    user: Json
    old: list[Json]
    new: list[Json]


@dataclass(frozen=True, slots=True)
class Typing:
    chat: Chat
    action: str


Event = (
    Posted
    | Edited
    | Deleted
    | ChatChanged
    | MemberChanged
    | PersonChanged
    | BotChanged
    | Tapped
    | Answered
    | Reacted
    | Typing
)


class EventBus:
    """Calls every subscriber with every published event, in the order of subscription."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Event], None]] = []

    def subscribe(self, subscriber: Callable[[Event], None]) -> None:
        self._subscribers.append(subscriber)

    def publish(self, event: Event) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(event)
