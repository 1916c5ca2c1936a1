"""editMessageText, editMessageCaption, editMessageReplyMarkup."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.message_text import caption_content, inline_markup, text_content
from sandbox.botapi.methods.rich_messages import rich_content
from sandbox.botapi.methods.sending import save_edit
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.messages import MEDIA, OF_CONTENT, Post, kind_of


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


METHODS: dict[str, Method] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
}


BEHAVIOURS = (
    Behaviour(
        "An edit without a keyboard removes it",
        "official text",
        "botapi/methods/test_edit_messages.py::test_an_edit_may_change_text_or_buttons_alone",
    ),
)
