"""Messages: send, edit, delete, copy, forward, pin, react."""

from __future__ import annotations

from typing import Any

from sandbox.behaviours import Behaviour
from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.content import caption_content, inline_markup, text_content
from sandbox.botapi.methods.rich_messages import rich_content
from sandbox.botapi.methods.send_permissions import check_action
from sandbox.botapi.methods.sending import save_edit, send
from sandbox.json_values import Json
from sandbox.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged, Reacted, Typing
from sandbox.world.message_content import MEDIA, OF_CONTENT, content_of, kind_of, origin_of
from sandbox.world.posts import Post, without_reply

ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)
DELETABLE = 48 * 3600  # seconds; also for admins
DICE_STAYS = 24 * 3600
LASTING = frozenset({"supergroup_chat_created", "migrate_from_chat_id", "forum_topic_created"})


def send_message(call: Call) -> Json:
    return send(call, text_content(call))


def send_chat_action(call: Call) -> bool:
    action = call.args.text("action")
    if action not in ACTIONS:
        raise Refusal(Why.BAD_ACTION)
    chat = call.chat()
    check_action(call.world, call.bot, chat)
    call.world.publish(Typing(chat, action))
    return True


def edited(call: Call, chat: Chat, post: Post, content: Json) -> Json:
    """Replaces the content. A keyboard that is not given again is removed, as in Telegram."""
    markup = inline_markup(call) if call.args.given("reply_markup") else None
    kept = {key: value for key, value in post.message.items() if key not in OF_CONTENT and key != "reply_markup"}
    message = {**kept, **content}
    if markup is not None:
        message["reply_markup"] = markup
    return save_edit(call, chat, post, message)


def edit_message_text(call: Call) -> Json:
    content = rich_content(call) if call.args.given("rich_message") else text_content(call)
    chat = call.chat()
    post = call.own_post(chat)
    if kind_of(post.message) != "text":
        raise Refusal(Why.NO_TEXT_TO_EDIT)
    return edited(call, chat, post, content)


def edit_message_caption(call: Call) -> Json:
    content = caption_content(call)
    chat = call.chat()
    post = call.own_post(chat)
    if kind_of(post.message) in {"text", "sticker", "dice", "video_note", "poll"}:
        raise Refusal(Why.NO_CAPTION_TO_EDIT)
    of_media = (*MEDIA, "has_media_spoiler")
    media = {key: value for key, value in post.message.items() if key in of_media}
    return edited(call, chat, post, {**media, **content})


def edit_message_reply_markup(call: Call) -> Json:
    chat = call.chat()
    post = call.own_post(chat)
    content = {key: value for key, value in post.message.items() if key in OF_CONTENT}
    return edited(call, chat, post, content)


def delete_message(call: Call) -> bool:
    chat = call.chat()
    post = call.post(chat, Why.DELETE_NOT_FOUND)
    check_deleting(call, chat, post)
    call.world.delete(chat, [post])
    return True


def check_deleting(call: Call, chat: Chat, post: Post) -> None:
    """MessagesManager.cpp: can_delete_channel_message for supergroups, can_revoke_message for all others."""
    age = int(call.world.now()) - post.message["date"]
    own = post.author_id == call.bot.id and not post.service
    if chat.type == "supergroup":
        lasting = post.id == 1 or any(kind in post.message for kind in LASTING)
        if age >= DELETABLE or lasting or not (own or call.myself(chat).has_right("can_delete_messages")):
            raise Refusal(Why.CANT_DELETE)
        return
    fresh_die = chat.private and "dice" in post.message and age < DICE_STAYS
    theirs = chat.private or call.myself(chat).admin
    if fresh_die or age > DELETABLE or not (own or theirs):
        raise Refusal(Why.CANT_DELETE_FOR_ALL)


def numbers(call: Call, name: str = "message_ids") -> list[int]:
    """Client.cpp, get_message_ids."""
    raw = call.args.parsed(name, name)
    if raw is None:
        raise Refusal(Why.NO_MESSAGE_IDS)
    if not isinstance(raw, list):
        raise Refusal(Why.IDS_NO_ARRAY)
    if len(raw) > 100:
        raise Refusal(Why.MANY_IDS)
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in raw):
        raise Refusal(Why.IDS_NO_NUMBER)
    if not all(0 < one < 1 << 31 for one in raw):
        raise Refusal(Why.IDS_INVALID)
    return raw


def delete_messages(call: Call) -> bool:
    """Missing messages are skipped; one that may not be deleted fails the whole call."""
    chat = call.chat()
    posts = [post for number in numbers(call) if (post := chat.posts.get(number))]
    for post in posts:
        check_deleting(call, chat, post)
    call.world.delete(chat, posts)
    return True


def _source(call: Call, missing: Why, never: Why) -> Post:
    source = call.chat("from_chat_id")
    post = call.post(source, missing)
    if post.service or post.message.get("has_protected_content") or post.only_for is not None:
        raise Refusal(never)
    return post


