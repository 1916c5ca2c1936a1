"""Finds the people, bots, chats and messages that a command names; raises CommandError if there are none."""

from __future__ import annotations

from sandbox.control.errors import CommandError
from sandbox.control.person_view import can_see_chat, can_see_post, why_cannot_write
from sandbox.world.chats import Chat
from sandbox.world.messages import Post
from sandbox.world.permission_checks import slow_mode_wait
from sandbox.world.users import Bot, Person
from sandbox.world.world import World

Key = str | int


def person_of(world: World, user_id: int) -> Person:
    if person := world.users.people.get(user_id):
        return person
    raise CommandError("no-such-person", str(user_id))


def bot_of(world: World, bot_id: int) -> Bot:
    if bot := world.users.bots.get(bot_id):
        return bot
    raise CommandError("no-such-bot", str(bot_id))


def chat_of(world: World, key: Key) -> Chat:
    if chat := world.chats.by_key(key):
        return chat
    raise CommandError("no-such-chat", str(key))


def visible_chat(world: World, person: Person, key: Key) -> Chat:
    chat = chat_of(world, key)
    if not can_see_chat(person.id, chat):
        raise CommandError("not-member")
    return chat


def visible_post(chat: Chat, person: Person, message_id: int) -> Post:
    post = chat.posts.get(message_id)
    if post is None or not can_see_post(post, person.id):
        raise CommandError("no-such-message", str(message_id))
    return post


def writable_chat(
    world: World,
    person: Person,
    key: Key,
    thread: int | None = None,
    permission: str = "can_send_messages",
) -> Chat:
    chat = chat_of(world, key)
    if chat.private and chat.person_id != person.id:
        raise CommandError("not-member")
    if why := why_cannot_write(world, person, chat, thread, permission):
        raise CommandError(why)
    if (wait := slow_mode_wait(world, chat, person.id)) > 0:
        raise CommandError("slow-mode", f"{wait:.0f} s")
    return chat
