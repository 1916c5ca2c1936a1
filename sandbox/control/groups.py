"""Commands about groups: create, delete, join, leave, add a bot, add a topic, upgrade."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandbox.control.errors import CommandError
from sandbox.control.lookup import Key, bot_of, chat_of, person_of
from sandbox.control.name_check import USERNAME, checked_name
from sandbox.control.person_view import chat_view
from sandbox.core.json_codec import Json
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged
from sandbox.world.members import RIGHTS, Member
from sandbox.world.world import World


def group_of(world: World, key: Key) -> Chat:
    chat = chat_of(world, key)
    if chat.private:
        raise CommandError("not-a-group")
    if chat.migrated_to is not None:
        raise CommandError("upgraded", str(chat.migrated_to))
    if chat.deleted:
        raise CommandError("deleted")
    return chat


def add_group(
    world: World,
    title: str,
    owner_id: int,
    type: str = "supergroup",
    is_forum: bool = False,
    username: str | None = None,
) -> Json:
    if type not in {"group", "supergroup"}:
        raise CommandError("bad-arguments", "type is group or supergroup")
    if username and (not USERNAME.fullmatch(username) or username.lower() in world.chats.usernames):
        raise CommandError("username-taken", username)
    owner = person_of(world, owner_id)
    chat = world.add_group(checked_name(title, "title"), type, owner, is_forum)
    if username:
        chat.username = username
        world.chats.usernames[username.lower()] = chat.id
        chat.refresh()
    return chat_view(world, chat, owner)


def delete_group(world: World, chat: Key) -> None:
    place = group_of(world, chat)
    place.deleted = True
    world.events.publish(ChatChanged(place))


def add_topic(world: World, chat: Key, name: str) -> int:
    place = group_of(world, chat)
    if not place.is_forum:
        raise CommandError("not-a-forum")
    return world.add_topic(place, owner_of(place), checked_name(name, "name")).message_thread_id


def join(world: World, chat: Key, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    member = world.members.get(place, person.id)
    if member is not None and member.status == "kicked":
        raise CommandError("banned")
    if member is None or not member.present:
        new = Member(person.user)
        if member is not None and member.status == "restricted":
            new = replace(member, is_member=True)
        _add_member(world, place, person.user, new)
    return chat_view(world, place, person)


def _add_member(world: World, chat: Chat, by: Json, member: Member) -> None:
    world.members.set(chat, by, member)
    chat.read_counts.setdefault(member.user["id"], chat.post_count)
    world.messages.post_service_message(chat, by, {"new_chat_members": [member.user]})


def remove_member(world: World, chat: Chat, by: Json, member: Member, banned: bool) -> None:
    """Removes a member. The service message is posted first, so that the removed member still sees it."""
    user = member.user
    world.messages.post_service_message(chat, by, {"left_chat_member": user})
    if member.status == "restricted" and not banned:
        world.members.set(chat, by, replace(member, is_member=False))
    else:
        world.members.set(chat, by, Member(user, "kicked" if banned else "left"))


def leave(world: World, chat: Key, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    member = world.members.get(place, person.id)
    if member is None or not member.present:
        raise CommandError("not-member")
    remove_member(world, place, person.user, member, banned=False)
    return chat_view(world, place, None)


def checked_rights(names: list[Any]) -> frozenset[str]:
    if unknown := [name for name in names if name not in RIGHTS]:
        raise CommandError("bad-arguments", f"no such right: {unknown[0]}; there are {', '.join(RIGHTS)}")
    return frozenset({"can_manage_chat", *names})


def add_bot_to_group(
    world: World,
    chat: Key,
    bot_id: int,
    user_id: int,
    rights: list[Any] | None = None,
    start_payload: str | None = None,
) -> Json:
    place, bot, person = group_of(world, chat), bot_of(world, bot_id), person_of(world, user_id)
    adder = world.members.get(place, person.id)
    if adder is None or not adder.present:
        raise CommandError("not-member")
    member = world.members.get(place, bot.id)
    if member is None or not member.present:
        _add_member(world, place, person.user, Member(bot.user))
    if rights is not None:
        world.members.set(place, person.user, Member(bot.user, "administrator", checked_rights(rights)))
    if start_payload is not None:
        text = f"/start@{bot.username} {start_payload}".strip()
        command = [{"offset": 0, "length": 7 + len(bot.username), "type": "bot_command"}]
        world.messages.post(place, person.user, {"text": text, "entities": command})
    return chat_view(world, place, person)


def owner_of(chat: Chat) -> Json:
    return next(member.user for member in chat.members.values() if member.status == "creator")


def upgrade(world: World, chat: Key) -> Json:
    """Turns a basic group into a supergroup: members move, the history does not, the old id is refused."""
    old = group_of(world, chat)
    if old.type != "group":
        raise CommandError("is-supergroup")
    owner = owner_of(old)
    new = world.chats.new_group(old.title, "supergroup")
    new.members = {user_id: replace(member) for user_id, member in old.members.items()}
    new.bots = set(old.bots)
    new.permissions = dict(old.permissions)
    world.messages.post_service_message(old, owner, {"migrate_to_chat_id": new.id})
    old.migrated_to = new.id
    world.events.publish(ChatChanged(old))
    world.events.publish(ChatChanged(new))
    world.messages.post_service_message(new, owner, {"migrate_from_chat_id": old.id})
    return chat_view(world, new, None)
