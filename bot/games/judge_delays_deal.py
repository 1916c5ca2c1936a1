"""Before the cards are dealt a table is shown who judges, and so will see all cards."""

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.group_rows import CHAIR
from bot.games.lobby import Lobby
from bot.storage import Store
from bot.storage.repositories.outbox import OutboxRepository

JUDGE_SHOWN_MS = 15_000
"""How long: the person who starts the game may be in league with the judge."""


class JudgeShown:
    def __init__(self, store: Store, clock: Clock, pace: Pace) -> None:
        self._stored_rows = OutboxRepository(store)
        self._clock = clock
        self._pace = pace

    async def is_judge_unseen(self, lobby: Lobby) -> bool:
        """Has the table not been shown long enough who judges?"""
        if not lobby.judge:
            return False
        if self._clock.now() < lobby.judged_since + self._pace.scale(JUDGE_SHOWN_MS):
            return True
        return await self._stored_rows.has_slot(lobby.chat_id, f"{lobby.id}:{CHAIR}")
