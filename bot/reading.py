"""What Telegram brings, as JSON: without the parts that nobody here reads.

With every tap comes the whole message under its button, which is our own: to make objects of a keypad with its
dozen buttons takes longer than to decide the move.
"""

import json
from typing import Any

from bot.older_server import complete_update

ASKED_ABOUT = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")
"""Of a message that was tapped: which it is, and where."""
SOME_KEYBOARD: dict[str, list[Any]] = {"inline_keyboard": []}
"""Whether there is one is all that is asked."""


def read_update(text: str | bytes) -> Any:
    return _spared(json.loads(text))


def read_answer(text: str | bytes) -> Any:
    """What Telegram answers to a call; updates come in lists."""
    answer = json.loads(text)
    if isinstance(answer, dict) and isinstance(answer.get("result"), list):
        answer["result"] = [_spared(one) for one in answer["result"]]
    return answer


def _spared(update: Any) -> Any:
    """What is not as it should be stays, and is refused by whoever reads it."""
    complete_update(update)
    query = update.get("callback_query") if isinstance(update, dict) else None
    if isinstance(query, dict) and isinstance(message := query.get("message"), dict):
        asked_about = {key: message[key] for key in ASKED_ABOUT if key in message}
        query["message"] = asked_about | ({"reply_markup": SOME_KEYBOARD} if "reply_markup" in message else {})
    return update
