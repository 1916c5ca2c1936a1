"""Leadership decided by an advisory lock of PostgreSQL, held on the notification channel."""

import asyncio

from bot.core.leadership import Leadership
from bot.storage.postgres_channel import ChannelLost, PostgresChannel

LEADER_LOCK = 7_305_203
"""Number of the advisory lock that the leader holds."""

TAKE = "SELECT pg_try_advisory_lock($1)"
TERM = "SELECT value FROM notes WHERE key = 'term'"
NEXT_TERM = """
    INSERT INTO notes (key, value) VALUES ('term', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(notes.value AS bigint) + 1 AS text)
    RETURNING value
"""


class PostgresLeadership(Leadership):
    """Leadership that is held while this process holds the server's lock, which ends with the channel. Each time
    it is taken a new term begins."""

    def __init__(self) -> None:
        super().__init__(shared=True)
        self._channel: PostgresChannel | None = None
        self._asked: asyncio.Future[bool] | None = None
        """The future answer for all callers that ask before the next query is sent."""
        self._asking: asyncio.Task[None] | None = None

    def on(self, channel: PostgresChannel) -> None:
        self._channel = channel

    async def try_to_take(self) -> bool:
        if self._channel is None or not await self._channel.ask(TAKE, LEADER_LOCK):
            return False
        self.term = await self._channel.ask(NEXT_TERM)
        self.held = True
        return True

    def let_go(self) -> None:
        self.held = False

    async def claim(self) -> bool:
        """Asks the server on the connection that holds the lock, so that an answer proves it. Callers share one
        query."""
        if not self.held:
            return False
        if self._asked is None:
            self._asked = asyncio.get_running_loop().create_future()
        asked = self._asked
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(), name="leader-claim")
        return await asyncio.shield(asked)

    async def _ask(self) -> None:
        try:
            while (asked := self._asked) is not None:
                self._asked = None
                try:
                    holds = self._channel is not None and await self._channel.ask(TERM) == self.term
                except ChannelLost:
                    holds = False
                if not asked.done():
                    asked.set_result(holds and self.held)
        finally:
            self._asking = None
