"""One call of a bot, and what nearly every method asks of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sandbox.chats import Chat, Member, Post, shallow
from sandbox.entities import formatted, units
from sandbox.happenings import ChatChanged
from sandbox.limits import Pace
from sandbox.markup import inline_keyboard, reply_markup
from sandbox.media import File
from sandbox.methods.receivers import receiver_of
from sandbox.methods.writing import check_sending, check_server
from sandbox.people import Bot
from sandbox.refusals import Refusal, Why
from sandbox.sourcing import Behaviour
from sandbox.webhooks import PostOffice
from sandbox.wire import Arguments, Json
from sandbox.world import World

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_SOURCE = 65_536  # before parsing: no text within the limits has so many tags


@dataclass(slots=True)
class Call:
    world: World
    bot: Bot
    args: Arguments
    office: PostOffice
    pace: Pace

    # where

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
        return self.world.reach(self.bot, self.chat_id(name))

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
        if not self.myself(chat).has(right):
            raise Refusal(why, what=what)

    def user_id(self, name: str = "user_id") -> int:
        value = self.args.number(name)
        if value is None or value <= 0:
            raise Refusal(Why.BAD_USER_ID, what=name)
        return value

    def target(self, chat: Chat, name: str = "user_id") -> Member:
        """A member of the chat; somebody known who is not in it counts as one who left."""
        user_id = self.user_id(name)
        member = self.world.member(chat, user_id)
        if member is None:
            user = self.world.user(user_id)
            if user is None:
                raise Refusal(Why.USER_NOT_FOUND)
            member = Member(user, "left")
        return member

    def own_post(self, chat: Chat) -> Post:
        """One that may be edited, however old it is: MessagesManager.cpp, can_edit_message."""
        post = self.post(chat, Why.EDIT_NOT_FOUND)
        if post.author_id != self.bot.id or post.service or post.final or "forward_origin" in post.message:
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

    # what

    def words(self, name: str = "text", entities: str = "entities") -> tuple[str, list[Json]]:
        raw = self.args.items(entities) if entities in self.args.values else None
        mode, unknown = self.args.text("parse_mode"), self.world.api.unknown
        return formatted(self.args.text(name), mode, raw, self.world.user, unknown)

    def text(self) -> Json:
        if len(self.args.text("text")) > LONGEST_SOURCE:
            raise Refusal(Why.TEXT_TOO_LONG)
        text, entities = self.words()
        if not text:
            raise Refusal(Why.TEXT_EMPTY)
        if len(text) > LONGEST_TEXT // 2 and units(text) > LONGEST_TEXT:
            raise Refusal(Why.TEXT_TOO_LONG)
        told: Json = {"text": text}
        if entities:
            told["entities"] = entities
        if options := self.args.object("link_preview_options"):
            told["link_preview_options"] = options
        return told

    def caption(self) -> Json:
        if len(self.args.text("caption")) > LONGEST_SOURCE:
            raise Refusal(Why.CAPTION_TOO_LONG)
        text, entities = self.words("caption", "caption_entities")
        if units(text) > LONGEST_CAPTION:
            raise Refusal(Why.CAPTION_TOO_LONG)
        told: Json = {"caption": text} if text else {}
        if text and entities:
            told["caption_entities"] = entities
        if self.args.flag("show_caption_above_media"):
            told["show_caption_above_media"] = True
        return told

    def inline(self) -> Json | None:
        return inline_keyboard(self.args.parsed("reply_markup", "reply keyboard markup"))

    def file(self, name: str, kind: str | None = None, value: str | None = None) -> File:
        kind = kind or name
        value = self.args.text(name) if value is None else value
        upload = self.args.files.get(value.removeprefix("attach://") if value.startswith("attach://") else name)
        if upload is not None and (not value or value.startswith("attach://")):
            if not upload.content:
                raise Refusal(Why.FILE_EMPTY)
            return self.world.files.add(kind, upload.name, upload.content_type, upload.content)
        if not value or value.startswith("attach://"):
            raise Refusal(Why.FILE_MISSING, what=kind.replace("_", " "))
        if value.startswith(("http://", "https://")):  # nothing is fetched: a stage has no Internet
            return self.world.files.add(kind, value.rpartition("/")[2], "application/octet-stream", b"")
        file = self.world.files.find(value)
        if file is None or kind not in {file.kind, "document"}:
            raise Refusal(Why.FILE_UNKNOWN)
        return file

    # out

    def send(self, content: Json, kind: str = "text", *, paced: bool = False) -> Json:
        """All that sending methods have in common, in Telegram's order: content, chat, rights, reply, pace.

        `paced`: several go out together and were measured as a whole.
        """
        args = self.args
        markup, other = None, None
        if args.given("reply_markup"):
            markup, other = reply_markup(args.parsed("reply_markup", "reply keyboard markup"))
        chat = self.chat()
        message: Json = {}
        if (thread := args.number("message_thread_id")) is not None:
            self._thread(chat, thread, message)
        replied = self._replied(chat)
        if replied is not None:
            message["reply_to_message"] = shallow(replied.message)
            if "message_thread_id" in replied.message:
                message.setdefault("message_thread_id", replied.message["message_thread_id"])
                message["is_topic_message"] = True
        message |= content
        if args.flag("protect_content"):
            message["has_protected_content"] = True
        if effect := args.text("message_effect_id"):
            if not chat.private:
                raise Refusal(Why.NO_EFFECTS)
            message["effect_id"] = effect
        if markup is not None:
            message["reply_markup"] = markup
        receiver = receiver_of(self.world, self.bot, args, chat, replied)
        check_sending(self.world, self.bot, chat, kind, message.get("message_thread_id"))
        if not paced:
            self.pace.take(self.bot.id, chat.id)
        if receiver is not None:
            return self.world.whisper(chat, self.bot.user, receiver, message, by_bot=True).message
        post = self.world.post(chat, self.bot.user, message, by_bot=True)
        if other is not None:
            post.final = not other.get("remove_keyboard")
            chat.keyboard = other if post.final else None
            self.world.tell(ChatChanged(chat))
        return post.message

    def _thread(self, chat: Chat, thread: int, message: Json) -> None:
        if chat.private or not chat.is_forum:
            raise Refusal(Why.THREAD_NOT_FOUND)
        if thread == 1:  # General is the chat itself
            return
        if thread not in chat.topics:
            raise Refusal(Why.THREAD_NOT_FOUND)
        message |= {"message_thread_id": thread, "is_topic_message": True}

    def _replied(self, chat: Chat) -> Post | None:
        number = self.args.number("reply_to_message_id")
        leave = self.args.flag("allow_sending_without_reply")
        if asked := self.args.object("reply_parameters", "reply parameters"):
            number, hidden = asked.get("message_id"), asked.get("ephemeral_message_id")
            leave = asked.get("allow_sending_without_reply") is True
            if not number and isinstance(hidden, int):
                number = -hidden
        if not number:
            return None
        post = chat.posts.get(number) if isinstance(number, int) else None
        if post is None and not leave:
            raise Refusal(Why.REPLY_NOT_FOUND)
        return post

    def revise(self, chat: Chat, post: Post, message: Json) -> Json:
        """An edit counts like a message, and one that changes nothing is refused."""
        check_server(chat)
        old = post.message
        if all(old.get(key) == message.get(key) for key in COMPARED):
            raise Refusal(Why.NOT_MODIFIED)
        self.pace.take(self.bot.id, chat.id)
        message["edit_date"] = int(self.world.now())
        return self.world.revise(chat, post, message).message


COMPARED = (
    "text",
    "entities",
    "caption",
    "caption_entities",
    "reply_markup",
    "rich_message",
    "photo",
    "video",
    "animation",
    "audio",
    "document",
)
Method = Callable[[Call], Any] | Callable[[Call], Awaitable[Any]]

BEHAVIOURS = (
    Behaviour(
        "A text has at most 4096 characters, a caption 1024, counted in UTF-16 units",
        "official text; the unit is a guess, tdlib counts code points",
        "test_strictness.py::test_a_text_at_the_limit_passes",
    ),
    Behaviour(
        "A bot edits its own messages however old they are, but no forward and none with a reply keyboard",
        "MessagesManager.cpp, can_edit_message",
        "test_strictness.py::test_a_forward_and_a_message_with_a_reply_keyboard_cannot_be_edited",
    ),
    Behaviour(
        "An edit that changes nothing is refused",
        "Client.cpp, fail_query_with_error",
        "test_refusals.py::test_refused_as_telegram_does",
    ),
)
