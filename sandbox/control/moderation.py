"""Commands of group admins: remove, restrict, promote, permissions, slow mode, closed topics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandbox.control.errors import CommandError
from sandbox.control.groups import checked_rights, group_of, owner_of, remove_member
from sandbox.control.lookup import Key, person_of
from sandbox.control.person_view import chat_view
from sandbox.core.json_codec import Json
from sandbox.world.events import ChatChanged
from sandbox.world.members import Member
from sandbox.world.permissions import PERMISSIONS, restriction_end
from sandbox.world.world import World

SLOW_MODES = (0, 5, 10, 30, 60, 300, 900, 3600)  # ChatManager.cpp, set_channel_slow_mode_delay
REFUSALS = {"CHAT_WRITE_FORBIDDEN": "WRITE_FORBIDDEN", "CHAT_RESTRICTED": "CHAT_RESTRICTED"}
GENERAL = 1


def remove_from_group(world: World, chat: Key, target_id: int, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    by = world.members.get(place, person.id)
    member = world.members.get(place, target_id)
    if member is None or not member.present:
        raise CommandError("not-member")
    if by is None or not by.has_right("can_restrict_members") or member.status == "creator":
        raise CommandError("no-right")
    remove_member(world, place, person.user, member, banned=True)
    return chat_view(world, place, person)


def checked_permissions(permissions: dict[str, Any]) -> dict[str, bool]:
    if unknown := [name for name in permissions if name not in PERMISSIONS]:
        raise CommandError("bad-arguments", f"no such permission: {unknown[0]}")
    return {name: bool(value) for name, value in permissions.items()}


def restrict(
    world: World,
    chat: Key,
    target_id: int,
    user_id: int,
    permissions: dict[str, Any],
    until_date: int = 0,
) -> Json:
    """Restricts somebody as an admin. Permissions that are not named stay; a plain member has all of them."""
    place, person = group_of(world, chat), person_of(world, user_id)
    by = world.members.get(place, person.id)
    user = world.users.get(target_id)
    if user is None:
        raise CommandError("no-such-person", str(target_id))
    changed = checked_permissions(permissions)
    member = world.members.get(place, target_id) or Member(user, "left")
    if by is None or not by.has_right("can_restrict_members") or (member.admin and by.status != "creator"):
        raise CommandError("no-right")
    if member.status == "creator":
        raise CommandError("no-right")
    old = member.permissions or dict.fromkeys(PERMISSIONS, True)
    until = restriction_end(until_date, world.now())
    world.members.set(place, person.user, member.restricted(old | changed, until))
    return chat_view(world, place, person)


def unban(world: World, chat: Key, target_id: int) -> Json:
    place = group_of(world, chat)
    member = world.members.get(place, target_id)
    if member is not None and member.status == "kicked":
        world.members.set(place, owner_of(place), Member(member.user, "left"))
    return chat_view(world, place, None)


def promote(
    world: World,
    chat: Key,
    target_id: int,
    rights: list[Any],
    anonymous: bool = False,
    custom_title: str | None = None,
) -> Json:
    place = group_of(world, chat)
    member = world.members.get(place, target_id)
    if member is None or not member.present:
        raise CommandError("not-member")
    if member.status == "creator":
        new = replace(member, anonymous=anonymous)
    elif rights or anonymous:
        new = Member(member.user, "administrator", checked_rights(rights), anonymous, title=custom_title)
    else:
        new = Member(member.user, tag=member.tag)
    world.members.set(place, owner_of(place), new)
    return chat_view(world, place, None)


def set_permissions(world: World, chat: Key, permissions: dict[str, Any]) -> Json:
    """Changes the named permissions of a group."""
    place = group_of(world, chat)
    place.permissions |= checked_permissions(permissions)
    world.events.publish(ChatChanged(place))
    return chat_view(world, place, None)


def set_slow_mode(world: World, chat: Key, seconds: int) -> Json:
    place = group_of(world, chat)
    if place.type != "supergroup":
        raise CommandError("not-a-supergroup")
    if seconds not in SLOW_MODES:
        raise CommandError("bad-arguments", f"seconds is one of {', '.join(map(str, SLOW_MODES))}")
    place.slow_mode = seconds
    place.sent_at.clear()
    world.events.publish(ChatChanged(place))
    return chat_view(world, place, None)


def hide_members(world: World, chat: Key, hidden: bool = True) -> Json:
    place = group_of(world, chat)
    if place.type != "supergroup":
        raise CommandError("not-a-supergroup")
    place.hidden_members = hidden
    return chat_view(world, place, None)


def refuse_writing(world: World, chat: Key, why: str | None = None) -> Json:
    """Makes the server refuse all messages of bots in this chat; without a reason, accept them again."""
    place = group_of(world, chat)
    if why is not None and why not in REFUSALS:
        raise CommandError("bad-arguments", f"why is one of {', '.join(REFUSALS)}")
    place.server_refusal = None if why is None else REFUSALS[why]
    return chat_view(world, place, None)


def close_topic(world: World, chat: Key, message_thread_id: int, closed: bool = True) -> Json:
    place = group_of(world, chat)
    if not place.is_forum:
        raise CommandError("not-a-forum")
    kind = "forum_topic_closed" if closed else "forum_topic_reopened"
    if message_thread_id == GENERAL:
        if place.general_closed != closed:
            place.general_closed = closed
            world.messages.post_service_message(place, owner_of(place), {kind: {}})
    elif (topic := place.topics.get(message_thread_id)) is None:
        raise CommandError("no-such-topic", str(message_thread_id))
    elif topic.closed != closed:
        topic.closed = closed
        thread = {"message_thread_id": message_thread_id, "is_topic_message": True}
        world.messages.post_service_message(place, owner_of(place), {**thread, kind: {}})
    world.events.publish(ChatChanged(place))
    return chat_view(world, place, None)
