"""One call of a bot: who calls, with which arguments, and the chat, user or message that they name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.botapi.methods.chat_access import chat_for_bot
from sandbox.botapi.rate_limits import RateLimiter
from sandbox.botapi.update_queue import UpdateQueues
from sandbox.botapi.versions import ApiVersion
from sandbox.botapi.webhook_delivery import WebhookDelivery
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import MOST_MESSAGE_IDS
from sandbox.world.chats import Chat
from sandbox.world.members import Member
from sandbox.world.messages import Post
from sandbox.world.users import Bot
from sandbox.world.world import World


@dataclass(slots=True)
class Call:
    world: World
    bot: Bot
    args: Arguments
    version: ApiVersion
    updates: UpdateQueues
    webhooks: WebhookDelivery
    rate_limiter: RateLimiter

    def with_arguments(self, args: Arguments) -> Call:
        """Returns the same call with other arguments, those of an object inside of an argument."""
        return replace(self, args=args)

    def chat_id(self, name: str = "chat_id") -> int:
        value = self.args.number(name)
        if value is not None:
            return value
        text = self.args.text(name)
        if not text:
            raise Refusal(Why.CHAT_ID_EMPTY)
        found = self.world.chats.usernames.get(text[1:].lower()) if text.startswith("@") else None
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
        """Returns the member named by an argument; a known user who is not in the chat has the status `left`."""
        user_id = self.user_id(name)
        member = self.world.members.get(chat, user_id)
        if member is None:
            user = self.world.users.get(user_id)
            if user is None:
                raise Refusal(Why.USER_NOT_FOUND)
            member = Member(user, "left")
        return member

    def own_post(self, chat: Chat) -> Post:
        """Returns the message if this bot may edit it, at any age: MessagesManager.cpp, can_edit_message."""
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

    def message_ids(self) -> list[int]:
        """Returns the argument `message_ids`, checked as in Client.cpp, get_message_ids."""
        raw = self.args.parsed("message_ids", "message_ids")
        if raw is None:
            raise Refusal(Why.NO_MESSAGE_IDS)
        if not isinstance(raw, list):
            raise Refusal(Why.IDS_NO_ARRAY)
        if len(raw) > MOST_MESSAGE_IDS:
            raise Refusal(Why.MANY_IDS)
        if not all(isinstance(one, int) and not isinstance(one, bool) for one in raw):
            raise Refusal(Why.IDS_NO_NUMBER)
        if not all(0 < one < 1 << 31 for one in raw):
            raise Refusal(Why.IDS_INVALID)
        return raw


Method = Callable[[Call], Any] | Callable[[Call], Awaitable[Any]]
