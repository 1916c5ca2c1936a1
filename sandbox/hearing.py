"""Which bot hears of what: happenings become updates."""

from __future__ import annotations

from sandbox.chats import Chat, Post
from sandbox.happenings import Edited, Happening, MemberChanged, Posted, Reacted, Tapped
from sandbox.people import Bot
from sandbox.sourcing import Behaviour
from sandbox.webhooks import PostOffice
from sandbox.wire import Json
from sandbox.world import World


class Hearing:
    def __init__(self, world: World, office: PostOffice) -> None:
        self.world = world
        self.office = office

    def __call__(self, happening: Happening) -> None:
        match happening:
            case Posted(chat, post):
                if not post.by_bot or post.service:
                    self._spread(chat, post, "message")
            case Edited(chat, post):
                if not post.by_bot:
                    self._spread(chat, post, "edited_message")
            case Tapped(bot_id, query):
                self.office.queue(bot_id).put("callback_query", query)
            case MemberChanged():
                self._member(happening)
            case Reacted(chat, post, user, old, new) if not user["is_bot"]:
                told = {
                    "chat": chat.brief,
                    "message_id": post.id,
                    "user": user,
                    "date": int(self.world.now()),
                    "old_reaction": old,
                    "new_reaction": new,
                }
                for bot in self._bots(chat):
                    if chat.private or chat.members[bot.id].admin:
                        self.office.queue(bot.id).put("message_reaction", told)
            case _:
                pass

    def _bots(self, chat: Chat) -> list[Bot]:
        if chat.private:
            return [self.world.bots[chat.bot_id]]
        return [self.world.bots[bot_id] for bot_id in sorted(chat.bots)]

    def _spread(self, chat: Chat, post: Post, kind: str) -> None:
        for bot in self._bots(chat):
            if self.hears(bot, chat, post):
                self.office.queue(bot.id).put(kind, post.message)

    def hears(self, bot: Bot, chat: Chat, post: Post) -> bool:
        """Privacy mode: a bot that is no admin gets commands, replies to it, mentions of it, service messages."""
        if post.only_for is not None:
            return bool(post.message["receiver_user"]["id"] == bot.id)
        if chat.private or post.service or bot.can_read_all_group_messages or chat.members[bot.id].admin:
            return True
        message = post.message
        if (replied := message.get("reply_to_message")) and replied.get("from", {}).get("id") == bot.id:
            return True
        text = message.get("text") or message.get("caption") or ""
        entities = message.get("entities") or message.get("caption_entities") or ()
        return any(self._named(bot, text, entity) for entity in entities)

    def _named(self, bot: Bot, text: str, entity: Json) -> bool:
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

    def _member(self, change: MemberChanged) -> None:
        chat = change.chat
        told = {
            "chat": chat.brief,
            "from": change.by,
            "date": int(self.world.now()),
            "old_chat_member": change.old,
            "new_chat_member": change.new,
        }
        if change.member_id in self.world.bots:
            self.office.queue(change.member_id).put("my_chat_member", told)
        for bot in self._bots(chat):
            if bot.id != change.member_id and not chat.private and chat.members[bot.id].admin:
                self.office.queue(bot.id).put("chat_member", told)


BEHAVIOURS = (
    Behaviour(
        "In privacy mode a bot hears commands, replies to it, mentions of it and service messages",
        "official text",
        "test_groups.py::test_in_privacy_mode_a_bot_hears_only_what_is_meant_for_it",
    ),
    Behaviour(
        "Bots do not hear bots",
        "official text (before bots could choose to)",
        "test_groups.py::test_bots_do_not_hear_bots",
    ),
    Behaviour(
        "`chat_member` reaches admins only; a bot hears of its own state as `my_chat_member`, `restricted` too",
        "official text; Client.cpp, add_update_chat_member",
        "test_closed_groups.py::test_changes_of_members_are_told_to_admins_only",
    ),
)
