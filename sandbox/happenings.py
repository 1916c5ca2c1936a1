"""What can happen on the stage. Bots hear of it as updates, windows as events."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.chats import Chat, Post
from sandbox.people import Bot, Person
from sandbox.wire import Json


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
    """A status before and after. In a private chat the member is the bot: blocked or not."""

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


Happening = (
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
