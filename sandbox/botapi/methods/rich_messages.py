"""sendRichMessage, and the checks of its blocks: headings, tables, details, lists."""

from __future__ import annotations

from typing import Any

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.sending import send
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import DEEPEST_RICH_BLOCK, LONGEST_RICH_MESSAGE, MOST_RICH_BLOCKS
from sandbox.formatting.entities import utf16_length
from sandbox.formatting.parse_errors import bad_rich_message
from sandbox.formatting.rich_html import parse_rich_html

WITH_TEXT = frozenset({"paragraph", "heading", "pre", "footer", "pullquote", "thinking"})
WITH_BLOCKS = frozenset({"blockquote", "expandable_blockquote", "details"})
MARKS = frozenset(
    {
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "subscript",
        "superscript",
        "marked",
        "code",
        "url",
        "date_time",
        "text_mention",
        "custom_emoji",
        "mention",
        "hashtag",
        "bot_command",
        "email_address",
        "phone_number",
    }
)


def rich_content(call: Call) -> Json:
    raw = call.args.object("rich_message", "rich message")
    given = [name for name in ("html", "markdown", "blocks") if raw and raw.get(name)]
    if raw is None or len(given) != 1:
        raise bad_rich_message("exactly one of html, markdown and blocks must be specified")
    source = raw[given[0]]
    blocks: Any
    if given[0] == "blocks":
        blocks = source
    elif not isinstance(source, str):
        raise bad_rich_message("a string is expected")
    elif given[0] == "html":
        blocks = parse_rich_html(source)
    else:
        blocks = [{"type": "paragraph", "text": line} for line in source.split("\n\n") if line.strip()]
    checked: Json = {"blocks": checked_blocks(blocks)}
    if not checked["blocks"]:
        raise Refusal(Why.TEXT_EMPTY)
    if weight(checked["blocks"]) > LONGEST_RICH_MESSAGE:
        raise Refusal(Why.TEXT_TOO_LONG)
    if raw.get("is_rtl") is True:
        checked["is_rtl"] = True
    return {"rich_message": checked}


def checked_blocks(blocks: Any, depth: int = 0) -> list[Json]:
    if not isinstance(blocks, list) or len(blocks) > MOST_RICH_BLOCKS or depth > DEEPEST_RICH_BLOCK:
        raise bad_rich_message("a list of blocks is expected")
    return [_block(block, depth) for block in blocks]


def _block(block: Any, depth: int) -> Json:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind in WITH_TEXT:
        checked = {**block, "text": rich_text(block.get("text"))}
        if kind == "heading" and block.get("size") not in range(1, 7):
            raise bad_rich_message("a heading's size is from 1 to 6")
        return checked
    if kind == "divider":
        return {"type": "divider"}
    if kind in WITH_BLOCKS:
        checked = {**block, "blocks": checked_blocks(block.get("blocks"), depth + 1)}
        if kind == "details":
            checked["summary"] = rich_text(block.get("summary"))
        return checked
    if kind == "list":
        return {"type": "list", "items": [_item(item, depth) for item in _listed(block.get("items"))]}
    if kind == "table":
        rows = [[_cell(cell) for cell in _listed(row)] for row in _listed(block.get("cells"))]
        return {**block, "cells": rows}
    raise bad_rich_message(f'unsupported block "{kind}"')


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_RICH_BLOCKS:
        raise bad_rich_message("a list is expected")
    return value


def _item(item: Any, depth: int) -> Json:
    if not isinstance(item, dict):
        raise bad_rich_message("a list item is expected")
    return {"label": "•", **item, "blocks": checked_blocks(item.get("blocks"), depth + 1)}


def _cell(cell: Any) -> Json:
    if not isinstance(cell, dict):
        raise bad_rich_message("a table cell is expected")
    checked: Json = {"align": "left", "valign": "top", **cell}
    if checked["align"] not in {"left", "center", "right"} or checked["valign"] not in {"top", "middle", "bottom"}:
        raise bad_rich_message("wrong alignment of a cell")
    if "text" in cell:
        checked["text"] = rich_text(cell["text"])
    return checked


def rich_text(text: Any, depth: int = 0) -> Any:
    if isinstance(text, str):
        return text
    if depth > DEEPEST_RICH_BLOCK:
        raise bad_rich_message("too deep")
    if isinstance(text, list):
        return [rich_text(one, depth + 1) for one in text]
    if isinstance(text, dict) and text.get("type") in MARKS:
        return {**text, "text": rich_text(text["text"], depth + 1)} if "text" in text else text
    raise bad_rich_message("a text is expected")


def weight(value: Any) -> int:
    """Returns the approximate number of displayed characters."""
    if isinstance(value, str):
        return utf16_length(value)
    if isinstance(value, list):
        return sum(map(weight, value))
    if isinstance(value, dict):
        shown = ("text", "blocks", "items", "cells", "summary", "caption")
        return sum(weight(value[name]) for name in shown if name in value)
    return 0


def send_rich_message(call: Call) -> Json:
    return send(call, rich_content(call), "rich_message")


METHODS: dict[str, Method] = {"sendRichMessage": send_rich_message}
