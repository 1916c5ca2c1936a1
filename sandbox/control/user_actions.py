"""What people do: write, tap, react, start or block a bot."""

from __future__ import annotations

import random
import re
from typing import Any

from sandbox.control.command_menu import command_menu
from sandbox.control.errors import CommandError
from sandbox.control.lookup import Key, bot_of, chat_of, person_of, visible_chat, visible_post, writable_chat
from sandbox.control.person_view import chat_view, chats_of, history_page
from sandbox.core.json_codec import Json
from sandbox.core.size_limits import LONGEST_TEXT
from sandbox.formatting.entities import formatted, utf16_length
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged, MemberChanged, Reacted, Tapped
from sandbox.world.members import Member
from sandbox.world.messages import Post, content_of, kind_of, origin_of, without_reply
from sandbox.world.permission_checks import is_permitted
from sandbox.world.permissions import SEND_PERMISSIONS
from sandbox.world.users import ANONYMOUS, Bot, Person
from sandbox.world.world import World

KINDS = ("sticker", "voice", "photo", "video_note", "video", "animation", "audio", "document", "dice")
# A PNG of one grey pixel.
POINT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
)


def say(
    world: World,
    user_id: int,
    chat: Key,
    text: str,
    reply_to: int | None = None,
    message_thread_id: int | None = None,
    as_chat: bool | None = None,
) -> Json:
    person = person_of(world, user_id)
    command, *payload = text.split() or [""]
    starts = command.partition("@")[0] == "/start" and len(payload) < 2
    place = chat_of(world, chat)
    if place.private and starts and not place.started and place.person_id == person.id:
        return start(world, user_id, place.bot_id, payload[0] if payload else None)
    place = writable_chat(world, person, chat, message_thread_id)
    words, entities = formatted(text, "", None, world.users.get)
    if not words:
        raise CommandError("empty")
    if utf16_length(words) > LONGEST_TEXT:
        raise CommandError("too-long")
    content: Json = {"text": words}
    if entities:
        content["entities"] = entities
    if bot := _hidden_command(world, person, place, words):
        return world.messages.post_ephemeral(place, person.user, bot.user, content, by_bot=False).view()
    return _post(world, person, place, content, reply_to, message_thread_id, as_chat).view()


def _hidden_command(world: World, person: Person, chat: Chat, words: str) -> Bot | None:
    """Returns the bot whose ephemeral command these words are; None if they are none."""
    command = re.match(r"/(\w+)(?:@(\w+))?", words)
    if command is None or chat.private:
        return None
    for bot_id in sorted(chat.bots):
        bot = world.users.bots[bot_id]
        if command[2] and command[2].lower() != bot.username.lower():
            continue
        if any(
            one["command"] == command[1] and one.get("is_ephemeral") for one in command_menu(bot, chat, person)
        ):
            return bot
    return None


def _post(
    world: World,
    person: Person,
    chat: Chat,
    content: Json,
    reply_to: int | None = None,
    thread: int | None = None,
    as_chat: bool | None = None,
) -> Post:
    head: Json = {}
    member = chat.members.get(person.id)
    sender = person.user
    if member is not None and (as_chat or (as_chat is None and member.anonymous)):
        if not member.admin:
            raise CommandError("not-admin")
        sender = ANONYMOUS
        head["sender_chat"] = chat.as_chat
        if member.title:
            head["author_signature"] = member.title
    elif member is not None and member.tag:
        head["sender_tag"] = member.tag
    if thread is not None and thread != 1:
        if thread not in chat.topics:
            raise CommandError("no-such-topic", str(thread))
        head |= {"message_thread_id": thread, "is_topic_message": True}
    if reply_to is not None:
        head["reply_to_message"] = without_reply(visible_post(chat, person, reply_to).message)
    post = world.messages.post(chat, sender, {**head, **content})
    post.author_id = person.id  # an anonymous admin may still edit and delete the message
    chat.read_counts[person.id] = chat.post_count
    if chat.private and chat.keyboard and chat.keyboard.get("force_reply"):
        chat.keyboard = None  # the question is answered, or passed over
        world.events.publish(ChatChanged(chat))
    return post


def send(
    world: World, user_id: int, chat: Key, kind: str, caption: str = "", message_thread_id: int | None = None
) -> Json:
    person = person_of(world, user_id)
    if kind not in KINDS:
        raise CommandError("bad-arguments", f"kind is one of {', '.join(KINDS)}")
    place = writable_chat(world, person, chat, message_thread_id, SEND_PERMISSIONS[kind])
    content: Json
    if kind == "dice":
        content = {"dice": {"emoji": "🎲", "value": random.randint(1, 6)}}
    else:
        picture = kind in {"photo", "sticker"}
        mime = "image/png" if picture else "application/octet-stream"
        file = world.files.add(kind, f"{kind}.bin", mime, POINT if picture else b"\0")
        content = {kind: file.as_media()}
    if caption:
        words, entities = formatted(caption, "", None, world.users.get)
        content |= {"caption": words} | ({"caption_entities": entities} if entities else {})
    return _post(world, person, place, content, None, message_thread_id).view()


def edit(world: World, user_id: int, chat: Key, message_id: int, text: str) -> Json:
    person = person_of(world, user_id)
    place = writable_chat(world, person, chat)
    post = visible_post(place, person, message_id)
    if post.author_id != person.id or "text" not in post.message:
        raise CommandError("not-yours")
    words, entities = formatted(text, "", None, world.users.get)
    if not words or utf16_length(words) > LONGEST_TEXT:
        raise CommandError("too-long" if words else "empty")
    kept = {key: value for key, value in post.message.items() if key not in {"text", "entities"}}
    message = {**kept, "text": words, "edit_date": int(world.now())}
    if entities:
        message["entities"] = entities
    return world.messages.edit(place, post, message).view()


