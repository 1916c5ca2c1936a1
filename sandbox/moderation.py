"""What admins of a group decide: who stays, who may do what, how freely people write."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandbox.chats import Member
from sandbox.finding import Impossible, Key, person_of
from sandbox.happenings import ChatChanged
from sandbox.permissions import PERMISSIONS, lasting
from sandbox.staging import group_of, owner_of, put_out, rights_of
from sandbox.views import chat_view
from sandbox.wire import Json
from sandbox.world import World

SLOW_MODES = (0, 5, 10, 30, 60, 300, 900, 3600)  # ChatManager.cpp, set_channel_slow_mode_delay
REFUSALS = {"CHAT_WRITE_FORBIDDEN": "WRITE_FORBIDDEN", "CHAT_RESTRICTED": "CHAT_RESTRICTED"}
GENERAL = 1


def remove_from_group(world: World, chat: Key, target_id: int, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    by = world.member(place, person.id)
    member = world.member(place, target_id)
    if member is None or not member.present:
        raise Impossible("not-member")
    if by is None or not by.has("can_restrict_members") or member.status == "creator":
        raise Impossible("no-right")
    put_out(world, place, person.user, member, banned=True)
    return chat_view(world, place, person)


def restrict(
    world: World,
    chat: Key,
    target_id: int,
    user_id: int,
    permissions: dict[str, Any],
    until_date: int = 0,
) -> Json:
    """An admin restricts somebody. What is not named stays as it was; a plain member has everything."""
    place, person = group_of(world, chat), person_of(world, user_id)
    by = world.member(place, person.id)
    user = world.user(target_id)
    if user is None:
        raise Impossible("no-such-person", str(target_id))
    if unknown := [name for name in permissions if name not in PERMISSIONS]:
        raise Impossible("bad-arguments", f"no such permission: {unknown[0]}")
    member = world.member(place, target_id) or Member(user, "left")
    if by is None or not by.has("can_restrict_members") or (member.admin and by.status != "creator"):
        raise Impossible("no-right")
    if member.status == "creator":
        raise Impossible("no-right")
    old = member.permissions or dict.fromkeys(PERMISSIONS, True)
    flags = old | {name: bool(value) for name, value in permissions.items()}
    world.set_member(place, person.user, member.restricted(flags, lasting(until_date, world.now())))
    return chat_view(world, place, person)


def unban(world: World, chat: Key, target_id: int) -> Json:
    place = group_of(world, chat)
    member = world.member(place, target_id)
    if member is not None and member.status == "kicked":
        world.set_member(place, owner_of(place), Member(member.user, "left"))
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
    member = world.member(place, target_id)
    if member is None or not member.present:
        raise Impossible("not-member")
    if member.status == "creator":
        new = replace(member, anonymous=anonymous)
    elif rights or anonymous:
        new = Member(member.user, "administrator", rights_of(rights), anonymous, title=custom_title)
    else:
        new = Member(member.user, tag=member.tag)
    world.set_member(place, owner_of(place), new)
    return chat_view(world, place, None)


def set_permissions(world: World, chat: Key, permissions: dict[str, Any]) -> Json:
    """Only what is named changes."""
    place = group_of(world, chat)
    if unknown := [name for name in permissions if name not in place.permissions]:
        raise Impossible("bad-arguments", f"no such permission: {unknown[0]}")
    place.permissions |= {name: bool(value) for name, value in permissions.items()}
    world.tell(ChatChanged(place))
    return chat_view(world, place, None)


def set_slow_mode(world: World, chat: Key, seconds: int) -> Json:
    place = group_of(world, chat)
    if place.type != "supergroup":
        raise Impossible("not-a-supergroup")
    if seconds not in SLOW_MODES:
        raise Impossible("bad-arguments", f"seconds is one of {', '.join(map(str, SLOW_MODES))}")
    place.slow_mode = seconds
    place.sent_at.clear()
    world.tell(ChatChanged(place))
    return chat_view(world, place, None)


def hide_members(world: World, chat: Key, hidden: bool = True) -> Json:
    place = group_of(world, chat)
    if place.type != "supergroup":
        raise Impossible("not-a-supergroup")
    place.hidden_members = hidden
    return chat_view(world, place, None)


def refuse_writing(world: World, chat: Key, why: str | None = None) -> Json:
    """From now on the server refuses what bots write here; without a reason it takes it again."""
    place = group_of(world, chat)
    if why is not None and why not in REFUSALS:
        raise Impossible("bad-arguments", f"why is one of {', '.join(REFUSALS)}")
    place.refuses = None if why is None else REFUSALS[why]
    return chat_view(world, place, None)


def close_topic(world: World, chat: Key, message_thread_id: int, closed: bool = True) -> Json:
    place = group_of(world, chat)
    if not place.is_forum:
        raise Impossible("not-a-forum")
    kind = "forum_topic_closed" if closed else "forum_topic_reopened"
    if message_thread_id == GENERAL:
        if place.general_closed != closed:
            place.general_closed = closed
            world.serve(place, owner_of(place), {kind: {}})
    elif (topic := place.topics.get(message_thread_id)) is None:
        raise Impossible("no-such-topic", str(message_thread_id))
    elif topic.closed != closed:
        topic.closed = closed
        thread = {"message_thread_id": message_thread_id, "is_topic_message": True}
        world.serve(place, owner_of(place), {**thread, kind: {}})
    world.tell(ChatChanged(place))
    return chat_view(world, place, None)
