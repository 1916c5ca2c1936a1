"""Another host at work with our token, on a database of its own: each of the two answers half of the time.

On one database the lock of the file or the leadership prevents it. Telegram tells only by what it refuses or
changes: of two that poll each ends the other's call (409), and of two webhooks the one that was set last counts.
"""

from collections import deque
from collections.abc import Callable

import structlog
from aiogram.exceptions import AiogramError
from aiogram.methods import GetWebhookInfo

from bot.clockwork.clock import Clock
from bot.outbox.transport import Transport

log = structlog.get_logger()

CONFLICTS, WITHIN_MS = 3, 60_000
"""One conflict is a restart, or a leader that changes: whoever begins ends the call of the one before. A rival
asks again and again."""
CALM_MS = 5 * 60_000
LOOK_MS = 60_000
LOOKS = 2
"""So often in a row the webhook is somebody else's: in a restart with another address it is, for a moment."""
WHAT_TO_DO = "stop one of the two hosts, or get a new token from @BotFather with /revoke"


class RivalHost:
    def __init__(self, clock: Clock, on_found: Callable[[], None]) -> None:
        self._clock = clock
        self._on_found = on_found
        self._conflicts: deque[int] = deque(maxlen=CONFLICTS)
        self._foreign = 0
        """How often in a row another address was found."""
        self._found = False

    @property
    def is_there(self) -> bool:
        if self._found and self._conflicts and self._clock.now() - self._conflicts[-1] > CALM_MS:
            self._part()
        return self._found

    def conflict(self) -> None:
        """Telegram has ended our call for updates because of somebody else's, or of a webhook."""
        known, now = self.is_there, self._clock.now()
        self._conflicts.append(now)
        if not known and len(self._conflicts) == CONFLICTS and now - self._conflicts[0] <= WITHIN_MS:
            self._meet("polling")

    async def look_at_webhook(self, transport: Transport, own: str) -> None:
        try:
            address = (await transport(GetWebhookInfo())).url
        except AiogramError as unknown:
            log.info("webhook_unknown", why=type(unknown).__name__)
            return
        self._foreign = self._foreign + 1 if address != own else 0
        if self._foreign == LOOKS:
            self._meet("webhook")
        elif not self._foreign and self._found:
            self._part()

    def _meet(self, by: str) -> None:
        self._found = True
        log.error("rival_host", by=by, mend=WHAT_TO_DO)
        self._on_found()

    def _part(self) -> None:
        self._found = False
        self._conflicts.clear()
        log.info("rival_host_gone")
