"""getUpdates, and setting, deleting and describing the webhook."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.update_queue import Webhook
from sandbox.json_values import Json
from sandbox.refusals import Refusal, Why


async def get_updates(call: Call) -> list[Json]:
    queue = call.updates.queue(call.bot.id)
    kinds = _kinds(call)
    if queue.webhook is None:
        queue.allow(kinds)
    limit = call.args.number("limit")
    limit = 100 if limit is None or not 1 <= limit <= 100 else limit
    timeout = max(call.args.number("timeout") or 0, 0)
    return await queue.poll(call.args.number("offset"), limit, timeout)


def _kinds(call: Call) -> list[str] | None:
    kinds = call.args.items("allowed_updates")
    if kinds is not None and not all(isinstance(kind, str) for kind in kinds):
        raise Refusal(Why.BAD_JSON, what="allowed updates")
    return kinds


def set_webhook(call: Call) -> bool:
    args = call.args
    url = args.text("url")
    if not url:
        return delete_webhook(call)
    secret = args.text("secret_token")
    if len(secret) > 256:
        raise Refusal(Why.LONG_SECRET)
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise Refusal(Why.BAD_SECRET)
    try:
        parts = urlsplit(url)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise Refusal(Why.BAD_WEBHOOK, what="An HTTPS URL must be provided for webhook")
    queue = call.updates.queue(call.bot.id)
    queue.allow(_kinds(call))
    if args.flag("drop_pending_updates"):
        queue.drop()
    call.updates.set_webhook(
        call.bot.id, Webhook(url, secret, args.number("max_connections") or 40, args.text("ip_address"))
    )
    return True


def delete_webhook(call: Call) -> bool:
    if call.args.flag("drop_pending_updates"):
        call.updates.queue(call.bot.id).drop()
    call.updates.set_webhook(call.bot.id, None)
    return True


def get_webhook_info(call: Call) -> Json:
    queue = call.updates.queue(call.bot.id)
    hook = queue.webhook
    info: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(queue.waiting()),
    }
    if hook:
        info["max_connections"] = hook.max_connections
        if hook.ip_address:
            info["ip_address"] = hook.ip_address
    if queue.last_error:
        info["last_error_date"], info["last_error_message"] = queue.last_error
    if queue.asked_for:
        info["allowed_updates"] = queue.asked_for
    return info


METHODS: dict[str, Method] = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
