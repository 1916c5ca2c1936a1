"""Detects another host that uses the same token on another database: each of the two gets half of the updates.

On one database the file lock or the leader election prevents it. Telegram shows it in two ways only: of two hosts
that poll each ends the other's call (409), and of two webhooks the one set last is in force.
"""

from collections import deque
from collections.abc import Callable

import structlog
from aiogram.exceptions import AiogramError
from aiogram.methods import GetWebhookInfo

from bot.core.clock import Clock
from bot.core.transport import Transport

log = structlog.get_logger()

CONFLICTS, WITHIN_MS = 3, 60_000
"""Number of conflicts, within a minute, that mean a duplicate host. A single one is a restart or a change of
leader: the new process ends the call of the one before."""
CALM_MS = 5 * 60_000
LOOK_MS = 60_000
LOOKS = 2
"""Number of checks in a row that must find a foreign webhook. One is not enough: a restart with another address
causes it too."""
WHAT_TO_DO = "stop one of the two hosts, or get a new token from @BotFather with /revoke"


class DuplicateHost:
    def __init__(self, clock: Clock, on_found: Callable[[], None]) -> None:
        self._clock = clock
        self._on_found = on_found
        self._conflicts: deque[int] = deque(maxlen=CONFLICTS)
        self._foreign = 0
        """Number of checks in a row that found a foreign webhook."""
        self._found = False

    @property
    def is_there(self) -> bool:
        if self._found and self._conflicts and self._clock.now() - self._conflicts[-1] > CALM_MS:
            self._end()
        return self._found

    def conflict(self) -> None:
        """Notes that Telegram has ended this host's call for updates because of another one, or of a webhook."""
        known, now = self.is_there, self._clock.now()
        self._conflicts.append(now)
        if not known and len(self._conflicts) == CONFLICTS and now - self._conflicts[0] <= WITHIN_MS:
            self._begin("polling")

    async def look_at_webhook(self, transport: Transport, own: str) -> None:
        try:
            address = (await transport(GetWebhookInfo())).url
        except AiogramError as unknown:
            log.info("webhook_unknown", why=type(unknown).__name__)
            return
        self._foreign = self._foreign + 1 if address != own else 0
        if self._foreign == LOOKS:
            self._begin("webhook")
        elif not self._foreign and self._found:
            self._end()

    def _begin(self, by: str) -> None:
        self._found = True
        log.error("duplicate_host", by=by, mend=WHAT_TO_DO)
        self._on_found()

    def _end(self) -> None:
        self._found = False
        self._conflicts.clear()
        log.info("duplicate_host_gone")
