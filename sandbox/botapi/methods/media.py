"""Methods that send files and dice, albums, editMessageMedia, getFile."""

from __future__ import annotations

import random
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.edit_messages import edited
from sandbox.botapi.methods.message_text import caption_content
from sandbox.botapi.methods.sending import send
from sandbox.botapi.methods.uploads import file_argument
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import ALBUM_SIZES
from sandbox.world.messages import kind_of

KINDS = ("photo", "document", "video", "animation", "audio", "voice", "video_note", "sticker")
WITHOUT_CAPTION = frozenset({"sticker", "video_note"})
FACES = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}


def file_sender(kind: str) -> Method:
    def send_file(call: Call) -> Json:
        content: Json = {} if kind in WITHOUT_CAPTION else caption_content(call)
        content[kind] = file_argument(call, kind).as_media()
        if kind in {"photo", "video", "animation"} and call.args.flag("has_spoiler"):
            content["has_media_spoiler"] = True
        return send(call, content, kind)

    return send_file


def send_dice(call: Call) -> Json:
    emoji = call.args.text("emoji") or "🎲"
    if emoji not in FACES:
        raise Refusal(Why.BAD_DICE)
    return send(call, {"dice": {"emoji": emoji, "value": random.randint(1, FACES[emoji])}}, "dice")


def input_media(call: Call, raw: Any) -> tuple[str, Json]:
    """Reads an InputMedia; returns its kind and the message content that it makes."""
    if not isinstance(raw, dict):
        raise Refusal(Why.BAD_MEDIA, what="expected an Object")
    if raw.get("type") not in KINDS:
        raise Refusal(Why.BAD_MEDIA, what="type must be one of the supported types")
    if not isinstance(raw.get("media"), str):
        raise Refusal(Why.BAD_MEDIA, what="media not found")
    kind: str = raw["type"]
    inner = call.with_arguments(Arguments(raw, call.args.files))
    content = {} if kind in WITHOUT_CAPTION else caption_content(inner)
    content[kind] = file_argument(inner, kind, value=raw["media"]).as_media()
    if raw.get("has_spoiler") is True:
        content["has_media_spoiler"] = True
    return kind, content


def edit_message_media(call: Call) -> Json:
    _, content = input_media(call, call.args.object("media", "InputMedia"))
    chat = call.chat()
    post = call.own_post(chat)
    if kind_of(post.message) in {"sticker", "dice", "poll"}:
        raise Refusal(Why.CANT_EDIT)
    return edited(call, chat, post, content)


def send_media_group(call: Call) -> list[Json]:
    media = call.args.items("media", "InputMedia") or []
    if len(media) not in ALBUM_SIZES:
        raise Refusal(Why.ALBUM_SIZE)
    contents = [input_media(call, raw) for raw in media]
    call.rate_limiter.check_messages(call.bot.id, call.chat().id, len(contents))
    album = {"media_group_id": str(call.world.next_unique_number())}
    call.args.values.pop("reply_markup", None)
    return [send(call, content | album, kind, rate_checked=True) for kind, content in contents]


def get_file(call: Call) -> Json:
    file = call.world.files.find(call.args.text("file_id"))
    if file is None:
        raise Refusal(Why.FILE_ID)
    return {**file.basic(), "file_path": file.path}


METHODS: dict[str, Method] = {
    "sendPhoto": file_sender("photo"),
    "sendDocument": file_sender("document"),
    "sendVideo": file_sender("video"),
    "sendAnimation": file_sender("animation"),
    "sendAudio": file_sender("audio"),
    "sendVoice": file_sender("voice"),
    "sendVideoNote": file_sender("video_note"),
    "sendSticker": file_sender("sticker"),
    "sendMediaGroup": send_media_group,
    "sendDice": send_dice,
    "editMessageMedia": edit_message_media,
    "getFile": get_file,
}
