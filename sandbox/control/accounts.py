"""Commands that add and change people and bots."""

from __future__ import annotations

import re

from sandbox.control.errors import CommandError
from sandbox.control.lookup import person_of
from sandbox.control.name_check import checked_name, free_username
from sandbox.core.json_codec import Json
from sandbox.world.events import BotChanged, ChatChanged, PersonChanged
from sandbox.world.world import World

TOKEN = re.compile(r"[0-9]{1,15}:[A-Za-z0-9_-]{3,80}")


def add_person(
    world: World,
    first_name: str,
    last_name: str | None = None,
    username: str | None = None,
    language_code: str | None = None,
) -> Json:
    person = world.add_person(
        checked_name(first_name),
        last_name=last_name or None,
        username=free_username(world, username),
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
        person.first_name = checked_name(first_name)
    if last_name is not None:
        person.last_name = last_name or None
    if username is not None:
        person.username = free_username(world, username, person.id)
    if language_code is not None:
        person.language_code = language_code or None
    if deactivated is not None:
        person.deactivated = deactivated
    person.refresh()
    world.events.publish(PersonChanged(person))
    for chat in world.chats.private.values():
        if chat.person_id == person.id:
            chat.refresh(person.user)
            world.events.publish(ChatChanged(chat))
    for chat in world.chats.groups.values():
        if person.id in chat.members:
            chat.members[person.id].user = person.user
            world.events.publish(ChatChanged(chat))
    return person.view()


def add_bot(
    world: World, token: str, first_name: str, username: str, can_read_all_group_messages: bool = False
) -> Json:
    """Adds a bot, or renames the one that has this token, so that a program may add its bot at every start."""
    if not TOKEN.fullmatch(token):
        raise CommandError("bad-arguments", "a token is a number, a colon and letters")
    if bot := world.users.tokens.get(token):
        bot.first_name = checked_name(first_name)
        bot.username = free_username(world, username, bot.id) or bot.username
        bot.can_read_all_group_messages = can_read_all_group_messages
        bot.refresh()
        world.events.publish(BotChanged(bot))
        return bot.me()
    if int(token.partition(":")[0]) in world.users.bots or int(token.partition(":")[0]) in world.users.people:
        raise CommandError("token-taken")
    name = free_username(world, username)
    if name is None:
        raise CommandError("bad-arguments", "a bot has a username")
    return world.add_bot(token, checked_name(first_name), name, can_read_all_group_messages).me()
