"""Rich messages: headings, tables, details."""

from __future__ import annotations

from sandbox.methods.call import Call, Method
from sandbox.refusals import Refusal, Why
from sandbox.wire import Json


def rich_content(call: Call) -> Json:
    raw = call.args.object("rich_message", "rich message")
    if raw is None:
        raise Refusal(Why.TEXT_EMPTY)
    return {"rich_message": {"blocks": raw.get("blocks") or []}}


def send_rich_message(call: Call) -> Json:
    return call.send(rich_content(call))


METHODS: dict[str, Method] = {"sendRichMessage": send_rich_message}
