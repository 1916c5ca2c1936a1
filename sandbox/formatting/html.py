"""The HTML subset of messages. Broken HTML is refused with the byte offset of the error."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.core.json_codec import Json
from sandbox.core.size_limits import MOST_ENTITIES
from sandbox.formatting.parse_errors import bad_entities

PLAIN = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
    "pre": "pre",
}
TAGS = frozenset({*PLAIN, "a", "span", "blockquote", "tg-emoji", "tg-time"})
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_ENTITY = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?")
_NAME = re.compile(r"[^\s/>=\"']+")
_SPACE = re.compile(r"\s*")
_DATE_FORMAT = re.compile(r"r|w?[dD]?[tT]?")


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    attributes: dict[str, str]
    language: str | None = None


def byte_offset(text: str, index: int) -> int:
    return len(text[:index].encode("utf-8", "surrogatepass"))


def unescaped(text: str) -> str:
    if "&" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        if name := match[3]:
            return NAMED[name]
        code = int(match[1], 16) if match[1] else int(match[2])
        if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
            return match[0]
        return chr(code)

    return _ENTITY.sub(one, text)


def parse_html(source: str, unknown: frozenset[str] = frozenset()) -> tuple[str, list[Json]]:
    if "<" not in source:
        return unescaped(source).replace("\r", ""), []
    out: list[str] = []
    length = 0
    opened: list[_Open] = []
    entities: list[Json] = []
    at = 0
    while at < len(source):
        begin = source.find("<", at)
        if begin < 0:
            begin = len(source)
        if begin > at:
            piece = unescaped(source[at:begin]).replace("\r", "")
            out.append(piece)
            length += len(piece.encode("utf-16-le", "surrogatepass")) >> 1
        if begin == len(source):
            break
        if source.startswith("</", begin):
            at = _close(source, begin, opened, entities, length, out)
        else:
            tag, attributes, at = _start_tag(source, begin, unknown)
            opened.append(_Open(tag, length, attributes))
    if opened:
        raise bad_entities(f'Can\'t find end tag corresponding to start tag "{opened[-1].tag}"')
    return "".join(out), _untangled(entities)


def _start_tag(source: str, begin: int, unknown: frozenset[str]) -> tuple[str, dict[str, str], int]:
    name = _NAME.match(source, begin + 1)
    tag = name[0].lower() if name else ""
    if tag not in TAGS or tag in unknown:
        raise bad_entities(f'Unsupported start tag "{tag}" at byte offset {byte_offset(source, begin)}')
    at = begin + 1 + len(tag)
    attributes: dict[str, str] = {}
    while True:
        space = _SPACE.match(source, at)
        at = space.end() if space else at
        if at >= len(source):
            raise bad_entities(f"Unclosed start tag at byte offset {byte_offset(source, begin)}")
        if source[at] == ">":
            break
        if source[at] == "/":
            raise bad_entities(
                f'Empty attribute name in the tag "{tag}" at byte offset {byte_offset(source, begin)}'
            )
        found = _NAME.match(source, at)
        if found is None:
            raise bad_entities(
                f'Empty attribute name in the tag "{tag}" at byte offset {byte_offset(source, begin)}'
            )
        key, at = found[0].lower(), found.end()
        value, at = _attribute_value(source, at, tag, begin)
        attributes[key] = unescaped(value)
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        raise bad_entities(f'Tag "span" must have class "tg-spoiler" at byte offset {byte_offset(source, begin)}')
    if tag == "tg-emoji" and not attributes.get("emoji-id", "").isdigit():
        raise bad_entities("Invalid custom emoji identifier specified")
    if tag == "tg-time":
        unix, shape = attributes.get("unix", ""), attributes.get("format", "")
        if not unix.isascii() or not unix.isdigit() or len(unix) > 12:
            raise bad_entities("Invalid Unix time specified")
        if not _DATE_FORMAT.fullmatch(shape):
            raise bad_entities("Invalid date-time format specified")
    return tag, attributes, at + 1


def _attribute_value(source: str, at: int, tag: str, begin: int) -> tuple[str, int]:
    while at < len(source) and source[at].isspace():
        at += 1
    if at >= len(source) or source[at] != "=":
        if tag == "blockquote" or at < len(source):  # an attribute may stand alone: <blockquote expandable>
            return "", at
        raise bad_entities(f"Unclosed start tag at byte offset {byte_offset(source, begin)}")
    at += 1
    while at < len(source) and source[at].isspace():
        at += 1
    if at >= len(source):
        raise bad_entities(f"Unclosed start tag at byte offset {byte_offset(source, begin)}")
    if source[at] in "\"'":
        end = source.find(source[at], at + 1)
        if end < 0:
            raise bad_entities(f"Unclosed start tag at byte offset {byte_offset(source, begin)}")
        return source[at + 1 : end], end + 1
    found = re.compile(r"[A-Za-z0-9.-]+").match(source, at)
    if found is None:
        where = byte_offset(source, begin)
        raise bad_entities(f'Unexpected end of the attribute of the tag "{tag}" at byte offset {where}')
    return found[0], found.end()


def _close(source: str, begin: int, opened: list[_Open], entities: list[Json], length: int, out: list[str]) -> int:
    end = source.find(">", begin)
    if end < 0:
        raise bad_entities(f"Unclosed end tag at byte offset {byte_offset(source, begin)}")
    tag = source[begin + 2 : end].strip().lower()
    if not opened:
        raise bad_entities(f"Unexpected end tag at byte offset {byte_offset(source, begin)}")
    top = opened.pop()
    if tag not in {"", top.tag}:
        where = byte_offset(source, begin)
        raise bad_entities(f'Unmatched end tag at byte offset {where}, expected "</{top.tag}>", found "</{tag}>"')
    size = length - top.start
    if size:
        entity: Json = {"offset": top.start, "length": size}
        if len(entities) < MOST_ENTITIES and _describe(entity, top, opened[-1] if opened else None, out):
            entities.append(entity)
    return end + 1


def _after(text: str, start: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[2 * start :].decode("utf-16-le", "surrogatepass")


def _describe(entity: Json, top: _Open, outer: _Open | None, out: list[str]) -> bool:
    match top.tag:
        case "a":
            url = top.attributes.get("href") or _after("".join(out), top.start)
            if url.split() != [url]:
                return False
            if "://" not in url and not url.startswith(("mailto:", "tel:")):
                url = f"http://{url}"
            entity |= {"type": "text_link", "url": url}
        case "span":
            entity["type"] = "spoiler"
        case "blockquote":
            entity["type"] = "expandable_blockquote" if "expandable" in top.attributes else "blockquote"
        case "tg-emoji":
            entity |= {"type": "custom_emoji", "custom_emoji_id": top.attributes["emoji-id"]}
        case "tg-time":
            entity |= {"type": "date_time", "unix_time": int(top.attributes["unix"])}
            if shape := top.attributes.get("format"):
                entity["date_time_format"] = shape
        case "code" if outer is not None and outer.tag == "pre" and outer.start == top.start:
            language = top.attributes.get("class", "")
            if language.startswith("language-"):
                outer.language = language.removeprefix("language-")
            return False
        case "pre":
            entity["type"] = "pre"
            if top.language:
                entity["language"] = top.language
        case _:
            entity["type"] = PLAIN[top.tag]
    return True


def _untangled(entities: list[Json]) -> list[Json]:
    """Removes entities nested in code, and quotations nested in quotations."""
    if len(entities) < 2:
        return entities
    kept = []
    for entity in entities:
        start, end = entity["offset"], entity["offset"] + entity["length"]
        quote = entity["type"].endswith("blockquote")
        for other in entities:
            if other is entity or not (
                other["type"] in {"code", "pre"} or (quote and other["type"].endswith("blockquote"))
            ):
                continue
            begin, stop = other["offset"], other["offset"] + other["length"]
            if begin <= start and end <= stop and (begin, stop) != (start, end):
                break
        else:
            kept.append(entity)
    return kept
