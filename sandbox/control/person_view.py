"""What each person sees: chats, messages and history, and whether they can write; in the shapes of README.md."""

from __future__ import annotations

from sandbox.control.command_menu import commands_of
from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.members import Member
from sandbox.world.messages import Post
from sandbox.world.permission_checks import is_permitted, topic_closed
from sandbox.world.users import Person
from sandbox.world.world import World


def can_see_chat(person_id: int, chat: Chat) -> bool:
    if chat.private:
        return chat.person_id == person_id
    member = chat.members.get(person_id)
    return member is not None and member.present and not chat.deleted and chat.migrated_to is None


def chats_of(world: World, person_id: int) -> list[Chat]:
    groups = [chat for chat in world.chats.groups.values() if can_see_chat(person_id, chat)]
    return groups + [world.chats.private_chat(person_id, bot_id) for bot_id in world.users.bots]


def unread_private_messages(world: World, person_id: int) -> int:
    """Returns the number of unread messages in this person's private chats."""
    chats = (world.chats.private.get((person_id, bot_id)) for bot_id in world.users.bots)
    return sum(chat.post_count - chat.read_counts.get(person_id, 0) for chat in chats if chat is not None)


def can_see_post(post: Post, person_id: int | None) -> bool:
    return post.only_for is None or post.only_for == person_id


def why_cannot_write(
    world: World, person: Person, chat: Chat, thread: int | None = None, permission: str = "can_send_messages"
) -> str | None:
    """Returns why this person cannot send here what needs this permission; None if they can."""
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
    member = world.members.get(chat, person.id)
    if member is None or not member.present:
        return "banned" if member is not None and member.status == "kicked" else "not-member"
    if topic_closed(chat, thread, person.id):
        return "topic-closed"
    return None if is_permitted(world, chat, person.id, permission) else "muted"


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
    person_id = person.id if person is not None else None
    last = next((post for post in reversed(chat.posts.values()) if can_see_post(post, person_id)), None)
    view: Json = {
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
        "members": [member_view(member) for member in chat.present_members()],
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
        view["title"] = world.users.bots[chat.bot_id].first_name
        view["username"] = world.users.bots[chat.bot_id].username
    if person is not None:
        why = why_cannot_write(world, person, chat)
        member = chat.members.get(person.id)
        view["cannot_write_why"], view["can_write"] = why, why is None
        if why == "muted" and member is not None and member.status == "restricted":
            view["muted_until"] = member.until
        view["commands"] = commands_of(world, person, chat)
        view["unread"] = chat.post_count - chat.read_counts.get(person.id, 0)
    return view


def history_page(
    chat: Chat, person_id: int, before: int | None, limit: int, thread: int | None
) -> tuple[list[Json], bool]:
    """Returns messages, oldest first, and whether there are earlier ones."""
    posts = [
        post
        for post in chat.posts.values()
        if can_see_post(post, person_id) and (thread is None or post.message.get("message_thread_id") == thread)
    ]
    if before is not None:
        place = next((at for at, post in enumerate(posts) if post.id == before), None)
        if place is None:
            place = sum(1 for post in posts if 0 < post.id < before)
        posts = posts[:place]
    return [post.view() for post in posts[-limit:]], len(posts) > limit