def copy_message(call: Call, rate_checked: bool = False) -> Json:
    post = _source(call, Why.COPY_NOT_FOUND, Why.CANT_COPY)
    content = content_of(post.message)
    if call.args.given("caption"):
        content = {key: value for key, value in content.items() if key not in {"caption", "caption_entities"}}
        content |= caption_content(call)
    return {"message_id": send(call, content, kind_of(content), rate_checked=rate_checked)["message_id"]}


def forward_message(call: Call, rate_checked: bool = False) -> Json:
    post = _source(call, Why.FORWARD_NOT_FOUND, Why.CANT_FORWARD)
    content = {**content_of(post.message), "forward_origin": origin_of(post)}
    call.args.values.pop("reply_markup", None)
    return send(call, content, kind_of(content), rate_checked=rate_checked)


def _each(call: Call, one: Any) -> list[Json]:
    """Copies or forwards several messages; missing ones are skipped."""
    source = call.chat("from_chat_id")
    found = [number for number in numbers(call) if number in source.posts]
    if found:
        call.rate_limiter.check_messages(call.bot.id, call.chat().id, len(found))
    sent = []
    for number in found:
        call.args.values["message_id"] = number
        sent.append({"message_id": one(call, rate_checked=True)["message_id"]})
    return sent


def copy_messages(call: Call) -> list[Json]:
    return _each(call, copy_message)


def forward_messages(call: Call) -> list[Json]:
    return _each(call, forward_message)


def need_pin_right(call: Call, chat: Chat) -> None:
    if not chat.private:
        call.need(chat, "can_pin_messages", Why.NO_RIGHT_TO_PIN)


def pin_chat_message(call: Call) -> bool:
    chat = call.chat()
    need_pin_right(call, chat)
    post = call.post(chat, Why.PIN_NOT_FOUND)
    if chat.pinned and chat.pinned[-1] == post.id:
        return True
    chat.pinned = [number for number in chat.pinned if number != post.id] + [post.id]
    call.world.post_service_message(chat, call.bot.user, {"pinned_message": without_reply(post.message)})
    call.world.publish(ChatChanged(chat))
    return True


def unpin_chat_message(call: Call) -> bool:
    chat = call.chat()
    need_pin_right(call, chat)
    number = call.args.number("message_id")
    if number is None:
        chat.pinned = chat.pinned[:-1]
    elif number not in chat.pinned:
        raise Refusal(Why.UNPIN_NOT_FOUND)
    else:
        chat.pinned.remove(number)
    call.world.publish(ChatChanged(chat))
    return True


def unpin_all_chat_messages(call: Call) -> bool:
    chat = call.chat()
    need_pin_right(call, chat)
    chat.pinned = []
    call.world.publish(ChatChanged(chat))
    return True


def set_message_reaction(call: Call) -> bool:
    chat = call.chat()
    post = call.post(chat, Why.REACT_NOT_FOUND)
    given = call.args.items("reaction") or []
    if not all(isinstance(one, dict) and one.get("type") in {"emoji", "custom_emoji"} for one in given):
        raise Refusal(Why.BAD_REACTION)
    if len(given) > 1:
        raise Refusal(Why.MANY_REACTIONS)
    old = post.reactions.pop(call.bot.id, [])
    if given:
        post.reactions[call.bot.id] = given
    call.world.publish(Reacted(chat, post, call.bot.user, old, given))
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendChatAction": send_chat_action,
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "copyMessage": copy_message,
    "copyMessages": copy_messages,
    "forwardMessage": forward_message,
    "forwardMessages": forward_messages,
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "unpinAllChatMessages": unpin_all_chat_messages,
    "setMessageReaction": set_message_reaction,
}

BEHAVIOURS = (
    Behaviour(
        "In a supergroup nothing older than 48 hours is deleted, with or without the right",
        "MessagesManager.cpp, can_delete_channel_message",
        "test_api_limits.py::test_two_days_bind_admins_too",
    ),
    Behaviour(
        "The service message that created a group or a topic cannot be deleted",
        "MessagesManager.cpp, can_delete_channel_message",
        "test_api_limits.py::test_what_made_a_group_or_a_topic_stays",
    ),
    Behaviour(
        "Elsewhere 48 hours, too; a die in a private chat stays for a day",
        "MessagesManager.cpp, can_revoke_message",
        "test_api_limits.py::test_a_die_in_a_private_chat_stays_for_a_day",
    ),
    Behaviour(
        "An edit without a keyboard removes it",
        "official text",
        "test_api_limits.py::test_an_edit_may_change_text_or_buttons_alone",
    ),
    Behaviour(
        "deleteMessages, copyMessages and forwardMessages skip missing messages",
        "official text",
        "test_methods.py::test_several_messages_are_forwarded_and_copied_at_once",
    ),
)
