"""pinChatMessage, unpinChatMessage, unpinAllChatMessages."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.events import ChatChanged
from sandbox.world.messages import without_reply


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
    call.world.messages.post_service_message(chat, call.bot.user, {"pinned_message": without_reply(post.message)})
    call.world.events.publish(ChatChanged(chat))
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
    call.world.events.publish(ChatChanged(chat))
    return True


def unpin_all_chat_messages(call: Call) -> bool:
    chat = call.chat()
    need_pin_right(call, chat)
    chat.pinned = []
    call.world.events.publish(ChatChanged(chat))
    return True


METHODS: dict[str, Method] = {
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "unpinAllChatMessages": unpin_all_chat_messages,
}
