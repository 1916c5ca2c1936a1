"""One call of a bot: who calls, with which arguments, and the chat, user or message that they name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.botapi.rate_limits import RateLimiter
from sandbox.botapi.versions import ApiVersion
from sandbox.botapi.webhooks import UpdateDelivery
from sandbox.refusals import Refusal, Why
from sandbox.world.access import chat_for_bot
from sandbox.world.chats import Chat
from sandbox.world.members import Member
from sandbox.world.posts import Post
from sandbox.world.users import Bot
from sandbox.world.world import World


@dataclass(slots=True)
class Call:
    world: World
    bot: Bot
    args: Arguments
    updates: UpdateDelivery
    rate_limiter: RateLimiter
    version: ApiVersion

    def chat_id(self, name: str = "chat_id") -> int:
        value = self.args.number(name)
        if value is not None:
            return value
        text = self.args.text(name)
        if not text:
            raise Refusal(Why.CHAT_ID_EMPTY)
        found = self.world.usernames.get(text[1:].lower()) if text.startswith("@") else None
        if found is None:
            raise Refusal(Why.CHAT_NOT_FOUND)
        return found

    def chat(self, name: str = "chat_id") -> Chat:
        return chat_for_bot(self.world, self.bot, self.chat_id(name))

    def group(self) -> Chat:
        chat = self.chat()
        if chat.private:
            raise Refusal(Why.GROUPS_ONLY)
        return chat

    def any_group(self) -> Chat:
        chat = self.chat()
        if chat.private:
            raise Refusal(Why.ANY_GROUP_ONLY)
        return chat

    def supergroup(self) -> Chat:
        chat = self.group()
        if chat.type != "supergroup":
            raise Refusal(Why.SUPERGROUPS_ONLY)
        return chat

    def myself(self, chat: Chat) -> Member:
        return chat.members[self.bot.id]

    def need(self, chat: Chat, right: str, why: Why, what: str = "") -> None:
        if not self.myself(chat).has_right(right):
            raise Refusal(why, what=what)

    def user_id(self, name: str = "user_id") -> int:
        value = self.args.number(name)
        if value is None or value <= 0:
            raise Refusal(Why.BAD_USER_ID, what=name)
        return value

    def target(self, chat: Chat, name: str = "user_id") -> Member:
        """The member named by an argument; a known user who is not in the chat has the status `left`."""
        user_id = self.user_id(name)
        member = self.world.member(chat, user_id)
        if member is None:
            user = self.world.user(user_id)
            if user is None:
                raise Refusal(Why.USER_NOT_FOUND)
            member = Member(user, "left")
        return member

    def own_post(self, chat: Chat) -> Post:
        """The message, if this bot may edit it; age plays no part: MessagesManager.cpp, can_edit_message."""
        post = self.post(chat, Why.EDIT_NOT_FOUND)
        if post.author_id != self.bot.id or post.service or post.not_editable or "forward_origin" in post.message:
            raise Refusal(Why.CANT_EDIT)
        return post

    def post(self, chat: Chat, missing: Why, name: str = "message_id") -> Post:
        number = self.args.number(name)
        if not number:
            raise Refusal(Why.NO_MESSAGE_ID)
        post = chat.posts.get(number) if number > 0 else None
        if post is None:
            raise Refusal(missing)
        return post


Method = Callable[[Call], Any] | Callable[[Call], Awaitable[Any]]
