"""Refuses requests of other web sites in the same browser: foreign `Host` and foreign `Origin`."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.core.json_codec import dumps

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})


class OriginCheck:
    def __init__(self, host: str) -> None:
        self.hosts = LOOPBACK | {host.lower()}
        self.everywhere = host in EVERYWHERE

    def is_own_host(self, netloc: str) -> bool:
        """Whether this host is the server. A foreign name may be DNS rebinding; any IP is accepted if it listens
        everywhere."""
        try:
            name = (urlsplit(f"//{netloc}").hostname or "").lower()
        except ValueError:
            return False
        if name in self.hosts and name not in EVERYWHERE:
            return True
        if not self.everywhere:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def check(self, request: web.Request) -> None:
        host = request.headers.get("Host", "")
        if not self.is_own_host(host):
            raise _forbidden("foreign-host")
        origin = request.headers.get("Origin")
        if origin is None:
            return
        try:
            asked = urlsplit(origin)
        except ValueError:
            raise _forbidden("foreign-origin") from None
        if asked.scheme not in {"http", "https"} or asked.netloc.lower() != host.lower():
            raise _forbidden("foreign-origin")


def _forbidden(error: str) -> web.HTTPForbidden:
    return web.HTTPForbidden(text=dumps({"ok": False, "error": error}), content_type="application/json")
