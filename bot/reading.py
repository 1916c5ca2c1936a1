"""What Telegram brings, as JSON: without the parts that nobody here reads.

With every tap comes the whole message under its button, which is our own: to make objects of a keypad with its
dozen buttons takes longer than to decide the move.
"""

import json
import re
from typing import Any

from bot.older_server import complete_update

ASKED_ABOUT = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")
"""Of a message that was tapped: which it is, and where."""
SOME_KEYBOARD: dict[str, list[Any]] = {"inline_keyboard": []}
"""Whether there is one is all that is asked."""
HALF_SIGN = re.compile("[\ud800-\udfff\0]")
"""Half of a sign that takes two, which no text can be encoded with, and NUL, which PostgreSQL does not store.
Telegram's own clients send neither."""
UNREADABLE = "\ufffd"


def read_update(text: str | bytes) -> Any:
    return _spared(_whole(json.loads(text), text))


def read_answer(text: str | bytes) -> Any:
    """What Telegram answers to a call; updates come in lists."""
    answer = _whole(json.loads(text), text)
    if isinstance(answer, dict) and isinstance(answer.get("result"), list):
        answer["result"] = [_spared(one) for one in answer["result"]]
    return answer


def _whole(found: Any, text: str | bytes) -> Any:
    """Every sign in it can be stored and sent. The others come as an escape, or as bytes that begin with ED."""
    if isinstance(text, str):
        suspicious = any(sign in text for sign in ("\\u0000", "\\ud", "\\uD"))
    else:
        suspicious = any(sign in text for sign in (b"\\u0000", b"\\ud", b"\\uD", b"\xed"))
    return _mended(found) if suspicious else found


def _mended(found: Any) -> Any:
    if isinstance(found, str):
        return HALF_SIGN.sub(UNREADABLE, found)
    if isinstance(found, list):
        return [_mended(one) for one in found]
    if isinstance(found, dict):
        return {_mended(key): _mended(value) for key, value in found.items()}
    return found


def _spared(update: Any) -> Any:
    """What is not as it should be stays, and is refused by whoever reads it."""
    complete_update(update)
    query = update.get("callback_query") if isinstance(update, dict) else None
    if isinstance(query, dict) and isinstance(message := query.get("message"), dict):
        asked_about = {key: message[key] for key in ASKED_ABOUT if key in message}
        query["message"] = asked_about | ({"reply_markup": SOME_KEYBOARD} if "reply_markup" in message else {})
    return update
