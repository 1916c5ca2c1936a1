"""What is counted, for Prometheus: numbers of things, never of whom, where or with which card."""

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

from bot.api_errors import AnswerNotUnderstood, AnswerUnreadable
from bot.live import Live
from bot.service import Accepted, Outcome, Outdated, Repeated
from engine.audience import TABLE, audience
from engine.commands import Rejected
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
MOST_TAPPED = 1_000
"""Taps that are measured at once; some are never answered."""
LATE_MS = (1, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000)


class Metrics:
    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self.updates = Counter("omerta_updates", "Updates by kind and fate.", ["kind", "fate"], registry=own)
        self.taps = Histogram("omerta_tap_seconds", "From a tap to its answer.", buckets=TAP_SECONDS, registry=own)
        self.commands = Counter("omerta_commands", "Commands by what was decided.", ["decided"], registry=own)
        self.refused = Counter("omerta_refused", "Taps and commands refused, by reason.", ["reason"], registry=own)
        self.events = Counter("omerta_events_stored", "Public events in journals.", registry=own)
        self.calls = Counter("omerta_calls", "Calls of the Bot API by method.", ["method"], registry=own)
        self.refusals = Counter("omerta_refusals", "Refused calls by kind.", ["kind"], registry=own)
        self.too_many = Counter("omerta_too_many_requests", "Answers 429.", ["method"], registry=own)
        self.troubles = Counter("omerta_troubles", "What broke, by place.", ["place"], registry=own)
        self.late = Histogram("omerta_timer_late_ms", "How late a timer came.", buckets=LATE_MS, registry=own)
        self.games = Gauge("omerta_tables", "Tables by phase.", ["phase"], registry=own)
        self.waiting = Gauge("omerta_outbox_waiting", "Messages that wait to be sent.", registry=own)
        self.standing = Gauge("omerta_standstill", "1 while nothing can be stored.", registry=own)
        self.webhook_refused = Counter("omerta_webhook_refused", "Webhook calls without the secret.", registry=own)
        self.rival = Gauge("omerta_rival_host", "1 while another host uses the same token.", registry=own)
        self.loop_standstills = Counter(
            "omerta_loop_standstills", "How often something has blocked the event loop.", registry=own
        )
        self.loop_stood_s = Gauge("omerta_loop_stood_seconds", "For how long it was blocked last.", registry=own)
        self._tapped: dict[str, float] = {}

    def text(self) -> bytes:
        return generate_latest(self.registry)

    # --- taps ---------------------------------------------------------------------------------------------------

    def tapped(self, query_id: str) -> None:
        self._tapped[query_id] = time.perf_counter()
        if len(self._tapped) > MOST_TAPPED:
            del self._tapped[next(iter(self._tapped))]

    # --- hooks --------------------------------------------------------------------------------------------------

    async def follow(self, _: Live, happened: Sequence[Event]) -> None:
        # A check at night is more events than a shot: what is not for the whole table is not counted.
        self.events.inc(sum(audience(event) is TABLE for event in happened))

    def on_outcome(self, outcome: Outcome) -> None:
        self.commands.labels(_decided(outcome)).inc()

    def on_refused(self, reason: str) -> None:
        self.refused.labels(reason).inc()

    def on_trouble(self, place: str, _: BaseException) -> None:
        self.troubles.labels(place).inc()

    async def count_call(self, make_request: Any, bot: Any, method: TelegramMethod[Any]) -> Any:
        """A middleware of aiogram's session: every call goes through here."""
        name = method.__api_method__
        self.calls.labels(name).inc()
        try:
            answer = await make_request(bot, method)
        except TelegramAPIError as refused:
            self.refusals.labels(REFUSALS.get(type(refused), "other")).inc()
            if isinstance(refused, TelegramRetryAfter):
                self.too_many.labels(name).inc()
            raise
        if isinstance(method, AnswerCallbackQuery):
            began = self._tapped.pop(method.callback_query_id, None)
            if began is not None:
                self.taps.observe(time.perf_counter() - began)
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
