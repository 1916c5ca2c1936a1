"""HTML and Markdown → text and entities, with lengths as Telegram counts them: in UTF-16 units."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.formatting.html import parse_html
from sandbox.formatting.markdown import parse_markdown

Mention = Callable[[int], Json | None]  # the user behind tg://user?id=…

KINDS = frozenset(
    {
        "mention",
        "hashtag",
        "cashtag",
        "bot_command",
        "url",
        "email",
        "phone_number",
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "blockquote",
        "expandable_blockquote",
        "code",
        "pre",
        "text_link",
        "text_mention",
        "custom_emoji",
        "date_time",
    }
)
FOUND = frozenset({"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"})
OPAQUE = frozenset({"code", "pre", "text_link", "text_mention", "mention", "url", "email"})
LONGEST_SEARCHED = 10_000  # longer texts are refused anyway
_HINTS = re.compile(r"[/@#.]")
_SEEN = re.compile(
    r"(?P<url>\bhttps?://[^\s<>\"'«»]+|(?<![\w@./-])t\.me/[\w/?=&%+-]+)"
    r"|(?P<email>(?<![\w.@+-])[\w.+-]+@[\w-]+\.[a-z]{2,12}\b)"
    r"|(?P<bot_command>(?<![\w/<>@.])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?\b)"
    r"|(?P<mention>(?<![\w@/.])@[A-Za-z][A-Za-z0-9_]{2,31}\b)"
    r"|(?P<hashtag>(?<![\w#&/])#\d*[^\W\d]\w*)"
)


def utf16_length(text: str) -> int:
    """Returns the length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) >> 1


def detected(text: str, beside: list[Json]) -> list[Json]:
    """Finds commands, mentions, links and hashtags that are not marked up."""
    if not _HINTS.search(text) or len(text) > LONGEST_SEARCHED:
        return []
    taken = [(e["offset"], e["offset"] + e["length"]) for e in beside if e["type"] in OPAQUE]
    found: list[Json] = []
    start = read = 0
    for match in _SEEN.finditer(text):
        start, read = start + utf16_length(text[read : match.start()]), match.start()
        said = match[0].rstrip(".,;:!?)]") if match.lastgroup == "url" else match[0]
        length = utf16_length(said)
        if said.endswith("://"):
            continue
        if not any(start < end and begin < start + length for begin, end in taken):
            found.append({"offset": start, "length": length, "type": match.lastgroup})
    return found


def trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Strips white space around the text and shifts the entities."""
    inner = text.strip()
    if len(inner) == len(text):
        return text, entities
    lead = utf16_length(text[: len(text) - len(text.lstrip())])
    size = utf16_length(inner)
    kept: list[Json] = []
    for entity in entities:
        start = max(entity["offset"] - lead, 0)
        end = min(entity["offset"] + entity["length"] - lead, size)
        if start < end:
            kept.append({**entity, "offset": start, "length": end - start})
    return inner, kept


def given_entities(raw: list[Any], text: str, mention: Mention) -> list[Json]:
    size = utf16_length(text)
    kept: list[Json] = []
    for entity in raw:
        if not isinstance(entity, dict):
            raise Refusal(Why.BAD_JSON, what="message entities")
        kind, start, length = entity.get("type"), entity.get("offset"), entity.get("length")
        if not isinstance(kind, str) or not isinstance(start, int) or not isinstance(length, int):
            raise Refusal(Why.BAD_JSON, what="message entities")
        if kind not in KINDS or kind in FOUND or length <= 0 or start < 0 or start + length > size:
            continue
        found: Json = {"offset": start, "length": length, "type": kind}
        found |= {k: entity[k] for k in _EXTRAS.get(kind, ()) if entity.get(k)}
        if kind == "text_mention":
            user = entity.get("user")
            known = mention(user["id"]) if isinstance(user, dict) and isinstance(user.get("id"), int) else None
            if known is None:
                continue
            found["user"] = known
        kept.append(found)
    return kept


_EXTRAS = {
    "text_link": ("url",),
    "pre": ("language",),
    "custom_emoji": ("custom_emoji_id",),
    "date_time": ("unix_time", "date_time_format"),
}


def formatted(
    text: str, parse_mode: str, raw: list[Any] | None, mention: Mention, unknown: frozenset[str] = frozenset()
) -> tuple[str, list[Json]]:
    """Returns the displayed text and its entities in Telegram's order.

    `unknown`: tags and kinds of entities that this server does not know.
    """
    entities: list[Json]
    if parse_mode:
        mode = parse_mode.lower()
        if mode == "html":
            text, entities = parse_html(text, unknown)
        elif mode in {"markdown", "markdownv2"}:
            text, entities = parse_markdown(text, legacy=mode == "markdown")
        else:
            raise Refusal(Why.BAD_PARSE_MODE)
        entities = _linked(entities, mention)
    else:
        entities = [one for one in given_entities(raw, text, mention) if one["type"] not in unknown] if raw else []
    text, entities = trimmed(text, entities)
    entities += detected(text, entities)
    if len(entities) > 1:
        entities.sort(key=lambda e: (e["offset"], -e["length"]))
    return text, entities


def _linked(entities: list[Json], mention: Mention) -> list[Json]:
    """Turns links to a person into mentions, and links to somebody unknown into plain text."""
    kept: list[Json] = []
    for entity in entities:
        url = entity.get("url", "")
        if entity["type"] == "text_link" and url.startswith("tg://user?id="):
            number = url.removeprefix("tg://user?id=")
            user = mention(int(number)) if number.isascii() and number.isdigit() and len(number) < 20 else None
            if user is None:
                continue
            kept.append(
                {"offset": entity["offset"], "length": entity["length"], "type": "text_mention", "user": user}
            )
        else:
            kept.append(entity)
    return kept


BEHAVIOURS = (
    Behaviour(
        "HTML and Markdown are parsed, and mistakes named with their byte offset",
        "MessageEntity.cpp, parse_html and parse_markdown_v2",
        "formatting/test_entities.py::test_broken_html_says_where",
    ),
    Behaviour(
        "Blanks around a text are cut off",
        "MessageEntity.cpp, fix_formatted_text",
        "formatting/test_entities.py::test_blanks_at_the_end_are_cut",
    ),
    Behaviour(
        "Commands, mentions, links and hashtags are found without markup",
        "MessageEntity.cpp, find_entities",
        "formatting/test_entities.py::test_what_telegram_finds_by_itself",
    ),
)
