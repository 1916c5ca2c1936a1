"""Inline keyboards and their limits; reply keyboards."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json, dumps
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import (
    LARGEST_INLINE_KEYBOARD,
    LONGEST_CALLBACK_DATA,
    MOST_INLINE_BUTTONS,
    MOST_REPLY_BUTTONS,
)

INLINE = '"inline_keyboard" of the InlineKeyboardMarkup'
STYLES = frozenset({"danger", "success", "primary"})
ACTIONS = (
    "callback_data",
    "url",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)


def inline_keyboard(raw: Any) -> Json | None:
    """Checks an inline keyboard and returns it as it is stored; None for an empty one."""
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise Refusal(Why.NO_MARKUP)
    rows = raw.get("inline_keyboard")
    if not isinstance(rows, list):
        raise Refusal(Why.BAD_ROWS, what=INLINE)
    kept: list[list[Json]] = []
    count = 0
    for row in rows:
        if not isinstance(row, list):
            raise Refusal(Why.BAD_ROWS, what=INLINE)
        if row:
            kept.append([_button(button) for button in row])
            count += len(row)
    if not count:
        return None
    markup = {"inline_keyboard": kept}
    if (
        count > MOST_INLINE_BUTTONS
        or len(dumps(markup).encode("utf-8", "surrogatepass")) > LARGEST_INLINE_KEYBOARD
    ):
        raise Refusal(Why.MARKUP_TOO_LONG)
    return markup


def _button(raw: Any) -> Json:
    if not isinstance(raw, dict):
        raise Refusal(Why.BAD_BUTTON, what="InlineKeyboardButton must be an Object")
    text = raw.get("text")
    if not isinstance(text, str):
        raise Refusal(Why.BAD_BUTTON, what='Can\'t find field "text"')
    if not text.strip():
        raise Refusal(Why.BUTTON_TEXT)
    checked: Json = {"text": text}
    if icon := raw.get("icon_custom_emoji_id"):
        checked["icon_custom_emoji_id"] = str(icon)
    if style := raw.get("style"):
        if style not in STYLES:
            raise Refusal(Why.BAD_BUTTON, what="Unknown button style specified")
        checked["style"] = style
    action = next((name for name in ACTIONS if raw.get(name) is not None), None)
    if action is None:
        raise Refusal(Why.BAD_BUTTON, what="Text buttons are unallowed in the inline keyboard")
    value = raw[action]
    if action == "callback_data":
        if (
            not isinstance(value, str)
            or not 1 <= len(value.encode("utf-8", "surrogatepass")) <= LONGEST_CALLBACK_DATA
        ):
            raise Refusal(Why.BUTTON_DATA)
    elif action == "url":
        checked["url"] = _url(value)
        return checked
    elif action == "disabled" and not isinstance(value, dict):
        raise Refusal(Why.BAD_BUTTON, what="DisabledButton must be an Object")
    checked[action] = value
    return checked


def _url(value: Any) -> str:
    if not isinstance(value, str) or not value or any(char.isspace() for char in value):
        raise Refusal(Why.BUTTON_URL)
    if value.startswith("tg://"):
        return value
    url = value if "://" in value else f"http://{value}"
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise Refusal(Why.BUTTON_URL) from None
    if parts.scheme.lower() not in {"http", "https"} or ("." not in host and host != "localhost"):
        raise Refusal(Why.BUTTON_URL)
    return url


def reply_markup(raw: Any) -> tuple[Json | None, Json | None]:
    """Returns the inline keyboard, which is part of the message, and any other markup, which is not."""
    if raw is None or raw == {}:
        return None, None
    if not isinstance(raw, dict):
        raise Refusal(Why.NO_MARKUP)
    if "inline_keyboard" in raw:
        return inline_keyboard(raw), None
    if "keyboard" in raw:
        return None, _keyboard(raw)
    if raw.get("remove_keyboard") or raw.get("force_reply"):
        return None, raw
    return None, None


def _keyboard(raw: Json) -> Json:
    rows = raw["keyboard"]
    if not isinstance(rows, list):
        raise Refusal(Why.BAD_ROWS, what='"keyboard"')
    kept: list[list[Json]] = []
    for row in rows:
        if not isinstance(row, list):
            raise Refusal(Why.BAD_ROWS, what='"keyboard"')
        buttons = [{"text": one} if isinstance(one, str) else one for one in row]
        if not all(isinstance(b, dict) and isinstance(b.get("text"), str) and b["text"] for b in buttons):
            raise Refusal(Why.BUTTON_TEXT)
        if buttons:
            kept.append(buttons)
    if sum(map(len, kept)) > MOST_REPLY_BUTTONS:
        raise Refusal(Why.MARKUP_TOO_LONG)
    return {**raw, "keyboard": kept}


BEHAVIOURS = (
    Behaviour(
        "`callback_data` has 1 to 64 bytes",
        "official text; the code is a guess",
        "botapi/test_keyboards.py::test_callback_data_up_to_64_bytes_arrives_whole",
    ),
    Behaviour(
        "An inline keyboard has at most 100 buttons and 10 KB",
        "guess",
        "botapi/test_keyboards.py::test_a_hundred_buttons_pass",
    ),
    Behaviour(
        "The refusal of a malformed keyboard names the field",
        "Client.cpp, get_reply_markup",
        "botapi/test_keyboards.py::test_a_keyboard_of_the_wrong_shape_is_named",
    ),
)
