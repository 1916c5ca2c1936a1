"""answerCallbackQuery."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_CALLBACK_ANSWER
from sandbox.formatting.entities import utf16_length
from sandbox.world.events import Answered


def answer_callback_query(call: Call) -> bool:
    args = call.args
    text = args.text("text")
    url = args.text("url")
    query = call.world.callback_queries.open(args.text("callback_query_id"), call.bot.id, call.world.now())
    if utf16_length(text) > LONGEST_CALLBACK_ANSWER:
        raise Refusal(Why.ANSWER_TOO_LONG)
    if url and not _own_link(call, url):
        raise Refusal(Why.URL_INVALID)
    if query.answer is None:  # a second answer is accepted but not shown
        query.answer = {"text": text, "alert": args.flag("show_alert"), "url": url or None}
        query.answered.set()
        call.world.events.publish(Answered(query.user_id, query.id, query.answer))
    return True


def _own_link(call: Call, url: str) -> bool:
    """Whether the link leads to this bot: no other may be opened by an answer."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
    except ValueError:
        return False
    if parts.scheme == "tg":
        asked: dict[str, Any] = parse_qs(parts.query)
        return bool(asked.get("domain", [""])[0].lower() == call.bot.username.lower())
    return parts.hostname in {"t.me", "telegram.me"} and parts.path.strip("/").lower() == call.bot.username.lower()


METHODS: dict[str, Method] = {"answerCallbackQuery": answer_callback_query}
