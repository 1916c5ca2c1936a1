"""getUpdates."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why


async def get_updates(call: Call) -> list[Json]:
    queue = call.updates.queue(call.bot.id)
    kinds = allowed_updates(call)
    if queue.webhook is None:
        queue.allow(kinds)
    limit = call.args.number("limit")
    limit = 100 if limit is None or not 1 <= limit <= 100 else limit
    timeout = max(call.args.number("timeout") or 0, 0)
    return await queue.poll(call.args.number("offset"), limit, timeout)


def allowed_updates(call: Call) -> list[str] | None:
    kinds = call.args.items("allowed_updates")
    if kinds is not None and not all(isinstance(kind, str) for kind in kinds):
        raise Refusal(Why.BAD_JSON, what="allowed updates")
    return kinds


METHODS: dict[str, Method] = {
    "getUpdates": get_updates,
}
