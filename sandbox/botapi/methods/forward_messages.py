"""forwardMessage, forwardMessages, copyMessage, copyMessages."""

from __future__ import annotations

from typing import Any

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.message_text import caption_content
from sandbox.botapi.methods.sending import send
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.messages import Post, content_of, kind_of, origin_of


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
    found = [number for number in call.message_ids() if number in source.posts]
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


METHODS: dict[str, Method] = {
    "copyMessage": copy_message,
    "copyMessages": copy_messages,
    "forwardMessage": forward_message,
    "forwardMessages": forward_messages,
}


BEHAVIOURS = (
    Behaviour(
        "deleteMessages, copyMessages and forwardMessages skip missing messages",
        "official text",
        "botapi/methods/test_forward_messages.py::test_several_messages_are_forwarded_and_copied_at_once",
    ),
)
