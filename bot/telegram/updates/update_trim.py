"""Trims the JSON of updates to the parts that are read here.

Every tap contains the whole message with its keyboard, which is our own: to build objects of a dozen buttons takes
longer than to decide the move.
"""

import json
import re
from typing import Any

from bot.telegram.calls.missing_fields import complete_update

ASKED_ABOUT = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")
"""The fields of a tapped message that are kept."""
SOME_KEYBOARD: dict[str, list[Any]] = {"inline_keyboard": []}
"""Replaces the keyboard of a tapped message: only whether there is one is read."""
UNSTORABLE = re.compile("[\ud800-\udfff\0]")
"""Characters that are replaced: lone surrogates, which cannot be encoded, and NUL, which PostgreSQL does not
store. Telegram's own clients send neither."""
UNREADABLE = "\ufffd"


def read_update(text: str | bytes) -> Any:
    return _spared(_whole(json.loads(text), text))


def read_answer(text: str | bytes) -> Any:
    """Parses the answer to a call, and trims the updates in it; the result of getUpdates is a list."""
    answer = _whole(json.loads(text), text)
    if isinstance(answer, dict) and isinstance(answer.get("result"), list):
        answer["result"] = [_spared(one) for one in answer["result"]]
    return answer


def _whole(found: Any, text: str | bytes) -> Any:
    """Replaces characters that cannot be stored. They come as an escape, or as bytes that begin with ED."""
    if isinstance(text, str):
        suspicious = any(sign in text for sign in ("\\u0000", "\\ud", "\\uD"))
    else:
        suspicious = any(sign in text for sign in (b"\\u0000", b"\\ud", b"\\uD", b"\xed"))
    return _mended(found) if suspicious else found


def _mended(found: Any) -> Any:
    if isinstance(found, str):
        return UNSTORABLE.sub(UNREADABLE, found)
    if isinstance(found, list):
        return [_mended(one) for one in found]
    if isinstance(found, dict):
        return {_mended(key): _mended(value) for key, value in found.items()}
    return found


def _spared(update: Any) -> Any:
    """Completes and trims an update. Malformed parts stay as they are, and are refused by validation."""
    complete_update(update)
    query = update.get("callback_query") if isinstance(update, dict) else None
    if isinstance(query, dict) and isinstance(message := query.get("message"), dict):
        asked_about = {key: message[key] for key in ASKED_ABOUT if key in message}
        query["message"] = asked_about | ({"reply_markup": SOME_KEYBOARD} if "reply_markup" in message else {})
    return update
