"""Methods that edit and delete ephemeral messages (they are sent by the ordinary methods)."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.edit_messages import edited
from sandbox.botapi.methods.media import input_media
from sandbox.botapi.methods.message_text import caption_content, text_content
from sandbox.botapi.methods.rich_messages import rich_content
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.chats import Chat
from sandbox.world.messages import OF_CONTENT, Post, kind_of


def _found(call: Call, missing: Why) -> tuple[Chat, Post]:
    chat = call.group()
    receiver = call.user_id("receiver_user_id")
    number = call.args.number("ephemeral_message_id")
    if not number:
        raise Refusal(Why.NO_MESSAGE_ID)
    post = chat.posts.get(-number) if number > 0 else None
    if post is None or post.only_for != receiver:
        raise Refusal(missing)
    if post.author_id != call.bot.id:
        raise Refusal(Why.CANT_EDIT)
    return chat, post


def editor(change: Callable[[Call, Post], Json]) -> Method:
    def edit(call: Call) -> bool:
        chat, post = _found(call, Why.EDIT_NOT_FOUND)
        edited(call, chat, post, change(call, post))
        return True

    return edit


def _text(call: Call, post: Post) -> Json:
    if kind_of(post.message) != "text":
        raise Refusal(Why.NO_TEXT_TO_EDIT)
    return rich_content(call) if call.args.given("rich_message") else text_content(call)


def _caption(call: Call, post: Post) -> Json:
    kind = kind_of(post.message)
    if kind == "text":
        raise Refusal(Why.NO_CAPTION_TO_EDIT)
    return {kind: post.message[kind], **caption_content(call)}


def _media(call: Call, _: Post) -> Json:
    return input_media(call, call.args.object("media", "InputMedia"))[1]


def _markup(_: Call, post: Post) -> Json:
    return {key: value for key, value in post.message.items() if key in OF_CONTENT}


def delete_ephemeral_message(call: Call) -> bool:
    chat, post = _found(call, Why.DELETE_NOT_FOUND)
    call.world.messages.delete(chat, [post])
    return True


METHODS: dict[str, Method] = {
    "editEphemeralMessageText": editor(_text),
    "editEphemeralMessageCaption": editor(_caption),
    "editEphemeralMessageMedia": editor(_media),
    "editEphemeralMessageReplyMarkup": editor(_markup),
    "deleteEphemeralMessage": delete_ephemeral_message,
}