def forward(world: World, user_id: int, chat: Key, message_id: int, to: Key) -> Json:
    person = person_of(world, user_id)
    post = visible_post(visible_chat(world, person, chat), person, message_id)
    if post.message.get("has_protected_content"):
        raise CommandError("protected")
    place = writable_chat(world, person, to, None, SEND_PERMISSIONS[kind_of(post.message)])
    return _post(world, person, place, {**content_of(post.message), "forward_origin": origin_of(post)}).view()


def delete(world: World, user_id: int, chat: Key, message_id: int) -> None:
    person = person_of(world, user_id)
    place = visible_chat(world, person, chat)
    post = visible_post(place, person, message_id)
    member = place.members.get(person.id)
    if not (place.private or post.author_id == person.id or (member and member.has_right("can_delete_messages"))):
        raise CommandError("not-yours")
    world.messages.delete(place, [post])


def react(world: World, user_id: int, chat: Key, message_id: int, emoji: str = "") -> Json:
    person = person_of(world, user_id)
    place = visible_chat(world, person, chat)
    post = visible_post(place, person, message_id)
    if not place.private and emoji and not is_permitted(world, place, person.id, "can_react_to_messages"):
        raise CommandError("muted")
    old = post.reactions.pop(person.id, [])
    new: list[Json] = [{"type": "emoji", "emoji": emoji}] if emoji else []
    if new:
        post.reactions[person.id] = new
    world.events.publish(Reacted(place, post, person.user, old, new))
    return post.view()


def tap(
    world: World,
    user_id: int,
    chat: Key,
    message_id: int,
    row: int | None = None,
    column: int | None = None,
    data: str | None = None,
) -> Json:
    """Sends a callback query and returns its id; a link button returns its URL."""
    person = person_of(world, user_id)
    if person.deactivated:
        raise CommandError("deactivated")
    place = visible_chat(world, person, chat)
    post = visible_post(place, person, message_id)
    if data is None:
        button = _button(post, row, column)
        if "url" in button:
            return {"url": button["url"]}
        if "disabled" in button:
            raise CommandError("disabled")
        data = button.get("callback_data")
        if data is None:
            return {"button": button}
    if not post.by_bot:
        raise CommandError("no-such-button")
    query = world.callback_queries.ask(post.author_id, person.id, place.id, world.now())
    body: dict[str, Any] = {
        "id": query.id,
        "from": person.user,
        "message": post.message,
        "chat_instance": place.instance,
        "data": data,
    }
    world.events.publish(Tapped(post.author_id, body))
    return {"query_id": query.id}


def _button(post: Post, row: int | None, column: int | None) -> Json:
    rows = post.message.get("reply_markup", {}).get("inline_keyboard", [])
    if row is None or column is None or not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        raise CommandError("no-such-button")
    button: Json = rows[row][column]
    return button


def start(world: World, user_id: int, bot_id: int, payload: str | None = None) -> Json:
    person, bot = person_of(world, user_id), bot_of(world, bot_id)
    if person.deactivated:
        raise CommandError("deactivated")
    if payload and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload):
        raise CommandError("bad-arguments", "a payload has 1-64 letters, digits, _ and -")
    chat = world.chats.private_chat(person.id, bot.id)
    if chat.blocked:
        unblock(world, user_id, bot_id)
    chat.started = True
    text = f"/start {payload}" if payload else "/start"
    entities = [{"offset": 0, "length": 6, "type": "bot_command"}]
    post = world.messages.post(chat, person.user, {"text": text, "entities": entities})
    chat.read_counts[person.id] = chat.post_count
    world.events.publish(ChatChanged(chat))
    return post.view()


def block(world: World, user_id: int, bot_id: int) -> None:
    _set_blocked(world, user_id, bot_id, True)


def unblock(world: World, user_id: int, bot_id: int) -> None:
    _set_blocked(world, user_id, bot_id, False)


def _set_blocked(world: World, user_id: int, bot_id: int, blocked: bool) -> None:
    person, bot = person_of(world, user_id), bot_of(world, bot_id)
    chat = world.chats.private_chat(person.id, bot.id)
    if chat.blocked == blocked:
        return
    chat.blocked = blocked
    states = [Member(bot.user, "member").as_chat_member(), Member(bot.user, "kicked").as_chat_member()]
    world.events.publish(MemberChanged(chat, person.user, bot.id, states[not blocked], states[blocked]))
    world.events.publish(ChatChanged(chat))


def view_as(world: World, user_id: int) -> Json:
    person = person_of(world, user_id)
    return {"chats": [chat_view(world, chat, person) for chat in chats_of(world, person.id)]}


def read(world: World, user_id: int, chat: Key) -> None:
    person = person_of(world, user_id)
    place = visible_chat(world, person, chat)
    place.read_counts[person.id] = place.post_count
    if place.private:
        world.events.publish(ChatChanged(place))


def history(
    world: World,
    user_id: int,
    chat: Key,
    before: int | None = None,
    limit: int = 50,
    message_thread_id: int | None = None,
) -> Json:
    person = person_of(world, user_id)
    place = visible_chat(world, person, chat)
    messages, more = history_page(place, person.id, before, max(1, min(limit, 500)), message_thread_id)
    return {"messages": messages, "more": more}
