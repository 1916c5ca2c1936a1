"""From names in an order to the people, bots, chats and messages that it means."""

from __future__ import annotations

from sandbox.chats import Chat, Post
from sandbox.people import Bot, Person
from sandbox.views import sees, visible, why_silent
from sandbox.world import World

Key = str | int


class Impossible(Exception):
    """A deed that the stage does not allow; the reason is a short code."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


def person_of(world: World, user_id: int) -> Person:
    if person := world.people.get(user_id):
        return person
    raise Impossible("no-such-person", str(user_id))


def bot_of(world: World, bot_id: int) -> Bot:
    if bot := world.bots.get(bot_id):
        return bot
    raise Impossible("no-such-bot", str(bot_id))


def chat_of(world: World, key: Key) -> Chat:
    if chat := world.chat_of(key):
        return chat
    raise Impossible("no-such-chat", str(key))


def seen_chat(world: World, person: Person, key: Key) -> Chat:
    chat = chat_of(world, key)
    if not sees(person.id, chat):
        raise Impossible("not-member")
    return chat


def seen_post(chat: Chat, person: Person, message_id: int) -> Post:
    post = chat.posts.get(message_id)
    if post is None or not visible(post, person.id):
        raise Impossible("no-such-message", str(message_id))
    return post


def writable(
    world: World,
    person: Person,
    key: Key,
    thread: int | None = None,
    permission: str = "can_send_messages",
) -> Chat:
    chat = chat_of(world, key)
    if chat.private and chat.person_id != person.id:
        raise Impossible("not-member")
    if why := why_silent(world, person, chat, thread, permission):
        raise Impossible(why)
    if (wait := world.slow_wait(chat, person.id)) > 0:
        raise Impossible("slow-mode", f"{wait:.0f} s")
    return chat
