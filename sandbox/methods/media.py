"""Photos, documents and whatever else is a file; dice."""

from __future__ import annotations

import random
from typing import Any

from sandbox.contents import kind_of
from sandbox.methods.call import Call, Method
from sandbox.methods.messages import edited
from sandbox.refusals import Refusal, Why
from sandbox.wire import Arguments, Json

KINDS = ("photo", "document", "video", "animation", "audio", "voice", "video_note", "sticker")
SILENT = frozenset({"sticker", "video_note"})  # have no caption
FACES = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}


def sender(kind: str) -> Method:
    def send(call: Call) -> Json:
        content: Json = {} if kind in SILENT else call.caption()
        content[kind] = call.file(kind).as_media()
        if kind in {"photo", "video", "animation"} and call.args.flag("has_spoiler"):
            content["has_media_spoiler"] = True
        return call.send(content, kind)

    return send


def send_dice(call: Call) -> Json:
    emoji = call.args.text("emoji") or "🎲"
    if emoji not in FACES:
        raise Refusal(Why.BAD_DICE)
    return call.send({"dice": {"emoji": emoji, "value": random.randint(1, FACES[emoji])}}, "dice")


def of_input(call: Call, raw: Any) -> tuple[str, Json]:
    """An InputMedia: its kind, and the part of a message that it makes."""
    if not isinstance(raw, dict):
        raise Refusal(Why.BAD_MEDIA, what="expected an Object")
    if raw.get("type") not in KINDS:
        raise Refusal(Why.BAD_MEDIA, what="type must be one of the supported types")
    if not isinstance(raw.get("media"), str):
        raise Refusal(Why.BAD_MEDIA, what="media not found")
    kind: str = raw["type"]
    inner = Call(call.world, call.bot, Arguments(raw, call.args.files), call.office, call.pace)
    content = {} if kind in SILENT else inner.caption()
    content[kind] = inner.file(kind, value=raw["media"]).as_media()
    if raw.get("has_spoiler") is True:
        content["has_media_spoiler"] = True
    return kind, content


def edit_message_media(call: Call) -> Json:
    _, content = of_input(call, call.args.object("media", "InputMedia"))
    chat = call.chat()
    post = call.own_post(chat)
    if kind_of(post.message) in {"sticker", "dice", "poll"}:
        raise Refusal(Why.CANT_EDIT)
    return edited(call, chat, post, content)


def send_media_group(call: Call) -> list[Json]:
    media = call.args.items("media", "InputMedia") or []
    if not 2 <= len(media) <= 10:
        raise Refusal(Why.ALBUM_SIZE)
    contents = [of_input(call, raw) for raw in media]
    call.pace.take(call.bot.id, call.chat().id, len(contents))
    group = f"{call.world.next_album():d}"
    call.args.values.pop("reply_markup", None)
    return [call.send({**content, "media_group_id": group}, kind, paced=True) for kind, content in contents]


def get_file(call: Call) -> Json:
    file = call.world.files.find(call.args.text("file_id"))
    if file is None:
        raise Refusal(Why.FILE_ID)
    return {**file.basic(), "file_path": file.path}


METHODS: dict[str, Method] = {
    "sendPhoto": sender("photo"),
    "sendDocument": sender("document"),
    "sendVideo": sender("video"),
    "sendAnimation": sender("animation"),
    "sendAudio": sender("audio"),
    "sendVoice": sender("voice"),
    "sendVideoNote": sender("video_note"),
    "sendSticker": sender("sticker"),
    "sendMediaGroup": send_media_group,
    "sendDice": send_dice,
    "editMessageMedia": edit_message_media,
    "getFile": get_file,
}
