"""setWebhook, deleteWebhook, getWebhookInfo."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from sandbox.botapi.methods.call import Call, Method
from sandbox.botapi.methods.get_updates import allowed_updates
from sandbox.botapi.update_queue import Webhook
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_WEBHOOK_SECRET


def set_webhook(call: Call) -> bool:
    args = call.args
    url = args.text("url")
    if not url:
        return delete_webhook(call)
    secret = args.text("secret_token")
    if len(secret) > LONGEST_WEBHOOK_SECRET:
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
    queue.allow(allowed_updates(call))
    if args.flag("drop_pending_updates"):
        queue.drop()
    call.webhooks.set_webhook(
        call.bot.id, Webhook(url, secret, args.number("max_connections") or 40, args.text("ip_address"))
    )
    return True


def delete_webhook(call: Call) -> bool:
    if call.args.flag("drop_pending_updates"):
        call.updates.queue(call.bot.id).drop()
    call.webhooks.set_webhook(call.bot.id, None)
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
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
