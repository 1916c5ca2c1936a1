"""Routes events to bots as updates: which bot gets which event, privacy mode."""

from __future__ import annotations

from sandbox.botapi.update_queue import UpdateQueues
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.events import Edited, Event, MemberChanged, Posted, Reacted, Tapped
from sandbox.world.messages import Post
from sandbox.world.users import Bot
from sandbox.world.world import World


class UpdateRouter:
    def __init__(self, world: World, updates: UpdateQueues) -> None:
        self.world = world
        self.updates = updates

    def __call__(self, event: Event) -> None:
        match event:
            case Posted(chat, post):
                if not post.by_bot or post.service:
                    self._send_message(chat, post, "message")
            case Edited(chat, post):
                if not post.by_bot:
                    self._send_message(chat, post, "edited_message")
            case Tapped(bot_id, query):
                self.updates.queue(bot_id).put("callback_query", query)
            case MemberChanged():
                self._send_member_change(event)
            case Reacted(chat, post, user, old, new) if not user["is_bot"]:
                body = {
                    "chat": chat.as_chat,
                    "message_id": post.id,
                    "user": user,
                    "date": int(self.world.now()),
                    "old_reaction": old,
                    "new_reaction": new,
                }
                for bot in self._bots(chat):
                    if chat.private or chat.members[bot.id].admin:
                        self.updates.queue(bot.id).put("message_reaction", body)
            case _:
                pass

    def _bots(self, chat: Chat) -> list[Bot]:
        if chat.private:
            return [self.world.users.bots[chat.bot_id]]
        return [self.world.users.bots[bot_id] for bot_id in sorted(chat.bots)]

    def _send_message(self, chat: Chat, post: Post, kind: str) -> None:
        for bot in self._bots(chat):
            if self.is_for_bot(bot, chat, post):
                self.updates.queue(bot.id).put(kind, post.message)

    def is_for_bot(self, bot: Bot, chat: Chat, post: Post) -> bool:
        """Whether a bot gets a message. In privacy mode a bot that is no admin gets commands, replies to it,
        mentions of it and service messages."""
        if post.only_for is not None:
            return bool(post.message["receiver_user"]["id"] == bot.id)
        if chat.private or post.service or bot.can_read_all_group_messages or chat.members[bot.id].admin:
            return True
        message = post.message
        if (replied := message.get("reply_to_message")) and replied.get("from", {}).get("id") == bot.id:
            return True
        text = message.get("text") or message.get("caption") or ""
        entities = message.get("entities") or message.get("caption_entities") or ()
        return any(self._names_bot(bot, text, entity) for entity in entities)

    def _names_bot(self, bot: Bot, text: str, entity: Json) -> bool:
        kind = entity["type"]
        if kind == "text_mention":
            return bool(entity["user"]["id"] == bot.id)
        if kind not in {"bot_command", "mention"}:
            return False
        wide = text.encode("utf-16-le", "surrogatepass")
        start = 2 * entity["offset"]
        said = wide[start : start + 2 * entity["length"]].decode("utf-16-le", "surrogatepass")
        _, at, name = said.partition("@")
        return name.lower() == bot.username.lower() if at else kind == "bot_command"

    def _send_member_change(self, change: MemberChanged) -> None:
        chat = change.chat
        body = {
            "chat": chat.as_chat,
            "from": change.by,
            "date": int(self.world.now()),
            "old_chat_member": change.old,
            "new_chat_member": change.new,
        }
        if change.member_id in self.world.users.bots:
            self.updates.queue(change.member_id).put("my_chat_member", body)
        for bot in self._bots(chat):
            if bot.id != change.member_id and not chat.private and chat.members[bot.id].admin:
                self.updates.queue(bot.id).put("chat_member", body)


BEHAVIOURS = (
    Behaviour(
        "In privacy mode a bot gets commands, replies to it, mentions of it and service messages",
        "official text",
        "botapi/test_update_routing.py::test_in_privacy_mode_a_bot_gets_only_what_is_meant_for_it",
    ),
    Behaviour(
        "Bots do not get messages of bots",
        "official text (before bots could choose to)",
        "botapi/test_update_routing.py::test_bots_do_not_get_messages_of_bots",
    ),
    Behaviour(
        "`chat_member` reaches admins only; a bot gets its own state as `my_chat_member`, `restricted` too",
        "official text; Client.cpp, add_update_chat_member",
        "botapi/methods/test_send_permissions.py::test_changes_of_members_are_told_to_admins_only",
    ),
)
