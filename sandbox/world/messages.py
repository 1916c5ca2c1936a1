"""Messages as the sandbox stores them, and their parts: content, kind, text, buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.core.json_codec import Json

OF_CONTENT = (
    "text",
    "entities",
    "link_preview_options",
    "caption",
    "caption_entities",
    "show_caption_above_media",
    "has_media_spoiler",
    "photo",
    "document",
    "video",
    "animation",
    "audio",
    "voice",
    "video_note",
    "sticker",
    "dice",
    "rich_message",
)
MEDIA = ("photo", "video", "animation", "audio", "document", "voice", "video_note", "sticker", "dice", "poll")


def kind_of(message: Json) -> str:
    return next((kind for kind in MEDIA if kind in message), "text")


def content_of(message: Json) -> Json:
    return {key: value for key, value in message.items() if key in OF_CONTENT}


def origin_of(post: Post) -> Json:
    message = post.message
    if "forward_origin" in message:
        origin: Json = message["forward_origin"]
        return origin
    if sender := message.get("sender_chat"):
        return {"type": "chat", "date": message["date"], "sender_chat": sender}
    return {"type": "user", "date": message["date"], "sender_user": message["from"]}


def buttons_of(message: Json) -> list[tuple[int, int, Json]]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [(row, column, button) for row, line in enumerate(rows) for column, button in enumerate(line)]


def text_of(message: Json) -> str:
    if "rich_message" in message:
        return _plain(message["rich_message"]["blocks"])
    text: str = message.get("text") or message.get("caption") or ""
    return text


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(filter(None, map(_plain, value)))
    shown = ("summary", "text", "blocks", "items", "cells")
    return " ".join(_plain(value[name]) for name in shown if name in value)


@dataclass(slots=True)
class Post:
    """A stored message. An edit replaces the `message` object: holders of the old one keep the old content."""

    id: int  # negative for ephemeral messages, which are numbered separately
    message: Json
    author_id: int
    by_bot: bool = False
    service: bool = False
    only_for: int | None = None
    not_editable: bool = False  # has a reply keyboard
    reactions: dict[int, list[Json]] = field(default_factory=dict)

    def view(self) -> Json:
        if self.only_for is None and not self.reactions:
            return self.message
        fields = dict(self.message)
        if self.only_for is not None:
            fields |= {"message_id": self.id, "ephemeral_for": self.only_for}
        if self.reactions:
            fields["reactions"] = [{"user_id": user, "reaction": given} for user, given in self.reactions.items()]
        return fields


def without_reply(message: Json) -> Json:
    """Returns the message without the one that it replies to: nesting ends after one level."""
    if "reply_to_message" not in message:
        return message
    return {key: value for key, value in message.items() if key != "reply_to_message"}
