"""The text, caption and inline keyboard that a call puts into a message, with their lengths checked."""

from __future__ import annotations

from sandbox.botapi.keyboards import inline_keyboard
from sandbox.botapi.methods.call import Call
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_CAPTION, LONGEST_SOURCE, LONGEST_TEXT
from sandbox.formatting.entities import formatted, utf16_length


def _formatted(call: Call, name: str = "text", entities: str = "entities") -> tuple[str, list[Json]]:
    raw = call.args.items(entities) if entities in call.args.values else None
    mode, unknown = call.args.text("parse_mode"), call.version.unknown
    return formatted(call.args.text(name), mode, raw, call.world.users.get, unknown)


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


BEHAVIOURS = (
    Behaviour(
        "A text has at most 4096 characters, a caption 1024, counted in UTF-16 units",
        "official text; the unit is a guess, tdlib counts code points",
        "botapi/methods/test_message_text.py::test_a_text_at_the_limit_passes",
    ),
)
