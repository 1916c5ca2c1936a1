"""The command menu of a chat, as one person sees it."""

from __future__ import annotations

from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.users import Bot, Person
from sandbox.world.world import World


def commands_of(world: World, person: Person, chat: Chat) -> list[Json]:
    """Returns the command menu: each bot's commands of the most specific scope, in this person's language."""
    commands: list[Json] = []
    bots = [chat.bot_id] if chat.private else sorted(chat.bots)
    for bot_id in bots:
        bot = world.users.bots[bot_id]
        commands += [
            {
                "command": one["command"],
                "description": one["description"],
                "bot_username": bot.username,
                "is_ephemeral": bool(one.get("is_ephemeral")),
            }
            for one in command_menu(bot, chat, person)
        ]
    return commands


def command_menu(bot: Bot, chat: Chat, person: Person) -> list[Json]:
    if not bot.commands:
        return []
    member = chat.members.get(person.id)
    if chat.private:
        scopes = [f"chat:{chat.id}", "all_private_chats", "default"]
    elif member is not None and member.admin:
        scopes = [
            f"chat_member:{chat.id}:{person.id}",
            f"chat_administrators:{chat.id}",
            f"chat:{chat.id}",
            "all_chat_administrators",
            "all_group_chats",
            "default",
        ]
    else:
        scopes = [f"chat_member:{chat.id}:{person.id}", f"chat:{chat.id}", "all_group_chats", "default"]
    language = person.language_code or ""
    for scope in scopes:
        for lang in (language, ""):
            if found := bot.commands.get((scope, lang)):
                return found
    return []
