"""What a person sees: chats and messages in the shapes that windows get."""

from __future__ import annotations

from sandbox.chats import Chat, Member, Post
from sandbox.people import Bot, Person
from sandbox.wire import Json
from sandbox.world import World


def sees(person_id: int, chat: Chat) -> bool:
    if chat.private:
        return chat.person_id == person_id
    member = chat.members.get(person_id)
    return member is not None and member.present and not chat.deleted and chat.migrated_to is None


def chats_of(world: World, person_id: int) -> list[Chat]:
    groups = [chat for chat in world.groups.values() if sees(person_id, chat)]
    return groups + [world.private_chat(person_id, bot_id) for bot_id in world.bots]


def unread_by(world: World, person_id: int) -> int:
    """How many messages wait in this person's private chats."""
    chats = (world.private.get((person_id, bot_id)) for bot_id in world.bots)
    return sum(chat.posted - chat.read.get(person_id, 0) for chat in chats if chat is not None)


def visible(post: Post, person_id: int | None) -> bool:
    return post.only_for is None or post.only_for == person_id


def why_silent(
    world: World, person: Person, chat: Chat, thread: int | None = None, permission: str = "can_send_messages"
) -> str | None:
    """The reason why this person cannot send what needs this permission here, or None."""
    if person.deactivated:
        return "deactivated"
    if chat.private:
        if chat.blocked:
            return "blocked"
        return None if chat.started else "not-started"
    if chat.migrated_to is not None:
        return "upgraded"
    if chat.deleted:
        return "deleted"
    member = world.member(chat, person.id)
    if member is None or not member.present:
        return "banned" if member is not None and member.status == "kicked" else "not-member"
    if world.topic_closed(chat, thread, person.id):
        return "topic-closed"
    return None if world.may(chat, person.id, permission) else "muted"


def member_view(member: Member) -> Json:
    return {
        "user": member.user,
        "status": member.status,
        "tag": member.tag,
        "rights": sorted(member.rights) if member.status == "administrator" else None,
        "anonymous": member.anonymous,
        "permissions": member.permissions if member.status == "restricted" else None,
        "until_date": member.until,
    }


def chat_view(world: World, chat: Chat, person: Person | None) -> Json:
    eyes = person.id if person is not None else None
    last = next((post for post in reversed(chat.posts.values()) if visible(post, eyes)), None)
    told: Json = {
        "key": chat.key,
        "id": chat.id,
        "type": chat.type,
        "title": chat.title,
        "username": chat.username,
        "is_forum": chat.is_forum,
        "topics": [
            {"message_thread_id": topic.message_thread_id, "name": topic.name, "closed": topic.closed}
            for topic in chat.topics.values()
        ],
        "slow_mode_delay": chat.slow_mode,
        "members": [member_view(member) for member in chat.present()],
        "permissions": None if chat.private else chat.permissions,
        "pinned": chat.pinned[-1] if chat.pinned else None,
        "bot_id": chat.bot_id or None,
        "started": chat.started if chat.private else None,
        "blocked": chat.blocked if chat.private else None,
        "can_write": True,
        "cannot_write_why": None,
        "muted_until": None,
        "commands": [],
        "keyboard": chat.keyboard,
        "unread": 0,
        "last": last.view() if last else None,
    }
    if chat.private:
        told["title"] = world.bots[chat.bot_id].first_name
        told["username"] = world.bots[chat.bot_id].username
    if person is not None:
        why = why_silent(world, person, chat)
        member = chat.members.get(person.id)
        told["cannot_write_why"], told["can_write"] = why, why is None
        if why == "muted" and member is not None and member.status == "restricted":
            told["muted_until"] = member.until
        told["commands"] = commands_of(world, person, chat)
        told["unread"] = chat.posted - chat.read.get(person.id, 0)
    return told


def commands_of(world: World, person: Person, chat: Chat) -> list[Json]:
    """The menu: for each bot the nearest scope that has commands, in this person's language if there are any."""
    told: list[Json] = []
    bots = [chat.bot_id] if chat.private else sorted(chat.bots)
    for bot_id in bots:
        bot = world.bots[bot_id]
        told += [
            {
                "command": one["command"],
                "description": one["description"],
                "bot_username": bot.username,
                "is_ephemeral": bool(one.get("is_ephemeral")),
            }
            for one in menu(bot, chat, person)
        ]
    return told


def menu(bot: Bot, chat: Chat, person: Person) -> list[Json]:
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


def history(
    chat: Chat, person_id: int, before: int | None, limit: int, thread: int | None
) -> tuple[list[Json], bool]:
    """Oldest first. Ephemeral messages stand where they came."""
    posts = [
        post
        for post in chat.posts.values()
        if visible(post, person_id) and (thread is None or post.message.get("message_thread_id") == thread)
    ]
    if before is not None:
        place = next((at for at, post in enumerate(posts) if post.id == before), None)
        if place is None:
            place = sum(1 for post in posts if 0 < post.id < before)
        posts = posts[:place]
    return [post.view() for post in posts[-limit:]], len(posts) > limit
