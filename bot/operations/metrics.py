"""Metrics for Prometheus. No label and no count may reveal a person, a chat or a role card."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from aiogram.exceptions import (
    TelegramAPIError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import AnswerCallbackQuery, TelegramMethod
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Outcome, Outdated, Repeated
from bot.telegram.calls.errors import AnswerNotUnderstood, AnswerUnreadable
from bot.telegram.calls.update_context import current_tap
from engine.commands import Rejected
from engine.event_audience import TABLE, audience
from engine.events import Event

REFUSALS: Mapping[type[TelegramAPIError], str] = {
    TelegramRetryAfter: "retry-after",
    TelegramMigrateToChat: "migrated",
    TelegramForbiddenError: "forbidden",
    TelegramBadRequest: "bad-request",
    TelegramNotFound: "not-found",
    TelegramConflictError: "conflict",
    TelegramUnauthorizedError: "unauthorized",
    TelegramServerError: "server",
    TelegramNetworkError: "network",
    AnswerUnreadable: "unreadable",
    AnswerNotUnderstood: "not-understood",
}
TAP_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LATE_MS = (1, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000)


class Metrics:
    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self.updates = Counter(
            "omerta_updates", "Updates by kind and by what became of them.", ["kind", "outcome"], registry=own
        )
        self.taps = Histogram("omerta_tap_seconds", "From a tap to its answer.", buckets=TAP_SECONDS, registry=own)
        self.commands = Counter("omerta_commands", "Commands by what was decided.", ["decided"], registry=own)
        self.refused = Counter("omerta_refused", "Taps and commands refused, by reason.", ["reason"], registry=own)
        self.events = Counter("omerta_events_stored", "Public events in journals.", registry=own)
        self.calls = Counter("omerta_calls", "Calls of the Bot API by method.", ["method"], registry=own)
        self.call_errors = Counter(
            "omerta_call_errors", "Calls of the Bot API that failed, by kind of error.", ["kind"], registry=own
        )
        self.too_many = Counter("omerta_too_many_requests", "Answers 429.", ["method"], registry=own)
        self.errors = Counter("omerta_errors", "Unexpected errors, by place.", ["place"], registry=own)
        self.late = Histogram(
            "omerta_timer_late_ms",
            "Milliseconds between the deadline of a timer and its call.",
            buckets=LATE_MS,
            registry=own,
        )
        self.games = Gauge("omerta_tables", "Tables by phase.", ["phase"], registry=own)
        self.waiting = Gauge("omerta_outbox_waiting", "Messages that wait to be sent.", registry=own)
        self.storage_outage = Gauge("omerta_storage_outage", "1 while nothing can be stored.", registry=own)
        self.webhook_refused = Counter("omerta_webhook_refused", "Webhook calls without the secret.", registry=own)
        self.duplicate_host = Gauge(
            "omerta_duplicate_host", "1 while another host uses the same token.", registry=own
        )
        self.loop_blocked = Counter(
            "omerta_loop_blocked", "How often something has blocked the event loop.", registry=own
        )
        self.loop_blocked_s = Gauge(
            "omerta_loop_blocked_seconds", "Length of the latest blocking of the event loop.", registry=own
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)

    # --- updates ------------------------------------------------------------------------------------------------

    def count_update(self, kind: str, outcome: str) -> None:
        self.updates.labels(kind, outcome).inc()

    # --- hooks --------------------------------------------------------------------------------------------------

    async def follow(self, _: RunningGame, happened: Sequence[Event]) -> None:
        # Only public events: the number of secret ones would tell a check at night from a shot.
        self.events.inc(sum(audience(event) is TABLE for event in happened))

    def on_outcome(self, outcome: Outcome) -> None:
        self.commands.labels(_decided(outcome)).inc()

    def on_refused(self, reason: str) -> None:
        self.refused.labels(reason).inc()

    def report_error(self, place: str, _: BaseException) -> None:
        self.errors.labels(place).inc()

    async def count_call(self, make_request: Any, bot: Any, method: TelegramMethod[Any]) -> Any:
        """A middleware of aiogram's session: counts every call of the Bot API, and its error."""
        name = method.__api_method__
        self.calls.labels(name).inc()
        try:
            answer = await make_request(bot, method)
        except TelegramAPIError as refused:
            self.call_errors.labels(REFUSALS.get(type(refused), "other")).inc()
            if isinstance(refused, TelegramRetryAfter):
                self.too_many.labels(name).inc()
            raise
        if isinstance(method, AnswerCallbackQuery):
            tap = current_tap.get()
            if tap is not None and tap.began is not None:
                self.taps.observe(time.perf_counter() - tap.began)
                tap.began = None
        return answer


def _decided(outcome: Outcome) -> str:
    match outcome:
        case Accepted():
            return "accepted"
        case Rejected(reason=reason):
            return str(reason)
        case Repeated():
            return "repeated"
        case Outdated():
            return "outdated"
        case _:
            return "unknown"
