"""What a bot's call puts into a message: text, caption, inline keyboard, file. Lengths are checked here."""

from __future__ import annotations

from sandbox.behaviours import Behaviour
from sandbox.botapi.keyboards import inline_keyboard
from sandbox.botapi.methods.call import Call
from sandbox.formatting.entities import formatted, utf16_length
from sandbox.json_values import Json
from sandbox.refusals import Refusal, Why
from sandbox.world.files import File
from sandbox.world.message_content import LONGEST_CAPTION, LONGEST_TEXT

LONGEST_SOURCE = 65_536  # characters before parsing; a text within the limits never has so many tags


def _formatted(call: Call, name: str = "text", entities: str = "entities") -> tuple[str, list[Json]]:
    raw = call.args.items(entities) if entities in call.args.values else None
    mode, unknown = call.args.text("parse_mode"), call.version.unknown
    return formatted(call.args.text(name), mode, raw, call.world.user, unknown)


def text_content(call: Call) -> Json:
    if len(call.args.text("text")) > LONGEST_SOURCE:
        raise Refusal(Why.TEXT_TOO_LONG)
    text, entities = _formatted(call)
    if not text:
        raise Refusal(Why.TEXT_EMPTY)
    if len(text) > LONGEST_TEXT // 2 and utf16_length(text) > LONGEST_TEXT:
        raise Refusal(Why.TEXT_TOO_LONG)
    content: Json = {"text": text}
    if entities:
        content["entities"] = entities
    if options := call.args.object("link_preview_options"):
        content["link_preview_options"] = options
    return content


def caption_content(call: Call) -> Json:
    if len(call.args.text("caption")) > LONGEST_SOURCE:
        raise Refusal(Why.CAPTION_TOO_LONG)
    text, entities = _formatted(call, "caption", "caption_entities")
    if utf16_length(text) > LONGEST_CAPTION:
        raise Refusal(Why.CAPTION_TOO_LONG)
    content: Json = {"caption": text} if text else {}
    if text and entities:
        content["caption_entities"] = entities
    if call.args.flag("show_caption_above_media"):
        content["show_caption_above_media"] = True
    return content


def inline_markup(call: Call) -> Json | None:
    return inline_keyboard(call.args.parsed("reply_markup", "reply keyboard markup"))


def file_argument(call: Call, name: str, kind: str | None = None, value: str | None = None) -> File:
    kind = kind or name
    value = call.args.text(name) if value is None else value
    upload = call.args.files.get(value.removeprefix("attach://") if value.startswith("attach://") else name)
    if upload is not None and (not value or value.startswith("attach://")):
        if not upload.content:
            raise Refusal(Why.FILE_EMPTY)
        return call.world.files.add(kind, upload.name, upload.content_type, upload.content)
    if not value or value.startswith("attach://"):
        raise Refusal(Why.FILE_MISSING, what=kind.replace("_", " "))
    if value.startswith(("http://", "https://")):  # nothing is downloaded
        return call.world.files.add(kind, value.rpartition("/")[2], "application/octet-stream", b"")
    file = call.world.files.find(value)
    if file is None or kind not in {file.kind, "document"}:
        raise Refusal(Why.FILE_UNKNOWN)
    return file


BEHAVIOURS = (
    Behaviour(
        "A text has at most 4096 characters, a caption 1024, counted in UTF-16 units",
        "official text; the unit is a guess, tdlib counts code points",
        "test_api_limits.py::test_a_text_at_the_limit_passes",
    ),
)
