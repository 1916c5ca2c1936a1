"""sendMessage, sendChatAction."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.message_text import text_content
from sandbox.botapi.methods.send_permissions import check_action
from sandbox.botapi.methods.sending import send
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.events import Typing

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


def send_message(call: Call) -> Json:
    return send(call, text_content(call))


def send_chat_action(call: Call) -> bool:
    action = call.args.text("action")
    if action not in ACTIONS:
        raise Refusal(Why.BAD_ACTION)
    chat = call.chat()
    check_action(call.world, call.bot, chat)
    call.world.events.publish(Typing(chat, action))
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendChatAction": send_chat_action,
}
