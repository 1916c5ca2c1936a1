"""The web server: webhook for Telegram, `/healthz` and `/metrics` for the operator."""

import asyncio
import hmac
import math
import socket
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import structlog
from aiogram import Bot
from aiogram.types import Update
from aiohttp import web
from prometheus_client import Counter
from pydantic import ValidationError

from bot.core import shutdown_limits
from bot.core.error_reports import ReportError
from bot.core.errors import CannotStart
from bot.operations.health import Health
from bot.operations.metrics import Metrics
from bot.runtime.web_connections import BACKLOG, IDLE_S, Connections
from bot.settings import Settings
from bot.telegram.updates.flood_control import FloodControl
from bot.telegram.updates.intake import lane_of
from bot.telegram.updates.update_trim import read_update

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
LARGEST_BODY = 1024 * 1024
"""Most bytes of a request; Telegram's updates are far smaller."""
BETWEEN_LINES = 60.0
"""Seconds between two lines of the log about calls without the secret."""
OWN_PATHS = ("/healthz", "/metrics")

Take = Callable[[Update], Awaitable[bool]]


def bind(settings: Settings) -> socket.socket:
    """Returns a socket bound to the configured address, or raises CannotStart. Called first at a start, so that a
    port in use is noticed before anything is changed."""
    if webhook_path(settings) in OWN_PATHS:
        raise CannotStart(f"WEBHOOK_URL must not end in {' or '.join(OWN_PATHS)}. Choose another path.")
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            settings.web_host, settings.web_port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, number)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
        except BaseException:
            listener.close()
            raise
    except (OSError, UnicodeError) as bad:
        raise cannot_listen(settings.web_host, settings.web_port, bad) from bad
    return listener


def cannot_listen(host: str, port: int, bad: OSError | UnicodeError) -> CannotStart:
    why = bad.strerror if isinstance(bad, OSError) and bad.strerror else str(bad)
    return CannotStart(f"Cannot listen on {host}:{port} ({why}). Set another WEB_PORT or WEB_HOST.")


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


class Web:
    def __init__(
        self,
        settings: Settings,
        bot: Bot,
        take: Take,
        admission: FloodControl,
        health: Health,
        metrics: Metrics,
        report_error: ReportError,
    ) -> None:
        self._secret = settings.webhook_secret.get_secret_value().encode()
        self._bot = bot
        self._take = take
        self._admission = admission
        self._health = health
        self._refusals = Refusals(metrics.webhook_refused)
        self._report_error = report_error
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks by lane: updates of one person stay in order."""
        self._connections = Connections()
        self._accepting: asyncio.Task[None] | None = None
        app = web.Application(client_max_size=LARGEST_BODY, middlewares=[self._connections.note])
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics)
        if settings.webhook_url:
            app.router.add_post(webhook_path(settings), self._webhook)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=shutdown_limits.REQUESTS_S, keepalive_timeout=IDLE_S
        )

    async def start(self, listener: socket.socket) -> asyncio.Task[None]:
        """Starts the server, and returns the task that accepts connections."""
        await self._runner.setup()
        assert self._runner.server is not None
        listener.setblocking(False)
        try:
            listener.listen(BACKLOG)
        except OSError as bad:  # another program has bound the port at the same time, and listens first
            host, port = listener.getsockname()[:2]
            raise cannot_listen(host, port, bad) from bad
        accepting = self._connections.accept(listener, self._runner.server)
        self._accepting = asyncio.create_task(accepting, name="web")
        log.info("listening", port=listener.getsockname()[1])
        return self._accepting

    async def stop(self) -> None:
        """Stops the server: no new connections are accepted; requests in progress are answered."""
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.wait((self._accepting,))
        await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        well, numbers = await self._health.look()
        return web.json_response(numbers, status=200 if well else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return web.Response(body=await self._health.metrics(), headers={"Content-Type": kind})

    # --- Telegram -----------------------------------------------------------------------------------------------

    async def _webhook(self, request: web.Request) -> web.Response:
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
