"""Parses the HTML of rich messages into blocks."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from sandbox.core.json_codec import Json
from sandbox.formatting.html import PLAIN
from sandbox.formatting.parse_errors import bad_rich_message

INLINE = {tag: kind for tag, kind in PLAIN.items() if tag != "pre"} | {
    "sub": "subscript",
    "sup": "superscript",
    "mark": "marked",
    "a": "url",
    "tg-time": "date_time",
}
TEXTS = {"p": "paragraph", "pre": "pre", "footer": "footer", **{f"h{n}": "heading" for n in range(1, 7)}}
HOLDERS = {"blockquote": "blockquote", "details": "details", "ul": "list", "ol": "list", "table": "table"}
PARTS = frozenset({"li", "tr", "td", "th", "summary", "thead", "tbody", "caption"})
VOID = frozenset({"br", "hr"})


class _Node:
    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[_Node | str] = []


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in INLINE and tag not in TEXTS and tag not in HOLDERS and tag not in PARTS | VOID:
            raise bad_rich_message(f'unsupported start tag "{tag}"')
        if len(self.open) > 40:
            raise bad_rich_message("too deep")
        node = _Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if len(self.open) < 2 or self.open[-1].tag != tag:
            raise bad_rich_message(f'unexpected end tag "{tag}"')
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse_rich_html(source: str) -> list[Json]:
    tree = _Tree()
    tree.feed(source)
    tree.close()
    if len(tree.open) > 1:
        raise bad_rich_message(f'can\'t find end tag corresponding to start tag "{tree.open[-1].tag}"')
    return _blocks(tree.root)


def _blocks(node: _Node) -> list[Json]:
    """Returns the blocks inside of a node; text between blocks becomes a paragraph."""
    blocks: list[Json] = []
    loose: list[_Node | str] = []

    def flush() -> None:
        text = _text(loose)
        if text not in ("", []):
            blocks.append({"type": "paragraph", "text": text})
        loose.clear()

    for child in node.children:
        if isinstance(child, str) or child.tag in INLINE or child.tag == "br":
            loose.append(child)
        elif child.tag != "summary":
            flush()
            blocks.append(_block(child))
    flush()
    return blocks


def _block(node: _Node) -> Json:
    tag = node.tag
    if tag in TEXTS:
        block: Json = {"type": TEXTS[tag], "text": _text(node.children)}
        if TEXTS[tag] == "heading":
            block["size"] = int(tag[1])
        return block
    if tag == "hr":
        return {"type": "divider"}
    if tag == "details":
        summary = _inside(node, "summary")
        block = {
            "type": "details",
            "summary": _text(summary[0].children) if summary else "",
            "blocks": _blocks(node),
        }
        return block | ({"is_open": True} if "open" in node.attributes else {})
    if tag == "blockquote":
        return {"type": "blockquote", "blocks": _blocks(node)}
    if tag in {"ul", "ol"}:
        return {"type": "list", "items": [_item(node, n, li) for n, li in enumerate(_inside(node, "li"), 1)]}
    if tag == "table":
        sections = [*_inside(node, "thead"), *_inside(node, "tbody"), node]
        rows = [row for section in sections for row in _inside(section, "tr")]
        cells = [[_cell(cell) for cell in row.children if isinstance(cell, _Node)] for row in rows]
        block = {"type": "table", "cells": cells}
        return block | {f"is_{name}": True for name in ("bordered", "striped") if name in node.attributes}
    raise bad_rich_message(f'tag "{tag}" out of place')


def _item(parent: _Node, number: int, node: _Node) -> Json:
    ordered = parent.tag == "ol"
    block: Json = {"label": f"{number}." if ordered else "•", "blocks": _blocks(node)}
    return block | ({"value": number, "type": "1"} if ordered else {})


def _cell(node: _Node) -> Json:
    if node.tag not in {"td", "th"}:
        raise bad_rich_message(f'tag "{node.tag}" out of place')
    block: Json = {
        "align": node.attributes.get("align", "left"),
        "valign": node.attributes.get("valign", "top"),
        "text": _text(node.children),
    }
    if node.tag == "th":
        block["is_header"] = True
    for name in ("colspan", "rowspan"):
        value = node.attributes.get(name, "")
        if value.isascii() and value.isdigit() and 1 < int(value[:4]) <= 100:
            block[name] = int(value[:4])
    return block


def _inside(node: _Node, tag: str) -> list[_Node]:
    return [child for child in node.children if isinstance(child, _Node) and child.tag == tag]


def _text(children: list[_Node | str]) -> Any:
    """Returns a plain string, or a list of strings and formatted parts."""
    parts: list[Any] = []
    for child in children:
        if isinstance(child, str):
            piece: Any = re.sub(r"\s+", " ", child)
        elif child.tag == "br":
            piece = "\n"
        elif child.tag in INLINE:
            piece = {"type": INLINE[child.tag], "text": _text(child.children), **_extras(child)}
        else:
            raise bad_rich_message(f'tag "{child.tag}" out of place')
        if parts and isinstance(piece, str) and isinstance(parts[-1], str):
            parts[-1] += piece
        else:
            parts.append(piece)
    if all(isinstance(piece, str) for piece in parts):
        return "".join(parts).strip()
    return parts


def _extras(node: _Node) -> Json:
    if node.tag == "a":
        return {"url": node.attributes.get("href", "")}
    if node.tag == "tg-time":
        unix = node.attributes.get("unix", "")
        if not unix.isascii() or not unix.isdigit() or len(unix) > 12:
            raise bad_rich_message("invalid Unix time specified")
        return {"unix_time": int(unix), "date_time_format": node.attributes.get("format", "")}
    return {}
