"""The webhook: where Telegram is told to deliver updates, and how a delivered one is received."""

import asyncio
import hmac
import math
import time
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import structlog
from aiogram import Bot
from aiogram.methods import SetWebhook
from aiogram.types import Update
from aiohttp import web
from prometheus_client import Counter
from pydantic import ValidationError

from bot.core.error_reports import ReportError
from bot.settings import Settings
from bot.telegram.updates.allowed_updates import ALLOWED_UPDATES
from bot.telegram.updates.flood_control import FloodControl
from bot.telegram.updates.intake import lane_of
from bot.telegram.updates.ordering import Take
from bot.telegram.updates.update_trim import read_update

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
MOST_CONNECTIONS = 100
"""As many as Telegram opens: each that waits for a slow handler is one less for everybody else."""
BETWEEN_LINES = 60.0
"""Seconds between two lines of the log about calls without the secret."""


def set_webhook(settings: Settings) -> SetWebhook:
    """Returns the call by which Telegram is told where to deliver updates."""
    return SetWebhook(
        url=settings.webhook_url,
        secret_token=settings.webhook_secret.get_secret_value(),
        allowed_updates=ALLOWED_UPDATES,
        drop_pending_updates=False,
        max_connections=MOST_CONNECTIONS,
    )


def webhook_path(settings: Settings) -> str:
    return urlsplit(settings.webhook_url).path or "/"


class Refusals:
    """Counts calls without the secret, and writes at most one log line per BETWEEN_LINES."""

    def __init__(self, metric: Counter) -> None:
        self._metric = metric
        self._unsaid = 0
        self._say_at = -math.inf

    def count(self) -> None:
        self._metric.inc()
        self._unsaid += 1
        now = time.monotonic()
        if now >= self._say_at:
            log.warning("webhook_refused", calls=self._unsaid, why="the secret is missing or wrong")
            self._unsaid, self._say_at = 0, now + BETWEEN_LINES


class Webhook:
    """Receives the requests by which Telegram delivers updates."""

    def __init__(
        self,
        settings: Settings,
        bot: Bot,
        take: Take,
        admission: FloodControl,
        refused: Counter,
        report_error: ReportError,
    ) -> None:
        self.path = webhook_path(settings)
        self._secret = settings.webhook_secret.get_secret_value().encode()
        self._bot = bot
        self._take = take
        self._admission = admission
        self._refusals = Refusals(refused)
        self._report_error = report_error
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks by lane: updates of one person stay in order."""

    async def receive(self, request: web.Request) -> web.Response:
        # Bytes that are no text come as lone surrogates.
        given = request.headers.get(SECRET_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            self._refusals.count()
            return web.Response(status=403)
        body = await request.read()
        try:
            found = read_update(body)
        except (ValueError, RecursionError):
            return web.Response(status=400)
        try:
            update = Update.model_validate(found, context={"bot": self._bot})
        except ValidationError as bad:
            # If it were refused, Telegram would deliver it again and again.
            log.error("update_not_understood", fields=[error["loc"] for error in bad.errors()][:3])
            self._report_error("webhook", bad)
            return web.Response()
        if not self._admission.enters(update):
            return web.Response()
        turn = self._turns.setdefault(lane_of(update), asyncio.Lock())
        try:
            async with turn:
                stored = await self._take(update)
        finally:
            self._admission.leaves(update)
        if not stored:
            self._admission.comes_again(update)
        return web.Response(status=200 if stored else 503)
