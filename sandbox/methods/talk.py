"""How a bot hears and answers: updates, webhooks, callback queries."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sandbox.entities import units
from sandbox.happenings import Answered
from sandbox.methods.call import Call, Method
from sandbox.refusals import Refusal, Why
from sandbox.updates import Webhook
from sandbox.wire import Json

LONGEST_ANSWER = 200


def get_me(call: Call) -> Json:
    return call.bot.me()


def log_out(_: Call) -> bool:
    return True


async def get_updates(call: Call) -> list[Json]:
    queue = call.office.queue(call.bot.id)
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
    queue = call.office.queue(call.bot.id)
    queue.allow(_kinds(call))
    if args.flag("drop_pending_updates"):
        queue.drop()
    call.office.set_webhook(
        call.bot.id, Webhook(url, secret, args.number("max_connections") or 40, args.text("ip_address"))
    )
    return True


def delete_webhook(call: Call) -> bool:
    if call.args.flag("drop_pending_updates"):
        call.office.queue(call.bot.id).drop()
    call.office.set_webhook(call.bot.id, None)
    return True


def get_webhook_info(call: Call) -> Json:
    queue = call.office.queue(call.bot.id)
    hook = queue.webhook
    told: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(queue.waiting()),
    }
    if hook:
        told["max_connections"] = hook.max_connections
        if hook.ip_address:
            told["ip_address"] = hook.ip_address
    if queue.last_error:
        told["last_error_date"], told["last_error_message"] = queue.last_error
    if queue.asked_for:
        told["allowed_updates"] = queue.asked_for
    return told


def answer_callback_query(call: Call) -> bool:
    args = call.args
    text = args.text("text")
    url = args.text("url")
    query = call.world.queries.open(args.text("callback_query_id"), call.bot.id, call.world.now())
    if units(text) > LONGEST_ANSWER:
        raise Refusal(Why.ANSWER_TOO_LONG)
    if url and not _own_link(call, url):
        raise Refusal(Why.URL_INVALID)
    if query.answer is None:  # a second answer is taken, and nobody sees it
        query.answer = {"text": text, "alert": args.flag("show_alert"), "url": url or None}
        query.answered.set()
        call.world.tell(Answered(query.user_id, query.id, query.answer))
    return True


def _own_link(call: Call, url: str) -> bool:
    """Only a link to the bot itself, with something to start, may be opened by an answer."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
    except ValueError:
        return False
    if parts.scheme == "tg":
        asked: dict[str, Any] = parse_qs(parts.query)
        return bool(asked.get("domain", [""])[0].lower() == call.bot.username.lower())
    return parts.hostname in {"t.me", "telegram.me"} and parts.path.strip("/").lower() == call.bot.username.lower()


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "logOut": log_out,
    "close": log_out,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "answerCallbackQuery": answer_callback_query,
}
