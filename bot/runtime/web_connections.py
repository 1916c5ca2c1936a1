"""Limits the connections to the web server: their number, and how long one may stay open without a request.

Anybody on the machine can open them, without a secret. Each costs a file of the few that a program may have open.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import web

log = structlog.get_logger()

MOST_OPEN = 256
"""Most open connections; Telegram opens a hundred at most."""
FIRST_REQUEST_S = 10.0
"""Seconds until the first request of a connection must have come."""
IDLE_S = 75.0
"""Seconds that a connection may be idle between two requests, as usual between a proxy and its servers."""
BACKLOG = 128
AGAIN_S = 1.0
"""Seconds to wait after a connection could not be accepted."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Connections:
    """Accepts connections. If there are too many, the one that has been silent for longest is closed."""

    def __init__(self) -> None:
        self._silent: dict[asyncio.BaseTransport, None] = {}
        """Connections without a request in progress, the longest silent first."""
        self._never_asked: set[asyncio.BaseTransport] = set()
        self._busy: set[asyncio.BaseTransport] = set()

    async def accept(self, listener: socket.socket, server: Callable[[], asyncio.BaseProtocol]) -> None:
        """Accepts connections of a listening socket until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError as bad:
                log.warning("connection_not_accepted", why=bad.strerror)
                await asyncio.sleep(AGAIN_S)
                continue
            try:
                transport, _ = await loop.connect_accepted_socket(server, connection)
            except OSError:
                connection.close()
                continue
            self._admit(transport)
            loop.call_later(FIRST_REQUEST_S, self._end_unless_asked, transport)

    def _admit(self, transport: asyncio.BaseTransport) -> None:
        for kept in (self._silent, self._busy):
            for gone in [one for one in kept if one.is_closing()]:
                self._forget(gone)
        self._silent[transport] = None
        self._never_asked.add(transport)
        while len(self._silent) + len(self._busy) > MOST_OPEN:
            self._end(next(iter(self._silent)))

    def _end_unless_asked(self, transport: asyncio.BaseTransport) -> None:
        if transport in self._never_asked:
            self._end(transport)

    def _end(self, transport: asyncio.BaseTransport) -> None:
        self._forget(transport)
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def _forget(self, transport: asyncio.BaseTransport) -> None:
        self._silent.pop(transport, None)
        self._never_asked.discard(transport)
        self._busy.discard(transport)

    @web.middleware
    async def note(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Middleware that marks a connection as busy during a request: a busy one is never closed to make room."""
        transport = request.transport
        if transport is None:
            return await handler(request)
        self._forget(transport)
        self._busy.add(transport)
        try:
            return await handler(request)
        finally:
            self._busy.discard(transport)
            self._silent[transport] = None
