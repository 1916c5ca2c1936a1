"""Who is on the stage: people, bots and groups are added, join, leave, rise and fall."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from sandbox.chats import RIGHTS, Chat, Member
from sandbox.finding import Impossible, Key, bot_of, chat_of, person_of
from sandbox.happenings import BotChanged, ChatChanged, PersonChanged
from sandbox.people import Bot, Person
from sandbox.views import chat_view
from sandbox.wire import Json
from sandbox.world import World

TOKEN = re.compile(r"[0-9]{1,15}:[A-Za-z0-9_-]{3,80}")
USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{2,31}")


def group_of(world: World, key: Key) -> Chat:
    chat = chat_of(world, key)
    if chat.private:
        raise Impossible("not-a-group")
    if chat.migrated_to is not None:
        raise Impossible("upgraded", str(chat.migrated_to))
    if chat.deleted:
        raise Impossible("deleted")
    return chat


def _name(value: str, what: str = "first_name") -> str:
    name = value.strip()
    if not name or len(name) > 128:
        raise Impossible("bad-arguments", f"{what} has 1-128 characters")
    return name


def _username(world: World, value: str | None, owner_id: int | None = None) -> str | None:
    if not value:
        return None
    if not USERNAME.fullmatch(value):
        raise Impossible("bad-arguments", "a username has 3-32 Latin letters, digits and _")
    everybody: list[Person | Bot] = [*world.people.values(), *world.bots.values()]
    if any((one.username or "").lower() == value.lower() and one.id != owner_id for one in everybody):
        raise Impossible("username-taken", value)
    return value


def add_person(
    world: World,
    first_name: str,
    last_name: str | None = None,
    username: str | None = None,
    language_code: str | None = None,
) -> Json:
    person = world.add_person(
        _name(first_name),
        last_name=last_name or None,
        username=_username(world, username),
        language_code=language_code or None,
    )
    return person.view()


def change_person(
    world: World,
    user_id: int,
    first_name: str | None = None,
    last_name: str | None = None,
    username: str | None = None,
    language_code: str | None = None,
    deactivated: bool | None = None,
) -> Json:
    person = person_of(world, user_id)
    if first_name is not None:
        person.first_name = _name(first_name)
    if last_name is not None:
        person.last_name = last_name or None
    if username is not None:
        person.username = _username(world, username, person.id)
    if language_code is not None:
        person.language_code = language_code or None
    if deactivated is not None:
        person.deactivated = deactivated
    person.refresh()
    world.tell(PersonChanged(person))
    for chat in world.private.values():
        if chat.person_id == person.id:
            chat.refresh(person.user)
            world.tell(ChatChanged(chat))
    for chat in world.groups.values():
        if person.id in chat.members:
            chat.members[person.id].user = person.user
            world.tell(ChatChanged(chat))
    return person.view()


def add_bot(
    world: World, token: str, first_name: str, username: str, can_read_all_group_messages: bool = False
) -> Json:
    """Adding the same token again only renames the bot: a program may do so at every start."""
    if not TOKEN.fullmatch(token):
        raise Impossible("bad-arguments", "a token is a number, a colon and letters")
    if bot := world.tokens.get(token):
        bot.first_name = _name(first_name)
        bot.username = _username(world, username, bot.id) or bot.username
        bot.can_read_all_group_messages = can_read_all_group_messages
        bot.refresh()
        world.tell(BotChanged(bot))
        return bot.me()
    if int(token.partition(":")[0]) in world.bots or int(token.partition(":")[0]) in world.people:
        raise Impossible("token-taken")
    name = _username(world, username)
    if name is None:
        raise Impossible("bad-arguments", "a bot has a username")
    return world.add_bot(token, _name(first_name), name, can_read_all_group_messages).me()


def add_group(
    world: World,
    title: str,
    owner_id: int,
    type: str = "supergroup",
    is_forum: bool = False,
    username: str | None = None,
) -> Json:
    if type not in {"group", "supergroup"}:
        raise Impossible("bad-arguments", "type is group or supergroup")
    if username and (not USERNAME.fullmatch(username) or username.lower() in world.usernames):
        raise Impossible("username-taken", username)
    owner = person_of(world, owner_id)
    chat = world.add_group(_name(title, "title"), type, owner, is_forum)
    if username:
        chat.username = username
        world.usernames[username.lower()] = chat.id
        chat.refresh()
    return chat_view(world, chat, owner)


def delete_group(world: World, chat: Key) -> None:
    place = group_of(world, chat)
    place.deleted = True
    world.tell(ChatChanged(place))


def add_topic(world: World, chat: Key, name: str) -> int:
    place = group_of(world, chat)
    if not place.is_forum:
        raise Impossible("not-a-forum")
    owner = next(member for member in place.members.values() if member.status == "creator")
    return world.add_topic(place, owner.user, _name(name, "name")).message_thread_id


def join(world: World, chat: Key, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    member = world.member(place, person.id)
    if member is not None and member.status == "kicked":
        raise Impossible("banned")
    if member is None or not member.present:
        new = Member(person.user)
        if member is not None and member.status == "restricted":
            new = replace(member, is_member=True)
        _enter(world, place, person.user, new)
    return chat_view(world, place, person)


def _enter(world: World, chat: Chat, by: Json, member: Member) -> None:
    world.set_member(chat, by, member)
    chat.read.setdefault(member.user["id"], chat.posted)
    world.serve(chat, by, {"new_chat_members": [member.user]})


def put_out(world: World, chat: Chat, by: Json, member: Member, banned: bool) -> None:
    """The service message comes first: the one who goes still sees it."""
    user = member.user
    world.serve(chat, by, {"left_chat_member": user})
    if member.status == "restricted" and not banned:
        world.set_member(chat, by, replace(member, is_member=False))
    else:
        world.set_member(chat, by, Member(user, "kicked" if banned else "left"))


def leave(world: World, chat: Key, user_id: int) -> Json:
    place, person = group_of(world, chat), person_of(world, user_id)
    member = world.member(place, person.id)
    if member is None or not member.present:
        raise Impossible("not-member")
    put_out(world, place, person.user, member, banned=False)
    return chat_view(world, place, None)


def rights_of(names: list[Any]) -> frozenset[str]:
    if unknown := [name for name in names if name not in RIGHTS]:
        raise Impossible("bad-arguments", f"no such right: {unknown[0]}; there are {', '.join(RIGHTS)}")
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
    adder = world.member(place, person.id)
    if adder is None or not adder.present:
        raise Impossible("not-member")
    member = world.member(place, bot.id)
    if member is None or not member.present:
        _enter(world, place, person.user, Member(bot.user))
    if rights is not None:
        world.set_member(place, person.user, Member(bot.user, "administrator", rights_of(rights)))
    if start_payload is not None:
        text = f"/start@{bot.username} {start_payload}".strip()
        command = [{"offset": 0, "length": 7 + len(bot.username), "type": "bot_command"}]
        world.post(place, person.user, {"text": text, "entities": command})
    return chat_view(world, place, person)


def owner_of(chat: Chat) -> Json:
    return next(member.user for member in chat.members.values() if member.status == "creator")


def upgrade(world: World, chat: Key) -> Json:
    """A basic group becomes a supergroup: everybody moves, the history stays behind, the old id is dead."""
    old = group_of(world, chat)
    if old.type != "group":
        raise Impossible("is-supergroup")
    owner = owner_of(old)
    new = world.new_group(old.title, "supergroup")
    new.members = {user_id: replace(member) for user_id, member in old.members.items()}
    new.bots = set(old.bots)
    new.permissions = dict(old.permissions)
    world.serve(old, owner, {"migrate_to_chat_id": new.id})
    old.migrated_to = new.id
    world.tell(ChatChanged(old))
    world.tell(ChatChanged(new))
    world.serve(new, owner, {"migrate_from_chat_id": old.id})
    return chat_view(world, new, None)
