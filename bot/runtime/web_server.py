"""The web server: the webhook for Telegram, `/healthz` and `/metrics` for the operator."""

import asyncio
import socket

import structlog
from aiohttp import web

from bot.core import shutdown_limits
from bot.core.errors import CannotStart
from bot.operations.health import Health
from bot.runtime.web_connections import BACKLOG, IDLE_S, Connections
from bot.settings import Settings
from bot.telegram.updates.webhook import Webhook, webhook_path

log = structlog.get_logger()

LARGEST_BODY = 1024 * 1024
"""Most bytes of a request; Telegram's updates are far smaller."""
OWN_PATHS = ("/healthz", "/metrics")


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


class Web:
    def __init__(self, health: Health, webhook: Webhook | None) -> None:
        self._health = health
        self._connections = Connections()
        self._accepting: asyncio.Task[None] | None = None
        app = web.Application(client_max_size=LARGEST_BODY, middlewares=[self._connections.note])
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics)
        if webhook is not None:
            app.router.add_post(webhook.path, webhook.receive)
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
