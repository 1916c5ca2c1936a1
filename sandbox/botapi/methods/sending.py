"""Sends and edits messages: what all methods that do so have in common."""

from __future__ import annotations

from sandbox.botapi.keyboards import reply_markup
from sandbox.botapi.methods.call import Call
from sandbox.botapi.methods.ephemeral_receivers import receiver_of
from sandbox.botapi.methods.send_permissions import check_sending, check_server
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged
from sandbox.world.messages import Post, without_reply

COMPARED = (
    "text",
    "entities",
    "caption",
    "caption_entities",
    "reply_markup",
    "rich_message",
    "photo",
    "video",
    "animation",
    "audio",
    "document",
)


def send(call: Call, content: Json, kind: str = "text", *, rate_checked: bool = False) -> Json:
    """Sends a message. Checks come in Telegram's order: content, chat, reply, receiver, rights, rate limit.

    `rate_checked`: the caller has passed several messages through the rate limit together.
    """
    inline, keyboard = None, None
    if call.args.given("reply_markup"):
        inline, keyboard = reply_markup(call.args.parsed("reply_markup", "reply keyboard markup"))
    chat = call.chat()
    thread = _thread_fields(call, chat)
    replied = _replied_post(call, chat)
    message = thread | _reply_fields(replied, thread) | content | _option_fields(call, chat)
    if inline is not None:
        message["reply_markup"] = inline
    receiver = receiver_of(call.world, call.bot, call.args, chat, replied)
    check_sending(call.world, call.bot, chat, kind, message.get("message_thread_id"))
    if not rate_checked:
        call.rate_limiter.check_messages(call.bot.id, chat.id)
    if receiver is not None:
        return call.world.messages.post_ephemeral(chat, call.bot.user, receiver, message, by_bot=True).message
    post = call.world.messages.post(chat, call.bot.user, message, by_bot=True)
    if keyboard is not None:
        post.not_editable = not keyboard.get("remove_keyboard")
        asks = {"message_id": post.id} if keyboard.get("force_reply") else {}
        chat.keyboard = keyboard | asks if post.not_editable else None
        call.world.events.publish(ChatChanged(chat))
    return post.message


def _thread_fields(call: Call, chat: Chat) -> Json:
    thread = call.args.number("message_thread_id")
    if thread is None:
        return {}
    if chat.private or not chat.is_forum:
        raise Refusal(Why.THREAD_NOT_FOUND)
    if thread == 1:  # General is the chat itself
        return {}
    if thread not in chat.topics:
        raise Refusal(Why.THREAD_NOT_FOUND)
    return {"message_thread_id": thread, "is_topic_message": True}


def _reply_fields(replied: Post | None, thread: Json) -> Json:
    """Returns the fields of a reply; its topic is that of the message it answers, unless the call names one."""
    if replied is None:
        return {}
    fields: Json = {"reply_to_message": without_reply(replied.message)}
    if "message_thread_id" in replied.message:
        fields |= {"message_thread_id": replied.message["message_thread_id"], "is_topic_message": True} | thread
    return fields


def _option_fields(call: Call, chat: Chat) -> Json:
    fields: Json = {}
    if call.args.flag("protect_content"):
        fields["has_protected_content"] = True
    if effect := call.args.text("message_effect_id"):
        if not chat.private:
            raise Refusal(Why.NO_EFFECTS)
        fields["effect_id"] = effect
    return fields


def _replied_post(call: Call, chat: Chat) -> Post | None:
    number = call.args.number("reply_to_message_id")
    optional = call.args.flag("allow_sending_without_reply")
    if asked := call.args.object("reply_parameters", "reply parameters"):
        number, ephemeral = asked.get("message_id"), asked.get("ephemeral_message_id")
        optional = asked.get("allow_sending_without_reply") is True
        if not number and isinstance(ephemeral, int):
            number = -ephemeral
    if not number:
        return None
    post = chat.posts.get(number) if isinstance(number, int) else None
    if post is None and not optional:
        raise Refusal(Why.REPLY_NOT_FOUND)
    return post


def save_edit(call: Call, chat: Chat, post: Post, message: Json) -> Json:
    """Stores an edit. It counts against the rate limits; one that changes nothing is refused."""
    check_server(chat)
    old = post.message
    if all(old.get(key) == message.get(key) for key in COMPARED):
        raise Refusal(Why.NOT_MODIFIED)
    call.rate_limiter.check_messages(call.bot.id, chat.id)
    message["edit_date"] = int(call.world.now())
    return call.world.messages.edit(chat, post, message).message


BEHAVIOURS = (
    Behaviour(
        "A bot edits its own messages however old they are, but no forward and none with a reply keyboard",
        "MessagesManager.cpp, can_edit_message",
        "botapi/methods/test_edit_messages.py::test_a_forward_and_a_message_with_a_reply_keyboard_cannot_be_edited",
    ),
    Behaviour(
        "An edit that changes nothing is refused",
        "Client.cpp, fail_query_with_error",
        "botapi/test_refusals_in_aiogram.py::test_refused_as_telegram_does",
    ),
)
